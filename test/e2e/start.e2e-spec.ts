import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTestDatabase, type TestDatabase, withConnection } from '#libs/testing';
import { fanclub } from '../../src/tools/cli/main';
import { freePort } from '../support/free-port';
import { forkProcess, type RunningProcess } from '../support/server-process';
import { testEnvironment } from '../support/start-test-app';

const ROOT = join(__dirname, '..', '..');
const NPM_START = 'start-process.ts';
const SERVE = '../../src/main.ts';

/** Words of a stack trace. */
const STACK = /^\s+at /m;

let database: TestDatabase;
let folder: string;
let processes: RunningProcess[] = [];

beforeEach(async () => {
  database = await createTestDatabase();
  folder = mkdtempSync(join(tmpdir(), 'start-'));
});

afterEach(async () => {
  for (const running of processes) await running.kill('SIGKILL');
  processes = [];
  await database.drop();
  rmSync(folder, { recursive: true });
});

function run(script: string, environment: NodeJS.ProcessEnv = {}) {
  const started = forkProcess(script, {
    ...testEnvironment(database.url),
    LOG_LEVEL: 'info',
    LOG_FORMAT: 'json',
    DATA_DIR: join(folder, 'data'),
    ...environment,
  });
  processes.push(started.running);
  return started;
}

/** The output and the exit code of a process that does not start. */
async function failure(script: string, environment: NodeJS.ProcessEnv = {}) {
  const { child, running } = run(script, environment);
  const [code] = (await once(child, 'close')) as [number];
  return { code, output: running.output() };
}

interface Line {
  level: string;
  msg: string;
  [field: string]: unknown;
}

const linesOf = (output: string): Line[] =>
  output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line);

/** Starts the service, and resolves with its output once it matches all patterns. */
async function output(script: string, environment: NodeJS.ProcessEnv, ...fits: RegExp[]): Promise<string> {
  const { child, running } = run(script, environment);
  while (!fits.every((pattern) => pattern.test(running.output()))) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(running.output());
    await sleep(20);
  }
  return running.output();
}

const SERVING = /"msg":"serving"[^]*\n/;
const ANSWERS = /The service answers at .*\n/;

it('commands speak of the port at which `npm start` runs with the same DATA_DIR, and of 3000 after its end', async () => {
  const own = { PORT: undefined, PUBLIC_URL: undefined, DATA_DIR: join(folder, 'data') };
  const doctor = async () => {
    const lines: string[] = [];
    const print = (line: string) => void lines.push(line);
    await fanclub(['doctor'], { ...testEnvironment(database.url), ...own }, { print, log: print });
    return lines.find((line) => line.includes('public URL'));
  };
  mkdirSync(own.DATA_DIR);
  const text = await output(NPM_START, { PUBLIC_URL: '' }, ANSWERS, SERVING);
  const [, listening] = /"listening":"http:\/\/127\.0\.0\.1:(\d+)"/.exec(text) ?? [];
  expect(await doctor()).toContain(`http://localhost:${listening}`);
  await processes[0].kill();
  expect(await doctor()).toContain('http://localhost:3000');
}, 120_000);

describe.each([
  ['npm run serve', SERVE],
  ['npm start', NPM_START],
] as const)('`%s` ends with exit code 1 and one clear line, without a stack trace', (_, script) => {
  it('for a port in use, with the port and a way to use another', async () => {
    const taken: Server = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    try {
      const { code, output } = await failure(script, { PORT: String(port), SEED_DEMO: 'false' });
      expect(code).toBe(1);
      expect(output).toContain(
        `Port ${port} of 127.0.0.1 is in use by another program. Stop that program, or take another port: PORT=${port + 1}\n`,
      );
      expect(output).not.toMatch(STACK);
    } finally {
      taken.close();
    }
  }, 120_000);

  it('for a database with a newer schema than the code knows', async () => {
    await withConnection(database.url, (client) =>
      client.query(`INSERT INTO migrations ("timestamp", name) VALUES (1999, 'FromTheFuture1999')`),
    );
    const { code, output } = await failure(script);
    expect(code).toBe(1);
    expect(output).toContain(
      'The database has a newer schema than this version of the service knows (FromTheFuture1999): install the newer version.\n',
    );
    expect(output).not.toMatch(STACK);
  }, 120_000);
});

