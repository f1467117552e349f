import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

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
      'node_modules/builder': { version: '2.0.0', dev: true, bin: { build: 'bin/build.js' } },
      'node_modules/for-mac': { version: '3.0.0', optional: true },
    };

    const ALL = { 'node_modules/a': { version: '1.0.0' }, 'node_modules/builder': { version: '2.0.0' } };

    /** @param packages those of npm's record @param missing a file of them that is not there, or empty */
    function isInstalled(
      packages: object | null,
      missing?: string,
      change = rmSync as (file: string) => void,
    ): unknown {
      for (const path of Object.keys(packages ?? {})) {
        mkdirSync(join(root, path, 'bin'), { recursive: true });
        for (const file of ['package.json', 'bin/build.js']) writeFileSync(join(root, path, file), '{}');
      }
      if (missing) change(join(root, missing));
      writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages: wanted }));
      const record = join(root, 'node_modules', '.package-lock.json');
      if (packages) writeFileSync(record, JSON.stringify({ packages }));
      return call('install.mjs', 'isInstalled', root);
    }

    it.each([
      ['nothing was installed', false, null],
      ['only packages for other platforms are missing', true, ALL],
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

    it.each(['node_modules/builder/bin/build.js', 'node_modules/a/package.json'])(
      'do not count as installed without %s, whatever the record of npm says',
      (missing) => {
        expect(isInstalled(ALL, missing)).toBe(false);
        expect(isInstalled(ALL, missing, (file) => writeFileSync(file, ''))).toBe(false);
      },
    );

    it.each([
      [
        'offline',
        'code ENOTFOUND|syscall getaddrinfo|errno ENOTFOUND|network request to https://registry.example/a failed, reason: getaddrinfo ENOTFOUND registry.example|network This is a problem related to network connectivity.',
        'the registry cannot be reached (ENOTFOUND: network request to https://registry.example/a failed, reason: getaddrinfo ENOTFOUND registry.example). Connect to the network, or set another registry, and start again.',
      ],
      [
        'when the registry refuses',
        'code E403|403 403 Forbidden - GET https://registry.example/a|403 In most cases, you or one of your dependencies are requesting …',
        'the registry refused (E403: 403 403 Forbidden - GET https://registry.example/a). Log in to it, or set another one (npm config set registry URL), and start again.',
      ],
      [
        'with a full disk, where npm only warns',
        'tar TAR_ENTRY_ERROR ENOSPC: no space left on device, write',
        'no space is left on the disk (ENOSPC). Free 1 GB, and start again.',
      ],
    ])('that could not be installed %s are reported in one line', (_, lines, message) => {
      const output = lines
        .split('|')
        .map((line) => `npm ${line.startsWith('tar') ? 'warn' : 'error'} ${line}\n`)
        .join('');
      expect(call('npm.mjs', 'whyNotInstalled', output, '/srv/fanclub')).toBe(
        `The packages of /srv/fanclub could not be installed: ${message}`,
      );
    });
  });

  describe('two processes in one folder', () => {
    const url = pathToFileURL(join(SUPPORT, 'lock.mjs')).href;

    /** Does something under the lock of the folder, in a process of its own. */
    const underLock = (work: string) =>
      promisify(execFile)(process.execPath, [
        '--input-type=module',
        '-e',
        `import { whileLocked } from '${url}';
         import { appendFileSync } from 'node:fs';
         await whileLocked(${JSON.stringify(root)}, async () => { ${work} });`,
      ]);

    it('install and build one after the other', async () => {
      const log = JSON.stringify(join(root, 'log'));
      const both = await Promise.all(
        [1, 2].map(() =>
          underLock(
            `appendFileSync(${log}, 'begins '); await new Promise((done) => setTimeout(done, 300)); appendFileSync(${log}, 'ends ');`,
          ),
        ),
      );
      expect(readFileSync(join(root, 'log'), 'utf8')).toBe('begins ends begins ends ');
      expect(both.map(({ stderr }) => stderr).join('')).toBe(
        `Another process installs or builds in ${root}; waiting for it …\n`,
      );
      expect(readdirSync(root).filter((name) => name.includes('lock'))).toEqual([]);
    });

    it('do not wait for one that was killed', async () => {
      await underLock('process.kill(process.pid, "SIGKILL")').catch(() => undefined);
      expect(readdirSync(root)).toContain('.preparing.lock');
      expect((await underLock('console.log("runs")')).stdout).toBe('runs\n');
    });

    it('do not wait for one that was killed and had the same id, as in a container', async () => {
      const lock = JSON.stringify(join(root, '.preparing.lock'));
      const { stdout, stderr } = await promisify(execFile)(process.execPath, [
        '--input-type=module',
        '-e',
        `import { writeFileSync } from 'node:fs';
         import { whileLocked } from '${url}';
         writeFileSync(${lock}, String(process.pid));
         const signal = AbortSignal.timeout(5_000);
         await whileLocked(${JSON.stringify(root)}, async () => console.log('runs'), { signal });`,
      ]);
      expect([stdout, stderr]).toEqual(['runs\n', expect.stringContaining('waiting')]);
    });

    it('end with one line that says that the folder cannot be written', async () => {
      chmodSync(root, 0o555);
      // Root can write everywhere, so it becomes nobody.
      const code = `import { whileLocked } from '${url}';
        if (process.getuid() === 0) process.setuid(65534);
        await whileLocked(${JSON.stringify(root)}, async () => {}).catch((error) => console.log(error.isPlain, error.message));`;
      const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code]);
      chmodSync(root, 0o755);
      expect(stdout).toMatch(
        /^true Installing and building needs to write files: E.+\. Change the owner or rights\.\n$/,
      );
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

    it('knows the commit of a checkout, and none of a folder inside another checkout', () => {
      const git = (...words: string[]): string =>
        execFileSync('git', ['-C', root, '-c', 'user.name=x', '-c', 'user.email=x@x.example', ...words], {
          encoding: 'utf8',
        });
      expect(call('build.mjs', 'commitOf', root)).toBeNull();
      git('init', '--quiet');
      git('commit', '--quiet', '--allow-empty', '--message=x');
      expect(call('build.mjs', 'commitOf', root)).toBe(git('rev-parse', 'HEAD').trim());
      expect(call('build.mjs', 'commitOf', join(root, 'node_modules'))).toBeNull();
    });
  });
});
