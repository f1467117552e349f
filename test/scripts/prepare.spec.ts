import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const SUPPORT = join(__dirname, '..', '..', 'scripts', 'support');

/** Calls a function of a script's module in plain Node. */
function call(module: string, name: string, ...parameters: unknown[]): unknown {
  const url = pathToFileURL(join(SUPPORT, module)).href;
  const code = `import { ${name} } from '${url}'; console.log(JSON.stringify(${name}(...${JSON.stringify(parameters)})))`;
  return JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' }),
  );
}

describe('before a script runs', () => {
  let root: string;

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'scripts-'));
    mkdirSync(join(root, 'node_modules'));
  });

  afterEach(() => rmSync(root, { recursive: true }));

  describe('the packages', () => {
    const wanted = {
      '': { version: '0.1.0' },
      'node_modules/a': { version: '1.0.0' },
      'node_modules/builder': { version: '2.0.0', dev: true },
      'node_modules/for-mac': { version: '3.0.0', optional: true },
    };

    function isInstalled(packages: object | null): unknown {
      writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages: wanted }));
      const record = join(root, 'node_modules', '.package-lock.json');
      if (packages) writeFileSync(record, JSON.stringify({ packages }));
      return call('install.mjs', 'isInstalled', root);
    }

    it.each([
      ['nothing was installed', false, null],
      [
        'only packages for other platforms are missing',
        true,
        { 'node_modules/a': { version: '1.0.0' }, 'node_modules/builder': { version: '2.0.0' } },
      ],
      ['those for development are missing', false, { 'node_modules/a': { version: '1.0.0' } }],
      [
        'one has another version than the lock file',
        false,
        { 'node_modules/a': { version: '0.9.0' }, 'node_modules/builder': { version: '2.0.0' } },
      ],
      [
        'an optional one has another version than the lock file',
        false,
        {
          'node_modules/a': { version: '1.0.0' },
          'node_modules/builder': { version: '2.0.0' },
          'node_modules/for-mac': { version: '2.0.0' },
        },
      ],
    ])('when %s, count as installed: %s', (_, expected, packages) => {
      expect(isInstalled(packages)).toBe(expected);
    });
  });

  describe('the build', () => {
    const fingerprint = (): unknown => call('build.mjs', 'fingerprint', root, ['src', 'lock']);

    it('is rebuilt exactly when a name or a content has changed', () => {
      mkdirSync(join(root, 'src', 'deep'), { recursive: true });
      writeFileSync(join(root, 'lock'), '1');
      writeFileSync(join(root, 'src', 'deep', 'a.ts'), 'a');
      const before = fingerprint();
      writeFileSync(join(root, 'README.md'), 'not a source');
      writeFileSync(join(root, 'src', 'deep', 'a.ts'), 'a'); // Touched, not changed.
      expect(fingerprint()).toBe(before);

      writeFileSync(join(root, 'src', 'deep', 'a.ts'), 'b');
      const changed = fingerprint();
      writeFileSync(join(root, 'src', 'deep', 'b.ts'), '');
      const added = fingerprint();
      expect(new Set([before, changed, added]).size).toBe(3);
    });
  });
});
