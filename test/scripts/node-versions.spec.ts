import { Linter } from 'eslint';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const ROOT = join(__dirname, '..', '..');
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const REQUIRE_NODE = join(ROOT, 'scripts/support/require-node.cjs');

/** Every script that users start. */
const ENTRIES = readdirSync(join(ROOT, 'scripts'))
  .filter((name) => name.endsWith('.mjs'))
  .map((name) => `scripts/${name}`)
  .concat('bench/run.mjs', 'bench/soak/run.mjs');

/** The imports from Node before the version is checked; all exist in Node 16. */
const OLD_ENOUGH: Record<string, readonly string[]> = {
  'node:child_process': ['execFileSync', 'spawn'],
  'node:crypto': ['createHash', 'createHmac'],
  'node:events': ['once'],
  'node:fs': [
    'chmodSync',
    'cpSync',
    'existsSync',
    'linkSync',
    'mkdirSync',
    'mkdtempSync',
    'readFileSync',
    'readdirSync',
    'realpathSync',
    'renameSync',
    'rmSync',
    'statSync',
    'symlinkSync',
    'writeFileSync',
  ],
  'node:net': ['createServer'],
  'node:os': ['setPriority', 'tmpdir'],
  'node:path': ['basename', 'delimiter', 'dirname', 'extname', 'join', 'posix', 'relative'],
  'node:timers/promises': ['setTimeout'],
  'node:url': ['fileURLToPath'],
};

interface Import {
  from: string;
  names: string[];
}