describe('`npm run serve`', () => {
  it('names the command to run for a database that is not fully migrated', async () => {
    await withConnection(database.url, async (client) => {
      await client.query('DELETE FROM migrations WHERE id = (SELECT max(id) FROM migrations)');
    });
    const { code, output } = await failure(SERVE);
    expect(code).toBe(1);
    expect(output).toMatch(
      /^The database has an older schema \(without \w+\)\. To bring it to this version, run: npx fanclub migrate$/m,
    );
    expect(output).not.toMatch(STACK);
  }, 120_000);

  it('names the command to run for an empty database', async () => {
    await withConnection(database.url, (client) =>
      client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public'),
    );
    const { code, output } = await failure(SERVE);
    expect(code).toBe(1);
    expect(output).toMatch(
      /^The database has no schema yet\. To bring it to this version, run: npx fanclub migrate$/m,
    );
    expect(output).not.toMatch(STACK);
  }, 120_000);

  it('asks for npm run build if there is no build, and for npm ci if there are no packages', async () => {
    const serve = (): Promise<{ code: unknown; stderr: string }> =>
      new Promise((resolve) => {
        execFile(process.execPath, [join(folder, 'scripts/serve.mjs')], (error, _, stderr) =>
          resolve({ code: error?.code, stderr }),
        );
      });
    cpSync(join(ROOT, 'scripts'), join(folder, 'scripts'), { recursive: true });
    expect(await serve()).toEqual({ code: 1, stderr: 'No packages are installed. Run: npm ci\n' });
    mkdirSync(join(folder, 'node_modules'));
    expect(await serve()).toEqual({ code: 1, stderr: 'The service is not built. Run: npm run build\n' });
    // Runs the built code.
    mkdirSync(join(folder, 'dist/src'), { recursive: true });
    writeFileSync(join(folder, 'dist/src/main.js'), 'process.stderr.write("served"); process.exitCode = 7;');
    expect(await serve()).toEqual({ code: 7, stderr: 'served' });
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    expect(scripts.serve).toBe('exec node scripts/serve.mjs');
  });

  it('prints a summary: version, commit, database host, base URL, mail transport, disabled features', async () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
    const text = await output(SERVE, { RUN_JOBS: 'true' }, SERVING);
    const line = linesOf(text).find(({ msg }) => msg === 'serving');
    const { host, pathname } = new URL(database.url);
    expect(line).toMatchObject({
      level: 'info',
      msg: 'serving',
      version,
      commit: null,
      listening: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) as string,
      api: 'https://api.example.test/api/v1',
      database: `${host}${pathname}`,
      mail: `files in ${join(folder, 'data', 'mails')}`,
      off: ['read replicas', 'trusted proxies', 'metrics'],
    });
    expect(JSON.stringify(line)).not.toContain(new URL(database.url).password || 'no password');
  }, 120_000);

  it('names disabled features, and the mail server without its password', async () => {
    const text = await output(
      SERVE,
      {
        SMTP_URL: 'smtps://fan:hunter2@mail.example.com:465',
        PUBLIC_URL: 'http://club.example',
        ANSWER_MEMORY_MB: '0',
        TRUST_PROXY: '10.0.0.1',
        DATABASE_NAMED_STATEMENTS: 'false',
        RUN_JOBS: 'true',
      },
      SERVING,
    );
    expect(linesOf(text).find(({ msg }) => msg === 'serving')).toMatchObject({
      mail: 'sent by mail.example.com:465',
      off: ['read replicas', 'answers in memory', 'named statements', 'metrics', 'https'],
    });
    expect(text).not.toContain('hunter2');
  }, 120_000);

  it('warns only when no process runs jobs', async () => {
    const warning = /No process runs jobs: mails wait/;
    const alone = await output(SERVE, {}, SERVING, warning);
    expect(linesOf(alone).find(({ msg }) => msg === 'serving')?.off).toContain('jobs');
    expect(linesOf(alone).find(({ msg }) => warning.test(msg))?.level).toBe('warn');
    await output(SERVE, { RUN_JOBS: 'true' }, SERVING, /worker started/);
    const beside = await output(SERVE, {}, SERVING);
    await sleep(1_000);
    expect([beside, processes.at(-1)?.output()].join()).not.toMatch(warning);
  }, 180_000);

  it('warns that links will use localhost, only with HOST=0.0.0.0 and without PUBLIC_URL', async () => {
    const port = String(await freePort());
    const logged = async (environment: NodeJS.ProcessEnv): Promise<Line[]> => {
      const lines = linesOf(await output(SERVE, { PORT: port, ...environment }, SERVING));
      await Promise.all(processes.splice(0).map((running) => running.kill('SIGKILL')));
      return lines.filter(({ msg }) => msg.includes('PUBLIC_URL'));
    };
    expect(await logged({ HOST: '0.0.0.0', PUBLIC_URL: '' })).toMatchObject([
      {
        level: 'warn',
        msg: `Links in mails and pages will lead to http://localhost:${port}, which only this machine can reach. Set PUBLIC_URL to the public address of the service`,
      },
    ]);
    expect(await logged({ HOST: '0.0.0.0' })).toEqual([]);
    expect(await logged({ PUBLIC_URL: '' })).toEqual([]);
  }, 180_000);
});

