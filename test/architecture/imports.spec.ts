import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

const ROOT = resolve(__dirname, '../..');

/**
 * Which folder of `src` may import which others' services, rules and serializers (docs/architecture.md, "Who depends on
 * whom"). Everything may import from `libs`. Entities are flat rows and stand outside of this graph.
 */
const MAY_IMPORT: Record<string, readonly string[]> = {
  config: [],
  http: ['config'],
  database: ['config', 'http'],
  published: ['config', 'database'],
  audit: ['database'],
  access: ['config', 'http', 'database', 'published', 'audit'],
  answers: ['config', 'published', 'access'],
  tokens: ['config', 'database'],
  keys: ['database', 'audit'],
  limits: ['config', 'http', 'database', 'audit'],
  operations: ['config', 'database', 'access'],
  mail: ['config', 'database', 'access', 'tokens'],
  fanclub: ['config', 'database', 'access', 'answers'],
  plans: ['config', 'database', 'published', 'access', 'answers', 'fanclub'],
  subscriptions: ['config', 'database', 'access', 'plans'],
  accounts: [
    'config',
    'database',
    'audit',
    'access',
    'fanclub',
    'plans',
    'subscriptions',
    'tokens',
    'mail',
    'limits',
  ],
  sessions: ['config', 'http', 'database', 'audit', 'access', 'accounts', 'social', 'limits'],
  search: ['config', 'database', 'access', 'accounts', 'limits'],
  benefits: ['config', 'database', 'published', 'access'],
  shipping: ['config', 'database', 'published', 'access', 'plans'],
  orders: ['config', 'database', 'access', 'plans', 'shipping', 'fanclub'],
  checkout: ['config', 'database', 'audit', 'access', 'limits', 'plans', 'orders', 'benefits'],
  events: ['config', 'database', 'published', 'access', 'answers'],
  contests: ['config', 'database', 'published', 'access', 'answers', 'accounts'],
  contacts: ['config', 'database', 'audit', 'access', 'tokens', 'mail', 'fanclub', 'limits'],
  social: ['config', 'database', 'audit', 'access', 'accounts', 'limits'],
  pages: [
    'config',
    'http',
    'database',
    'published',
    'access',
    'tokens',
    'fanclub',
    'accounts',
    'sessions',
    'checkout',
    'contacts',
    'limits',
  ],
  development: ['config', 'access', 'published', 'mail', 'pages'],
  catalogue: ['config', 'database', 'audit', 'operations'],
  local: ['config', 'database', 'catalogue'],
  cli: ['config', 'database', 'audit', 'operations', 'catalogue', 'local', 'mail', 'keys'],
};

function sources(folder: string): string[] {
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .flatMap((path) => (statSync(path).isDirectory() ? sources(path) : [path]))
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.spec.ts'));
}

/** What a file imports, as written. */
function importsOf(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(/(?:from|import)\s+'([^']+)'/g)].map(
    ([, specifier]) => specifier,
  );
}

interface Import {
  file: string;
  from: string;
  to: string;
  target: string;
}

/** The imports of `src` that cross from one folder into another. Files at the top of `src` put the parts together. */
const crossings: Import[] = sources(join(ROOT, 'src')).flatMap((file) => {
  const [from, ...inside] = relative(join(ROOT, 'src'), file).split('/');
  if (inside.length === 0) return [];
  return importsOf(file)
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => relative(join(ROOT, 'src'), resolve(dirname(file), specifier)))
    .map((target) => ({ file: relative(ROOT, file), from, to: target.split('/')[0], target }))
    .filter(({ to }) => to !== from && to !== '..');
});

const isEntity = (path: string): boolean => path.replace(/\.ts$/, '').endsWith('.entity');

describe('the folders of src', () => {
  it('are all in the graph', () => {
    const folders = readdirSync(join(ROOT, 'src')).filter((name) =>
      statSync(join(ROOT, 'src', name)).isDirectory(),
    );
    expect(folders.filter((name) => !(name in MAY_IMPORT))).toEqual([]);
  });

  it('import each other along the graph only', () => {
    const astray = crossings
      .filter(({ target }) => !isEntity(target))
      .filter(({ from, to }) => !(MAY_IMPORT[from] ?? []).includes(to))
      .map(({ file, target }) => `${file} → ${target}`);
    expect(astray).toEqual([]);
  });

  it('show other domains nothing but their index', () => {
    const shared = ['config', 'http', 'database', 'access', 'operations'];
    const reachedInto = crossings
      .filter(
        ({ file, to, target }) =>
          !shared.includes(to) && !isEntity(file) && !isEntity(target) && target !== to,
      )
      .map(({ file, target }) => `${file} → ${target}`);
    expect(reachedInto).toEqual([]);
  });

  it('depend on each other without a cycle', () => {
    const visit = (folder: string, path: string[]): void => {
      expect([...path, folder]).toEqual([...new Set([...path, folder])]);
      for (const next of MAY_IMPORT[folder] ?? []) visit(next, [...path, folder]);
    };
    Object.keys(MAY_IMPORT).forEach((folder) => visit(folder, []));
  });
});

describe('the libraries', () => {
  it('know nothing of the service', () => {
    const astray = sources(join(ROOT, 'libs')).flatMap((file) =>
      importsOf(file)
        .filter(
          (specifier) =>
            specifier.startsWith('.') && !resolve(dirname(file), specifier).startsWith(join(ROOT, 'libs')),
        )
        .map((specifier) => `${relative(ROOT, file)} → ${specifier}`),
    );
    expect(astray).toEqual([]);
  });

  it('each have a README that does without the nouns of the service', () => {
    for (const name of readdirSync(join(ROOT, 'libs'))) {
      const text = readFileSync(join(ROOT, 'libs', name, 'README.md'), 'utf8');
      expect([name, text.match(/fan ?club|customer|contest/i)]).toEqual([name, null]);
    }
  });
});
