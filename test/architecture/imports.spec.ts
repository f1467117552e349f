import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

const ROOT = resolve(__dirname, '../..');
const SRC = join(ROOT, 'src');

/** The layers of `src`, bottom first. Each may import the layers before it (docs/architecture.md, "Who depends on whom"). */
const ROOMS = ['platform', 'demo-bank', 'domains', 'pages', 'app', 'tools'];

/**
 * The folders of platform and tools, each with those of the same layer that it may import. A folder that is not listed may import
 * none of them. Domains may import any other as long as no cycle appears. Any folder may import entities, which are flat rows.
 */
const WITHIN: Record<string, Record<string, readonly string[]>> = {
  platform: {
    http: ['config', 'metrics'],
    database: ['config', 'http', 'metrics'],
    files: ['config', 'http'],
    published: ['config', 'database', 'metrics'],
    jobs: ['config', 'database', 'metrics'],
    audit: ['config', 'database', 'jobs', 'metrics'],
    catalogue: ['database', 'audit'],
    tenants: ['config', 'http', 'database', 'published', 'jobs', 'audit', 'catalogue'],
    access: ['config', 'http', 'database', 'published', 'audit', 'metrics', 'tenants', 'jobs', 'tokens'],
    answers: ['config', 'http', 'published', 'access', 'metrics', 'tenants'],
    tokens: ['config', 'database', 'jobs'],
    erasure: ['database', 'audit'],
    limits: ['config', 'http', 'database', 'audit', 'jobs', 'metrics'],
    operations: ['config', 'database', 'access', 'jobs', 'metrics'],
    mail: ['config', 'database', 'access', 'jobs', 'tokens', 'metrics'],
    reference: ['config', 'http', 'access', 'limits', 'operations'],
    webhooks: ['config', 'database', 'jobs', 'mail', 'metrics'],
    'staff-app': [],
    staff: [
      'config',
      'http',
      'database',
      'published',
      'access',
      'audit',
      'catalogue',
      'jobs',
      'limits',
      'mail',
      'reference',
      'webhooks',
    ],
  },
  tools: {
    local: ['catalogue'],
    cli: ['catalogue', 'doctor', 'local', 'move', 'site'],
  },
};

/** The place of a file: `{ room: 'domains', folder: 'plans' }`. Null for files at the top of `src`, which assemble the layers. */
function placeOf(path: string): { room: string; folder: string } | null {
  const [room, folder = ''] = relative(SRC, path).split('/');
  if (!ROOMS.includes(room)) return null;
  // A file at the top of a layer belongs to no folder.
  return { room, folder: ['pages', 'demo-bank', 'app'].includes(room) || folder.includes('.') ? '' : folder };
}

function sources(folder: string): string[] {
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .flatMap((path) => (statSync(path).isDirectory() ? sources(path) : [path]))
    .filter((path) => /(?<!\.spec|\.samples|\.fixtures)\.ts$/.test(path));
}

/** The imports of a file, as written. */
function importsOf(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(
    ([, specifier]) => specifier,
  );
}

/** The file or folder of a specifier; null for packages and libraries. */
function targetOf(file: string, specifier: string): string | null {
  if (specifier.startsWith('.')) {
    const target = resolve(dirname(file), specifier);
    // `../../domains` is the file, not the folder beside it.
    return existsSync(`${target}.ts`) ? `${target}.ts` : target;
  }
  const room = /^#([\w-]+)/.exec(specifier)?.[1];
  return room !== undefined && ROOMS.includes(room) ? join(SRC, specifier.slice(1)) : null;
}

const isEntity = (specifier: string): boolean => specifier.endsWith('.entity');

/** Every import from one part of `src` to another. */
const crossings = sources(SRC).flatMap((file) => {
  const from = placeOf(file);
  if (!from) return [];
  return importsOf(file).flatMap((specifier) => {
    const target = targetOf(file, specifier);
    const to = target === null ? null : placeOf(target);
    if (!to || (to.room === from.room && to.folder === from.folder)) return [];
    return [{ from, to, specifier, text: `${relative(ROOT, file)} → ${specifier}` }];
  });
});