const importsOf = (file: string): Import[] =>
  [...read(file).matchAll(/^import (?:([^;']+) from )?'([^']+)';$/gm)].map(([, what = '', from]) => ({
    from,
    names: (/\{(.*)\}/s.exec(what)?.[1] ?? '')
      .split(',')
      .map((name) => name.trim().split(' ')[0])
      .filter(Boolean),
  }));

/** The script and every module that it loads first. */
function loadedWith(entry: string): string[] {
  const files = new Set([entry]);
  for (const file of files) {
    for (const { from } of importsOf(file)) if (from.startsWith('.')) files.add(join(dirname(file), from));
  }
  return [...files];
}

describe('a Node that is too old', () => {
  const { refusal } = jest.requireActual<{ refusal(version: string): string | null }>(REQUIRE_NODE);

  it.each([
    ['16.20.2', 'Node 20.19 or newer is needed; this is 16.20.2.'],
    ['18.20.8', 'Node 20.19 or newer is needed; this is 18.20.8.'],
    ['20.18.3', 'Node 20.19 or newer is needed; this is 20.18.3.'],
    ['21.7.3', 'Node 22.12 or newer is needed; this is 21.7.3.'],
    ['22.11.0', 'Node 22.12 or newer is needed; this is 22.11.0.'],
    ['20.19.0', null],
    ['22.12.0', null],
    ['23.0.0', null],
    ['24.21.0', null],
    ['30.0.0', null],
  ])('%s gets the message: %s', (version, message) => {
    expect(refusal(version)).toBe(message);
  });

  it('is excluded by package.json, too', () => {
    const { engines } = JSON.parse(read('package.json')) as { engines: { node: string } };
    expect(engines.node).toBe('^20.19.0 || >=22.12.0');
  });

  it('is reported in one line, which ends the script', () => {
    const code = `Object.defineProperty(process.versions, 'node', { value: '18.20.8' });
      require(${JSON.stringify(REQUIRE_NODE)}); console.log('went on');`;
    const { status, stdout, stderr } = spawnSync(process.execPath, ['-e', code], { encoding: 'utf8' });
    expect({ status, stdout, stderr }).toEqual({
      status: 1,
      stdout: '',
      stderr: 'Node 20.19 or newer is needed; this is 18.20.8.\n',
    });
  });

  it.each(ENTRIES)('is detected by %s before anything else runs', (entry) => {
    expect(join(dirname(entry), importsOf(entry)[0].from)).toBe('scripts/support/require-node.cjs');
  });

  it.each(ENTRIES)('can load %s, to report its version', (entry) => {
    for (const file of loadedWith(entry).filter((name) => name.endsWith('.mjs'))) {
      const faults = new Linter().verify(read(file), { languageOptions: { ecmaVersion: 2022 } });
      expect([file, faults.map(({ message }) => message)]).toEqual([file, []]);
      for (const { from, names } of importsOf(file).filter((each) => !each.from.startsWith('.'))) {
        expect(Object.keys(OLD_ENOUGH)).toContain(from);
        expect([file, from, names.filter((name) => !OLD_ENOUGH[from].includes(name))]).toEqual([
          file,
          from,
          [],
        ]);
      }
    }
  });

  it('can run the check itself', () => {
    const faults = new Linter().verify(read('scripts/support/require-node.cjs'), {
      languageOptions: { ecmaVersion: 5, sourceType: 'commonjs' },
    });
    expect(faults).toEqual([]);
  });

  it.each([
    'start',
    'test',
    'test:browser',
    'test:faults',
    'test:node',
    'smoke',
    'build',
    'serve',
    'check',
    'bench',
    'soak',
  ])('is detected by npm run %s', (name) => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const asked = [...ENTRIES, '--require ./scripts/support/require-node.cjs'];
    expect(asked.some((entry) => scripts[name].includes(`node ${entry}`))).toBe(true);
  });
});

describe('npm run test:node', () => {
  let root: string;

  beforeEach(() => (root = mkdtempSync(join(tmpdir(), 'other-node-'))));
  afterEach(() => rmSync(root, { recursive: true }));

  /** Fetches a version with a fake npm that runs this code. */
  function fetchNode(
    version: string,
    npm: string,
    platform = 'linux',
  ): { status: number | null; output: string } {
    const cli = join(root, 'npm-cli.js');
    writeFileSync(cli, npm);
    const parameters = JSON.stringify([version, { root, platform }]).slice(1, -1);
    const code = `import { fetchNode } from ${JSON.stringify(pathToFileURL(join(ROOT, 'scripts/support/other-node.mjs')).href)};
      import { main } from ${JSON.stringify(pathToFileURL(join(ROOT, 'scripts/support/project.mjs')).href)};
      await main(async () => console.log(JSON.stringify(await fetchNode(${parameters}))));`;
    const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
      encoding: 'utf8',
      env: { ...process.env, npm_execpath: cli },
    });
    return { status, output: stdout + stderr };
  }

  it.each([
    ['linux', `node-linux-${process.arch}`, 'node'],
    ['darwin', `node-darwin-${process.arch}`, 'node'],
    ['win32', `node-win-${process.arch}`, 'node.exe'],
  ])('installs the package of %s into a folder that git ignores', (platform, name, program) => {
    const noted = join(root, 'noted.json');
    const npm = `require('node:fs').writeFileSync(${JSON.stringify(noted)}, JSON.stringify(process.argv.slice(2)))`;
    const { status, output } = fetchNode('24', npm, platform);
    const folder = join(root, 'node_modules', '.cache', 'node', '24');
    const bin = join(folder, 'node_modules', name, 'bin');
    expect(status).toBe(0);
    expect(JSON.parse(output)).toEqual({ bin, program: join(bin, program) });
    const parameters = JSON.parse(readFileSync(noted, 'utf8')) as string[];
    expect(parameters).toEqual(expect.arrayContaining(['install', `--prefix=${folder}`, `${name}@24`]));
    expect(parameters.join(' ')).not.toMatch(/registry|https?:/);
  });

  it.each([
    ['ETARGET', 'There is no Node 99 for linux'],
    ['E404', 'There is no Node 99 for linux'],
    ['ENOTFOUND', 'npm could not install node-linux'],
  ])('explains the npm error %s', (code, words) => {
    const { status, output } = fetchNode('99', `console.error('npm error code ${code}'); process.exit(1)`);
    expect(status).toBe(1);
    expect(output).toContain(words);
    expect(output).not.toContain('    at ');
  });

  it('asks npm only for versions', () => {
    for (const version of ['latest', '24 --registry=x', '../x', '']) {
      const { status, output } = fetchNode(version, 'throw new Error("npm was run")');
      expect(status).toBe(1);
      expect(output).toContain('is not a version of Node');
    }
  });
});
