import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import '../../src/domains';
import '../../src/platform/platform.module';
import { securityActions } from '../../src/platform/audit';
import { format } from '../../src/platform/catalogue';
import { jobsInSource } from '../support/source-jobs';

const ROOT = resolve(__dirname, '../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** Where comments and texts name pages. */
const NAMING = [
  'src',
  'libs',
  'scripts',
  'test',
  'bench',
  'operations',
  'demo',
  'clients/javascript/src',
  'staff-app/src',
];

function filesBelow(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true, encoding: 'utf8' })
    .filter(
      (entry) =>
        entry.isFile() &&
        !entry.parentPath.includes('node_modules') &&
        /\.(ts|tsx|mjs|json|yml|yaml|conf|service|md|liquid)$|file$/.test(entry.name),
    )
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)));
}

/** The anchors of a page in Markdown, as GitHub makes them from headings, and those that it names itself. */
function anchorsOf(page: string): string[] {
  const headings = page.replace(/^```[^]*?^```/gm, '').match(/^#+ .*$/gm) ?? [];
  const slugs = headings.map((heading) =>
    heading
      .replace(/^#+ /, '')
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  );
  return [...slugs, ...[...page.matchAll(/<a id="([^"]+)">/g)].map(([, id]) => id)];
}

const documents = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md', 'staff-app/README.md']
  .concat('clients/javascript/README.md', 'clients/javascript/embed/README.md')
  .concat(['docs', 'bench', 'demo', 'examples', 'libs', 'src'].flatMap(filesBelow))
  .filter((path) => path.endsWith('.md'));

describe('the documents', () => {
  it.each(documents)('%s links to files that exist', (path) => {
    const targets = [...read(path).matchAll(/\]\(([^)#\s]+)[^)]*\)/g)]
      .map(([, target]) => target)
      .filter((target) => !/^https?:/.test(target));
    const broken = targets.filter((target) => !existsSync(join(ROOT, dirname(path), target)));
    expect(broken).toEqual([]);
  });

  it.each(documents)('%s links to headings that exist', (path) => {
    const targets = [...read(path).matchAll(/\]\(([^)#\s]*)#([^)\s]+)\)/g)]
      .map(([, target, anchor]) => ({ file: target ? join(dirname(path), target) : path, anchor }))
      .filter(({ file }) => file.endsWith('.md') && !file.startsWith('http'));
    expect(targets.filter(({ file, anchor }) => !anchorsOf(read(file)).includes(anchor))).toEqual([]);
  });

  it('are named in the code by paths and headings that exist', () => {
    const broken = NAMING.flatMap(filesBelow).flatMap((path) =>
      [...read(path).matchAll(/(?<![\w/.])(docs\/[\w/-]+\.md)(?:#([\w-]+))?/g)]
        .filter(
          ([, page, anchor]) =>
            !existsSync(join(ROOT, page)) || (anchor && !anchorsOf(read(page)).includes(anchor)),
        )
        .map(([name]) => `${path}: ${name}`),
    );
    expect(broken).toEqual([]);
  });

  it('and the code cite decisions that have a record', () => {
    const records = readdirSync(join(ROOT, 'docs/decisions')).map((name) => Number.parseInt(name, 10));
    const cited = [...NAMING.flatMap(filesBelow), ...documents.filter((path) => path !== 'CHANGELOG.md')]
      .filter((path) => path !== 'docs/decisions/README.md')
      .flatMap((path) =>
        [...read(path).matchAll(/\b(?:[Dd]ecision |docs\/decisions\/0*)(\d+)\b(?!\.\d)/g)].map(
          ([, number]) => ({ path, number: Number(number) }),
        ),
      );
    expect(cited.length).toBeGreaterThan(20);
    expect(cited.filter(({ number }) => !records.includes(number))).toEqual([]);
  });

  it('have a glossary whose identifiers are in the source', () => {
    const cells = [...read('docs/glossary.md').matchAll(/^\|.*\|([^|]+)\|$/gm)].map(([, cell]) => cell);
    const identifiers = cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name));
    expect(identifiers.length).toBeGreaterThan(40);
    const paths = filesBelow('src');
    const source = [...paths, ...paths.map(read)].join('\n');
    expect(identifiers.filter((name) => !source.includes(name.replace('*', '')))).toEqual([]);
  });

  it('are all in the map, the decisions in their own', () => {
    const map = read('docs/README.md');
    const pages = documents.filter((path) => path.startsWith('docs/') && path !== 'docs/README.md');
    const [decisions, others] = [/\/decisions\/\d/, /^docs\/(?!decisions\/\d)/].map((pattern) =>
      pages.filter((path) => pattern.test(path)),
    );
    expect(others.filter((path) => !map.includes(`](${path.replace('docs/', '')})`))).toEqual([]);
    const index = read('docs/decisions/README.md');
    expect(decisions.filter((path) => !index.includes(`](${path.replace('docs/decisions/', '')})`))).toEqual(
      [],
    );
  });

  it('quote the code exactly', () => {
    const blocks = [...read('docs/adding-a-domain.md').matchAll(/```ts\n\/\/ (\S+)\n([\s\S]*?)```/g)];
    expect(blocks.length).toBeGreaterThan(5);
    for (const [, file, excerpt] of blocks) expect(read(file)).toContain(excerpt.trimEnd());
  });

  it('list every job', () => {
    const page = read('docs/operations/jobs.md');
    expect(jobsInSource().filter((name) => !page.includes(`| \`${name}\` `))).toEqual([]);
  });

  it('list the builders of catalogue fields', () => {
    const page = read('docs/adding-a-domain.md');
    const builders = Object.keys(format).filter((name) => name !== 'fallbacksOf');
    expect(builders.length).toBeGreaterThan(25);
    expect(builders.filter((name) => !page.includes(`\`f.${name}(`))).toEqual([]);
  });

  it('list every security event', () => {
    const listed = [...read('docs/security.md').matchAll(/`([a-z_]+\.[a-z_]+)`/g)].map(
      ([, action]) => action,
    );
    expect(securityActions().filter((action) => !listed.includes(action))).toEqual([]);
  });

  it('have the licence that every package names', () => {
    const packages = ['package.json', 'clients/javascript/package.json', 'staff-app/package.json'];
    const named = packages.map((path) => (JSON.parse(read(path)) as { license: string }).license);
    expect(new Set(named.map((name) => `${name} License`))).toEqual(
      new Set([read('LICENSE').split('\n')[0]]),
    );
  });

  it('list every direct dependency, pinned, with its licence', () => {
    const { dependencies, optionalDependencies, devDependencies } = JSON.parse(
      read('package.json'),
    ) as Record<string, Record<string, string>>;
    const pinned = Object.entries({ ...dependencies, ...optionalDependencies, ...devDependencies });
    const listed = [...read('docs/reference/dependencies.md').matchAll(/^\| `([^`]+)`\s*\| (\S+)\s*\|/gm)];
    expect(listed.map(([, name]) => name)).toEqual(pinned.map(([name]) => name));
    const licences = new Map(listed.map(([, name, licence]) => [name, licence]));
    // An optional package is not installed if there is none for the machine.
    const installed = pinned.filter(([name]) => existsSync(join(ROOT, 'node_modules', name)));
    for (const [name, pin] of installed) {
      const { version, license } = JSON.parse(read(`node_modules/${name}/package.json`)) as Record<
        string,
        string
      >;
      expect([name, version, license]).toEqual([name, pin, licences.get(name)]);
    }
  });
});
