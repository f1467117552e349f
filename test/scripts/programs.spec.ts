import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const PROGRAMS = pathToFileURL(join(__dirname, '..', '..', 'scripts', 'support', 'programs.mjs')).href;
const OPTIONS = { module: 'nodenext', noLib: true, types: ['jar'] };

type Files = Record<string, string>;
const PROJECT: Files = {
  'tsconfig.json': JSON.stringify({ compilerOptions: OPTIONS }),
  'node_modules/@types/jar/index.d.ts':
    "declare const jar: string; declare module 'lid' { export type Lid = string }",
  'price.ts': 'export const price = (): number => 1;',
  'plan.ts': "import { price } from './price.js'; export const plan = { price };",
  'order.ts': "import { plan } from './plan.js'; export const total = plan.price();",
  'names.ts': 'export interface Names { first: string }',
  // It is always checked again: what it declares could collide with any file.
  'global.ts':
    "import type { Lid } from 'lid'; import type { Names } from './names.js'; declare global { var names: Names | Lid; var sizes: import('./sizes.js').Sizes }",
  'sizes.ts': 'export interface Sizes { small: number }',
  'given.ts': 'export interface Given { club: string }',
  'given-plan.ts': "import './given.js'; declare module './given.js' { interface Given { plan: string } }",
  'given.spec.ts': "import type { Given } from './given.js'; export const given = {} as Given;",
  'alone.ts': 'export const alone = 1;',
};
const ALL = Object.keys(PROJECT).filter((name) => /^[^/]+\.ts$/.test(name));

/** Each change, and the files that are checked again after it. */
const CHANGES: [string, Files, string[]][] = [
  ['itself', { 'alone.ts': 'export const alone = 2;' }, ['alone.ts', 'global.ts']],
  [
    'what it imports, at any distance',
    { 'price.ts': 'export const price = async (): Promise<number> => 1;' },
    ['global.ts', 'order.ts', 'plan.ts', 'price.ts'],
  ],
  [
    'what extends a module that it imports',
    { 'given-plan.ts': PROJECT['given-plan.ts'].replace('string', 'number') },
    ['given-plan.ts', 'given.spec.ts', 'global.ts'],
  ],
  ['a global name', { 'global.ts': 'declare global { var names: string } export {};' }, ALL],
  ['the type of a global name', { 'names.ts': 'export interface Names { last: string }' }, ALL],
  [
    'a type that a global name imports in place',
    { 'sizes.ts': 'export interface Sizes { large: number }' },
    ALL,
  ],
  ['the types of a package', { 'node_modules/@types/jar/index.d.ts': 'declare const jar: number;' }, ALL],
  ['an option', { 'tsconfig.json': JSON.stringify({ compilerOptions: { ...OPTIONS, strict: false } }) }, ALL],
];

/** Writes the project with each change, and prints the digests of its files. The last ones are with another setting. */
const program = (root: string): string => `
  import { mkdirSync, writeFileSync } from 'node:fs';
  import { dirname, join, relative } from 'node:path';
  import { openProject } from '${PROGRAMS}';
  const root = ${JSON.stringify(root)};
  const write = (files) => {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, name)), { recursive: true });
      writeFileSync(join(root, name), text);
    }
  };
  const keys = (setting) =>
    [...openProject(join(root, 'tsconfig.json'), root, [setting]).keys].map(([file, key]) => [relative(root, file), key]);
  const project = ${JSON.stringify(PROJECT)};
  const changes = ${JSON.stringify(CHANGES.map(([, change]) => change))};
  const after = [{}, {}, ...changes].map((change) => {
    write({ ...project, ...change });
    return keys('a version');
  });
  write(project);
  console.log(JSON.stringify([...after, keys('another version')]));
`;

describe('npm run check', () => {
  /** The files whose digest differs from that before the change. */
  let again: string[][];

  beforeAll(() => {
    const root = mkdtempSync(join(tmpdir(), 'programs-'));
    try {
      const output = execFileSync(process.execPath, ['--input-type=module', '-e', program(root)], {
        encoding: 'utf8',
      });
      const [before, ...after] = (JSON.parse(output) as [string, string][][]).map((keys) => new Map(keys));
      again = after.map((keys) => [...keys.keys()].filter((file) => keys.get(file) !== before.get(file)));
    } finally {
      rmSync(root, { recursive: true });
    }
  });

  it('checks no file again without a change', () => {
    expect(again[0]).toEqual([]);
  });

  it.each(CHANGES.map(([what, , files], i) => [what, files, i + 1] as const))(
    'checks a file again after a change of %s',
    (_what, files, i) => {
      expect(again[i].sort()).toEqual([...files].sort());
    },
  );

  it('checks all files again after a change of a setting', () => {
    expect(again.at(-1)?.sort()).toEqual([...ALL].sort());
  });
});