describe('the demo', () => {
  const isThere = (): Promise<boolean> =>
    withConnection(database.url, async (client) => {
      const { rowCount } = await client.query('SELECT FROM fanclubs');
      return rowCount === 2;
    });

  /** Where the demo bank sends the events of the accounts of the fan clubs. */
  const eventsUrls = (): Promise<unknown[]> =>
    withConnection(database.url, async (client) => {
      const { rows } = await client.query<{ url: string }>(
        `SELECT content->>'eventsUrl' AS url FROM demo_bank.objects WHERE kind = 'account' ORDER BY url`,
      );
      return rows.map(({ url }) => url);
    });

  it('is loaded by `npm start` when it listens on loopback, and not listed as disabled', async () => {
    const text = await output(NPM_START, {}, ANSWERS, SERVING);
    expect(await isThere()).toBe(true);
    const line = linesOf(text).find(({ msg }) => msg === 'serving');
    expect(line?.off).not.toContain('demo');
    expect(text).not.toContain('The demo is not loaded');
  }, 120_000);

  it('is not loaded when other machines can reach it, and the output names the setting', async () => {
    const text = await output(NPM_START, { HOST: '0.0.0.0' }, ANSWERS, SERVING);
    expect(await isThere()).toBe(false);
    expect(text).toContain(
      'The demo is not loaded: its log-ins are public, and HOST=0.0.0.0 lets others use them. SEED_DEMO=true loads it anyway.\n',
    );
    expect(linesOf(text).find(({ msg }) => msg === 'serving')?.off).toContain('demo');
  }, 120_000);

  it('is loaded even then with SEED_DEMO=true, and never with SEED_DEMO=false', async () => {
    await output(NPM_START, { SEED_DEMO: 'false' }, ANSWERS);
    expect(await isThere()).toBe(false);
    const secure = await output(NPM_START, { HOST: '0.0.0.0', SEED_DEMO: 'true' }, ANSWERS);
    expect(await isThere()).toBe(true);
    expect(secure).toContain('The demo bank is off: HOST=0.0.0.0 lets others use it.');
    expect(secure).not.toContain('paid at the demo bank');
    // The demo was loaded before; now that others can reach it, the service warns unless the setting allows it.
    const warning = /The log-ins of the demo are public, and HOST=0\.0\.0\.0 lets others use them/;
    const PUBLIC_URL = 'http://club.example';
    const open = { HOST: '0.0.0.0', PUBLIC_URL, PAYMENTS_DEMO: 'true' };
    const text = await output(NPM_START, open, ANSWERS, warning);
    expect(text).toMatch(warning);
    expect(text).toContain(
      'Its plans are paid at the demo bank, with the card 4242 4242 4242 4242; no money moves.',
    );
    expect(await eventsUrls()).toEqual([1, 2].map((n) => `${PUBLIC_URL}/payments/demo/${n}/events`));
  }, 180_000);
});

