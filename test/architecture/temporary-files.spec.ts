import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(__dirname, '../..');
const FOLDERS = ['src', 'libs', 'migrations', 'test', 'scripts', 'bench', 'demo', 'docs', '.ci'];

/** Not checked: `place.ts` names `/var/tmp` for clusters that root starts, and creates folders there with `mkdtemp`. */
const EXCEPT = ['libs/embedded-postgres/src/place.ts', 'test/architecture/temporary-files.spec.ts'];

const files = FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1)),
)
  .concat('README.md', 'CONTRIBUTING.md', 'jest.config.mjs', 'package.json')
  .filter((file) => !EXCEPT.includes(file) && !file.includes('/node_modules/'));

const linesWith = (pattern: RegExp): string[] =>
  files.flatMap((file) =>
    readFileSync(join(ROOT, file), 'utf8')
      .split('\n')
      .filter((line) => pattern.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );

describe('a file in the temporary folder, which all users of a machine share,', () => {
  it('never has a fixed path', () => {
    expect(linesWith(/(^|[\s'"`=(])\/(var\/)?tmp\//)).toEqual([]);
  });

  it('is only made with mkdtemp', () => {
    expect(
      linesWith(/tmpdir\(\)/).filter((line) => !/mkdtemp(Sync)?\(join\(tmpdir\(\), /.test(line)),
    ).toEqual([]);
  });
});
