import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Given, type RouteSample, type Samples, type StaffRouteSample } from './index';

const SRC = join(__dirname, '../../src');

/** The folders of `src/platform` and `src/domains`, as `domains/contests`. */
export const FOLDERS: readonly string[] = ['platform', 'domains'].flatMap((room) =>
  readdirSync(join(SRC, room), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${room}/${name}`),
);

/** The path of a folder's samples, from the root of the project. */
export const samplesFile = (folder: string): string => `src/${folder}/${folder.split('/')[1]}.samples.ts`;

/** The samples of all folders that have any, by the folder's name, sorted so that each follows those that it comes `after`. */
export const SAMPLES: ReadonlyMap<string, Samples> = inOrder(
  new Map(
    FOLDERS.map((folder) => [folder, join(SRC, '..', samplesFile(folder))])
      .filter(([, file]) => existsSync(file))
      .map(([folder, file]) => [
        folder.split('/')[1],
        jest.requireActual<{ samples: Samples }>(file).samples,
      ]),
  ),
);

for (const { makers } of SAMPLES.values()) Object.assign(Given.prototype, makers);

/** The samples of all routes, as `GET /contests/:id`. */
export const ROUTE_SAMPLES: Readonly<Record<string, RouteSample>> = merged('routes');

/** The samples of all routes for staff, as `GET /fanclubs/:fanclubId/events`. */
export const STAFF_SAMPLES: Readonly<Record<string, StaffRouteSample>> = merged('staff');

type Lists = 'acrossFanclubs' | 'examples' | 'filteredById' | 'guardedBy' | 'notAsked' | 'routes' | 'staff';

/** One of the lists of all samples. */
export function merged<Name extends Lists>(name: Name): NonNullable<Samples[Name]> {
  return Object.assign({}, ...[...SAMPLES.values()].map((samples) => samples[name])) as NonNullable<
    Samples[Name]
  >;
}

/** All makers, each called so that it fills all of its tables. */
export function makersByName(): Record<string, (given: Given) => Promise<unknown>> {
  const examples = merged('examples');
  const names = [...SAMPLES.values()].flatMap(({ makers = {} }) => Object.keys(makers));
  return Object.fromEntries(
    names.map((name) => {
      const example = (given: Given) => (given as unknown as Record<string, () => Promise<unknown>>)[name]();
      return [name, examples[name] ?? example];
    }),
  );
}

function inOrder(found: ReadonlyMap<string, Samples>): Map<string, Samples> {
  const ordered = new Map<string, Samples>();
  const add = (name: string, way: readonly string[]): void => {
    if (way.includes(name)) throw new Error(`Samples come after each other: ${[...way, name].join(', ')}`);
    const samples = found.get(name);
    if (!samples) throw new Error(`${way.at(-1)}.samples.ts comes after ${name}, which has no samples`);
    for (const before of samples.after ?? []) if (!ordered.has(before)) add(before, [...way, name]);
    ordered.set(name, samples);
  };
  for (const name of found.keys()) if (!ordered.has(name)) add(name, []);
  return ordered;
}
