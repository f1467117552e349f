import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { VERSION } from '#platform/operations';
import { fanclub } from '../../src/tools/cli/main';
import { TEST_ROLE } from '../support/database-roles';
import { FakeS3 } from '../support/content/fake-s3';
import { MailServer } from '../support/mail-server';
import { testApp, testEnvironment } from '../support/start-test-app';

const t = testApp();
const SECRET = 'hunter2-hunter2';
const OTHER_KEY = Buffer.alloc(32, 'abcdefghijklmnopqrstuvwxyz012345').toString('base64');

let mail: MailServer;
beforeAll(async () => (mail = await MailServer.start()));
afterAll(() => mail.stop());

interface Line {
  state: string;
  subject: string;
  text: string;
}

/** Runs the command with the settings of the service under test, which serves at its real address. */
async function doctor(environment: NodeJS.ProcessEnv = {}) {
  const [out, logged]: [string[], string[]] = [[], []];
  const settings: NodeJS.ProcessEnv = {
    ...testEnvironment(t.config.database.url),
    PORT: new URL(t.origin).port,
    PUBLIC_URL: t.origin,
    SMTP_URL: mail.url,
    ...environment,
  };
  const terminal = { print: (line: string) => out.push(line), log: (line: string) => logged.push(line) };
  const code = await fanclub(['doctor'], settings, terminal);
  const [header, ...rows] = out;
  const starts = ['state', 'checked', 'found'].map((name) => header.indexOf(name));
  const lines = rows.map((row): Line => {
    const [state, subject, text] = starts.map((start, at) => row.slice(start, starts[at + 1]).trim());
    return { state, subject, text };
  });
  const output = [...out, ...logged].join('\n');
  for (const name of ['SESSION_KEYS', 'ENCRYPTION_KEYS'])
    for (const secret of settings[name]?.split(',') ?? []) if (secret) expect(output).not.toContain(secret);
  for (const name of ['DATABASE_URL', 'DATABASE_OWNER_URL', 'SMTP_URL']) {
    const { password } = new URL(settings[name] || 'postgres://nobody');
    if (password) expect(output).not.toContain(password);
  }
  return {
    code,
    lines,
    summary: logged.at(-1),
    of: (subject: string) => lines.filter((one) => one.subject === subject),
  };
}

/** Runs SQL as the owner before the work, and other SQL after it. */
async function changed<T>(before: string, after: string, work: () => Promise<T>): Promise<T> {
  await t.db.query(before);
  return work().finally(() => t.db.query(after));
}

