import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(__dirname, '../..');
const FOLDERS = ['src', 'libs', 'migrations', 'test', 'scripts', 'bench', 'demo', 'docs', '.ci'];

/** The superuser's clusters; only folders that `mkdtemp` makes below these. */
const EXCEPT = ['libs/embedded-postgres/src/place.ts', 'test/architecture/temporary-files.spec.ts'];

const files = FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1)),
)
  .concat('README.md', 'CONTRIBUTING.md', 'jest.config.mjs', 'package.json')
  .filter((file) => !EXCEPT.includes(file));

const linesWith = (pattern: RegExp): string[] =>
  files.flatMap((file) =>
    readFileSync(join(ROOT, file), 'utf8')
      .split('\n')
      .filter((line) => pattern.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );

describe('the temporary folder, shared by all users of a machine', () => {
  it('never has a fixed name', () => {
    expect(linesWith(/(^|[\s'"`=(])\/(var\/)?tmp\//)).toEqual([]);
  });

  it('is only used through mkdtemp', () => {
    expect(
      linesWith(/tmpdir\(\)/).filter((line) => !/mkdtemp(Sync)?\(join\(tmpdir\(\), /.test(line)),
    ).toEqual([]);
  });
});