/** The imports between folders of one layer, except those of entities. */
const within = crossings.filter(({ from, to, specifier }) => from.room === to.room && !isEntity(specifier));

const inRoom = (room: string): string[] =>
  readdirSync(join(SRC, room)).filter((name) => statSync(join(SRC, room, name)).isDirectory());

describe('the layers of src', () => {
  it('are the top-level folders', () => {
    expect(readdirSync(SRC).filter((name) => statSync(join(SRC, name)).isDirectory())).toEqual(
      [...ROOMS].sort(),
    );
  });

  it('import downwards only, including entities', () => {
    const upwards = crossings.filter(({ from, to }) => ROOMS.indexOf(to.room) > ROOMS.indexOf(from.room));
    expect(upwards.map(({ text }) => text)).toEqual([]);
  });
});

it('the demo bank is a stranger: the domains reach it over HTTP only', () => {
  const known = crossings.filter(
    ({ from, to }) => to.room === 'demo-bank' && !['app', 'tools'].includes(from.room),
  );
  expect(known.map(({ text }) => text)).toEqual([]);
});

it('only its adapter imports the package of Stripe', () => {
  const known = sources(SRC).filter((file) => importsOf(file).includes('stripe'));
  expect([...new Set(known.map((file) => relative(ROOT, dirname(file))))]).toEqual([
    'src/domains/payment-providers/stripe',
  ]);
});

describe('the folders of a layer', () => {
  it('exist if they are listed', () => {
    const listed = Object.entries(WITHIN).flatMap(([room, folders]) =>
      Object.entries(folders).flatMap(([folder, imported]) =>
        [folder, ...imported].map((one) => [room, one] as const),
      ),
    );
    expect(listed.filter(([room, folder]) => !inRoom(room).includes(folder))).toEqual([]);
  });

  it('import each other only along the graph', () => {
    const astray = within.filter(
      ({ from, to }) =>
        from.room in WITHIN && from.folder !== '' && !WITHIN[from.room][from.folder]?.includes(to.folder),
    );
    expect(astray.map(({ text }) => text)).toEqual([]);
  });

  it('export only their index and their entities', () => {
    const reachedInto = crossings.filter(
      ({ from, to, specifier }) =>
        to.room !== 'app' && from.room !== 'app' && !/^#[\w-]+(\/[\w-]+)?$|^#.+\.entity$/.test(specifier),
    );
    expect(reachedInto.map(({ text }) => text)).toEqual([]);
  });

  it('depend on each other without a cycle', () => {
    for (const room of ROOMS) {
      const inside = within.filter(({ from }) => from.room === room && from.folder !== '');
      const visit = (folder: string, way: readonly string[]): void => {
        expect([...way, folder]).toEqual([...new Set([...way, folder])]);
        const next = inside.filter(({ from }) => from.folder === folder).map(({ to }) => to.folder);
        for (const one of new Set(next)) visit(one, [...way, folder]);
      };
      for (const folder of inRoom(room)) visit(folder, []);
    }
  });
});

describe('the libraries', () => {
  it('never import the service', () => {
    const astray = sources(join(ROOT, 'libs')).flatMap((file) =>
      importsOf(file)
        .filter(
          (specifier) =>
            (specifier.startsWith('#') && !specifier.startsWith('#libs/')) ||
            (specifier.startsWith('.') && !resolve(dirname(file), specifier).startsWith(join(ROOT, 'libs'))),
        )
        .map((specifier) => `${relative(ROOT, file)} → ${specifier}`),
    );
    expect(astray).toEqual([]);
  });

  it('each have a README without the nouns of the service', () => {
    for (const name of readdirSync(join(ROOT, 'libs'))) {
      const text = readFileSync(join(ROOT, 'libs', name, 'README.md'), 'utf8');
      expect([name, text.match(/fan ?club|customer|contest/i)]).toEqual([name, null]);
    }
  });
});