describe('fanclub doctor', () => {
  it('reports what works, one line for each check, and the faults of a database for tests', async () => {
    const worker = new Client({
      connectionString: t.config.database.url,
      application_name: 'fanclub-worker-0000',
    });
    await worker.connect();
    const { code, lines, summary } = await doctor().finally(() => worker.end());
    expect(lines[0]).toEqual({ state: 'ok', subject: 'version', text: `${VERSION}, of an unknown commit` });
    const good = lines.filter(({ state }) => state === 'ok').map(({ subject }) => subject);
    expect(good).toEqual(
      expect.arrayContaining([
        ...['public URL', 'proxies', 'clock', 'connections', 'role', 'migrations', 'jobs'],
        ...['sealed values', 'server', 'mail server'],
      ]),
    );
    // The keys of the tests are one constant, and their database does not wait for the disk.
    const bad = lines
      .filter(({ state }) => state === 'problem')
      .map(({ subject, text }) => `${subject}: ${text}`);
    expect(bad).toEqual([
      'keys: key 1 of SESSION_KEYS is not random',
      'keys: key 1 of ENCRYPTION_KEYS is not random',
      expect.stringMatching(/^database: fsync, .*synchronous_commit.* off/),
    ]);
    expect([code, mail.received]).toEqual([1, []]);
    expect(summary).toMatch(/^\d+ ok, \d+ to look at, 3 to correct\.$/);
  });

  it('reports every invalid setting, and does not repeat its value', async () => {
    const { code, of } = await doctor({ PORT: SECRET, ENCRYPTION_KEYS: '', SMTP_URL: '' });
    expect(code).toBe(1);
    const found = of('settings').map(({ state, text }) => `${state} ${text.split(' ')[0]}`);
    expect(found.sort()).toEqual(['problem ENCRYPTION_KEYS', 'problem PORT']);
  });

  it('reports a database that cannot be reached, and checks the rest', async () => {
    const nowhere = `postgres://fanclub:${SECRET}@127.0.0.1:1/fanclub`;
    const { code, of } = await doctor({ DATABASE_URL: nowhere, DATABASE_OWNER_URL: '' });
    expect(code).toBe(1);
    expect(of('database')).toEqual([
      { state: 'problem', subject: 'database', text: expect.stringContaining('ECONNREFUSED') as string },
    ]);
    expect(of('mail server')).toMatchObject([{ state: 'ok' }]);
  });

  it('reports a wrong password of the database', async () => {
    const url = new URL(t.config.database.url);
    url.password = SECRET;
    const { of } = await doctor({ DATABASE_URL: url.href });
    expect(of('database')[0].text).toMatch(/^DATABASE_URL cannot be reached: password authentication failed/);
  });

  it('reports missing migrations, and those of a newer version', async () => {
    const last = `timestamp = (SELECT max(timestamp) FROM migrations)`;
    const [{ id, timestamp, name }] = await t.db.query<Record<string, string>[]>(
      `SELECT * FROM migrations WHERE ${last}`,
    );
    const older = await changed(
      `DELETE FROM migrations WHERE ${last}`,
      `INSERT INTO migrations VALUES (${id}, ${timestamp}, '${name}')`,
      () => doctor(),
    );
    expect(older.of('migrations')).toMatchObject([
      { state: 'problem', text: expect.stringMatching('missing: ') as string },
    ]);
    const newer = await changed(
      `INSERT INTO migrations VALUES (0, 9999999999999, 'Later')`,
      `DELETE FROM migrations WHERE name = 'Later'`,
      () => doctor(),
    );
    expect(newer.of('migrations')).toMatchObject([
      { state: 'problem', text: expect.stringContaining('Later') as string },
    ]);
  });

  it('reports rights that the role lacks, and a role that has too many', async () => {
    const { of } = await changed(
      `REVOKE INSERT ON customers FROM ${TEST_ROLE}`,
      `GRANT INSERT ON customers TO ${TEST_ROLE}`,
      () => doctor(),
    );
    expect(of('role')).toMatchObject([
      { state: 'problem', text: expect.stringContaining('INSERT on customers') as string },
    ]);
    const owner = await doctor({ DATABASE_URL: t.config.database.ownerUrl });
    expect(owner.of('role')).toMatchObject([{ state: 'warning' }]);
  });

  it('reports secrets that no key opens, and those that an old key opens', async () => {
    const { id: fanclubId } = await t.given.fanclub();
    await t.given.loginProvider({ fanclubId, appSecret: 'x' });
    const lost = await doctor({ ENCRYPTION_KEYS: OTHER_KEY });
    expect(lost.of('sealed values')).toMatchObject([
      { state: 'problem', text: expect.stringContaining('opens 1 of 1') as string },
    ]);
    const { ENCRYPTION_KEYS: old } = testEnvironment(t.config.database.url);
    const rotating = await doctor({ ENCRYPTION_KEYS: `${OTHER_KEY},${old}` });
    expect(rotating.of('sealed values')).toMatchObject([{ state: 'warning' }]);
  });

  it('reports that no process runs jobs', async () => {
    expect((await doctor()).of('jobs')).toMatchObject([{ state: 'problem' }]);
  });

  it('reports too few connections', async () => {
    expect((await doctor({ DATABASE_POOL_SIZE: '500' })).of('connections')).toMatchObject([
      { state: 'problem' },
    ]);
  });

  it('reports a mail server that refuses the connection or the password', async () => {
    const refused = await doctor({ SMTP_URL: 'smtp://127.0.0.1:1' });
    expect(refused.of('mail server')).toMatchObject([
      { state: 'problem', text: expect.stringContaining('ECONNREFUSED') as string },
    ]);
    const strict = await MailServer.start({
      onAuth: (_auth, _session, done) => done(new Error('Wrong password')),
      allowInsecureAuth: true,
      disabledCommands: ['STARTTLS'],
    });
    const url = strict.url.replace('//', `//ada:${SECRET}@`);
    const wrong = await doctor({ SMTP_URL: url }).finally(() => strict.stop());
    expect(wrong.of('mail server')).toMatchObject([
      { state: 'problem', text: expect.stringContaining('SMTP 535') as string },
    ]);
  });

  it('tries the storage of files, and says which one does not work and why', async () => {
    const s3 = await FakeS3.start();
    const found = async (settings: NodeJS.ProcessEnv) => {
      const [{ state, text }] = (await doctor(settings)).of('files');
      return `${state} ${text}`;
    };
    const works = await found(s3.settings);
    const left = s3.objects.size;
    s3.failsWith = 403;
    const refused = await found(s3.settings);
    for (const method of ['PUT', 'GET', 'LIST', 'DELETE']) {
      s3.failsAt = method;
      expect([method, await found(s3.settings), s3.objects.size]).toEqual([
        method,
        expect.stringMatching(/^problem the bucket fanclub-files does not store files: HTTP 403/),
        method === 'DELETE' ? 1 : 0,
      ]);
    }
    await s3.stop();
    expect(works).toBe('ok the bucket fanclub-files takes, returns and deletes files');
    expect(refused).toMatch(/^problem the bucket fanclub-files does not store files: HTTP 403/);
    expect([left, await found({ FILES_FOLDER: __dirname })]).toEqual([
      0,
      `ok ${__dirname} takes, returns and deletes files`,
    ]);
    expect(await found({ FILES_FOLDER: '/proc' })).toMatch(/^problem \/proc does not store files: E/);
    expect(await found({ FILES_FOLDER: '/nonexistent' })).toBe('ok /nonexistent does not exist yet');
    expect(await found({ FILES_FOLDER: `${__filename}/files` })).toMatch(/does not store files: ENOTDIR/);
  });

  it('tries the folder in which uploads arrive, and leaves nothing there', async () => {
    const FILES_FOLDER = mkdtempSync(join(tmpdir(), 'doctor-files-'));
    const incoming = join(FILES_FOLDER, 'incoming');
    const found = async () => (await doctor({ FILES_FOLDER })).of('files')[0];
    mkdirSync(incoming);
    expect(await found()).toMatchObject({ state: 'ok' });
    expect([readdirSync(FILES_FOLDER), readdirSync(incoming)]).toEqual([['incoming'], []]);
    rmdirSync(incoming);
    writeFileSync(incoming, 'no folder');
    expect(await found()).toMatchObject({ state: 'problem', text: expect.stringContaining('ENOTDIR') });
    rmSync(FILES_FOLDER, { recursive: true });
  });

  it('warns of a folder that is missing although files of members should be in it', async () => {
    await t.given.benefitItem({ file: 'stage plan' });
    const warnings = (await doctor({ FILES_FOLDER: '/nonexistent' })).of('files');
    expect(warnings).toContainEqual(
      expect.objectContaining({ state: 'warning', text: expect.stringContaining('1 file') }),
    );
  });

  it('reports a public URL without a service, and one of another program', async () => {
    const none = await doctor({ PUBLIC_URL: 'http://127.0.0.1:1' });
    expect(none.of('server')).toMatchObject([
      { state: 'warning', text: expect.stringContaining('On this machine') as string },
    ]);
    const other = createServer((_request, response) => response.end('<h1>It works!</h1>')).listen(
      0,
      '127.0.0.1',
    );
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const wrong = await doctor({ PUBLIC_URL: `http://127.0.0.1:${port}`, PORT: '1' });
    other.close();
    expect(wrong.of('server')).toMatchObject([
      { state: 'warning', text: expect.stringContaining('another program') as string },
    ]);
  });

  it('reports limits that all visitors share, and proxies that anybody can be', async () => {
    const secure = { PUBLIC_URL: 'https://127.0.0.1:1' };
    expect((await doctor(secure)).of('proxies')).toMatchObject([{ state: 'problem' }]);
    expect((await doctor({ ...secure, TRUST_PROXY: '::/0' })).of('proxies')).toMatchObject([
      { state: 'problem' },
    ]);
  });
});