describe('the example site', () => {
  const SITE = /^The example site of The Tin Comets Fan Club is at (http:\/\/\S+)\n/;
  /** The text that `npm start` prints when it is ready. */
  const bannerOf = (text: string): string => text.slice(text.search(/^The (example site|service)/m));

  it('is served by `npm start`, named first, linked from its home page, and ends with the service', async () => {
    const text = await output(NPM_START, { SITE: 'true' }, ANSWERS, SERVING);
    const [, origin] = SITE.exec(bannerOf(text))!;
    expect(await fetch(origin).then((response) => response.text())).toContain('<title>The Tin Comets');
    const settings = await fetch(`${origin}/settings.js`).then((response) => response.text());
    expect(settings).toContain('"key":"demo-tin-comets"');
    const [, service] = /^The service answers at (\S+)\/api\/v1/m.exec(text)!;
    const home = await fetch(service, { headers: { accept: 'text/html' } }).then((page) => page.text());
    for (const place of [origin, `${service}/staff`]) expect(home).toContain(`<a href="${place}">`);
    expect(await processes.at(-1)!.kill()).toBe(0);
    await expect(fetch(origin)).rejects.toThrow();
  }, 120_000);

  it('is served at SITE_PORT, or at another port if that is in use', async () => {
    const port = await freePort();
    const SITE_PORT = String(port);
    const first = await output(NPM_START, { SITE: 'true', SITE_PORT }, ANSWERS);
    expect(bannerOf(first)).toMatch(new RegExp(`^The example site .* is at http://\\S+:${port}\n`));
    const second = await output(NPM_START, { SITE: 'true', SITE_PORT }, ANSWERS);
    expect(SITE.exec(bannerOf(second))![1]).not.toContain(SITE_PORT);
  }, 180_000);

  it('is not served with SITE=false, without the demo, or for another database unless SITE says so', async () => {
    const without = await output(NPM_START, { SITE: 'true', SEED_DEMO: 'false' }, ANSWERS);
    const elsewhere = await output(NPM_START, {}, ANSWERS);
    const off = await output(NPM_START, { SITE: 'false' }, ANSWERS);
    expect(without + elsewhere + off).not.toContain('example site');
    expect(off).toContain('with two demo fan clubs');
  }, 180_000);
});

describe('a link in a mail', () => {
  /** Signs up for the contact list, and resolves with the log line of the mail. */
  async function mailLine(script: string, environment: NodeJS.ProcessEnv): Promise<Line> {
    const port = await freePort();
    const served = await output(script, { RUN_JOBS: 'true', PORT: String(port), ...environment }, SERVING);
    expect(served).not.toMatch(STACK);
    const running = processes.at(-1)!;
    await fetch(`http://127.0.0.1:${port}/api/v1/contacts?key=demo-tin-comets`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ contact: { email: 'ada@x.example' } }),
    });
    const written = (): Line | undefined =>
      linesOf(running.output()).find(({ msg }) => msg === 'mail written');
    const since = performance.now();
    while (!written() && performance.now() - since < 20_000) await sleep(20);
    return written() as Line;
  }

  beforeEach(async () => {
    const environment = { DATABASE_URL: database.url, DATA_DIR: join(folder, 'import') };
    const terminal = { print: () => undefined, log: () => undefined };
    expect(await fanclub(['import', join(ROOT, 'demo/catalogue.json')], environment, terminal)).toBe(0);
  });

  it.each<[string, string, NodeJS.ProcessEnv, boolean]>([
    ['is not logged by npm run serve without SMTP', SERVE, {}, false],
    ['is logged by npm start', NPM_START, {}, true],
    ['is logged by npm run serve with MAIL_LOG_LINKS=true', SERVE, { MAIL_LOG_LINKS: 'true' }, true],
    ['is not logged by npm start with MAIL_LOG_LINKS=false', NPM_START, { MAIL_LOG_LINKS: 'false' }, false],
  ])(
    '%s',
    async (_, script, environment, isLogged) => {
      const line = await mailLine(script, environment);
      expect(line).toMatchObject({ level: 'info', kind: 'confirm_contact' });
      expect(typeof line.link).toBe(isLogged ? 'string' : 'undefined');
      for (const running of processes) expect(/token=/.test(running.output())).toBe(isLogged);
    },
    120_000,
  );
});
