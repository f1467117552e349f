import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { SECURITY_ACTIONS } from '../../src/platform/audit';
import { EVENT_CSV } from '../../src/domains/events/staff/event-csv';
import { MEMBER_HEADINGS } from '../../src/domains/members/staff/members-export';
import { PLAN_CSV } from '../../src/domains/plans/staff/plan-csv';
import { format } from '../../src/platform/catalogue';
import { headingsOf } from '../../src/platform/staff';
import { jobsInSource } from '../support/source-jobs';

const ROOT = resolve(__dirname, '../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

const documents = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'clients/javascript/README.md']
  .concat(readdirSync(join(ROOT, 'docs'), { recursive: true }).map((name) => `docs/${String(name)}`))
  .filter((path) => path.endsWith('.md'));

describe('the documents', () => {
  it.each(documents)('%s links to files that exist', (path) => {
    const targets = [...read(path).matchAll(/\]\(([^)#\s]+)[^)]*\)/g)]
      .map(([, target]) => target)
      .filter((target) => !/^https?:/.test(target));
    const broken = targets.filter((target) => !existsSync(join(ROOT, dirname(path), target)));
    expect(broken).toEqual([]);
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

  it('list the headings of CSV files', () => {
    const page = read('docs/staff-csv.md');
    for (const headings of [MEMBER_HEADINGS, headingsOf(PLAN_CSV), headingsOf(EVENT_CSV)])
      expect(page).toContain(headings.map((heading) => `\`${heading}\``).join(', '));
  });

  it('list every security event', () => {
    const listed = [...read('docs/security.md').matchAll(/`([a-z_]+\.[a-z_]+)`/g)].map(
      ([, action]) => action,
    );
    expect(SECURITY_ACTIONS.filter((action) => !listed.includes(action))).toEqual([]);
  });

  it('list every direct dependency, pinned, with its licence', () => {
    const { dependencies, optionalDependencies, devDependencies } = JSON.parse(
      read('package.json'),
    ) as Record<string, Record<string, string>>;
    const pinned = Object.entries({ ...dependencies, ...optionalDependencies, ...devDependencies });
    const listed = [...read('docs/dependencies.md').matchAll(/^\| `([^`]+)`\s*\| (\S+)\s*\|/gm)];
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
