import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, HttpClient, withConnection } from '#libs/testing';
import { Mail } from '../../src/platform/mail';
import { MailServer } from '../support/mail-server';
import { queueMails } from '../support/queue-mail';
import { forkProcess, orEnd, type RunningProcess, startServerProcess } from '../support/server-process';
import { testApp, testEnvironment } from '../support/start-test-app';

/** Seconds within which a mail must arrive after its worker died: the time until another worker notices, and some more. */
const SOON = 25;

const t = testApp();
let mails: MailServer;
let dataDir: string;
const started: RunningProcess[] = [];

beforeEach(async () => {
  mails = await MailServer.start();
  dataDir = mkdtempSync(join(tmpdir(), 'mail-crash-'));
});
afterEach(async () => {
  await Promise.all(started.splice(0).map((one) => one.kill('SIGKILL')));
  await mails.stop();
  rmSync(dataDir, { recursive: true });
});

const settings = () => ({ SMTP_URL: mails.url, RUN_JOBS: 'true', LOG_LEVEL: 'info', DATA_DIR: dataDir });

async function startServer(environment: NodeJS.ProcessEnv = {}) {
  const server = await startServerProcess(t.config.database.url, { ...settings(), ...environment });
  started.push(server);
  return server;
}

/** Starts `fanclub worker`, and resolves once it works or has logged the given text. */
async function startWorkerProcess(
  databaseUrl = t.config.database.url,
  words = 'worker started',
): Promise<RunningProcess> {
  const environment = { ...testEnvironment(databaseUrl), ...settings() };
  const { child, running } = forkProcess('worker-process.ts', environment, ['worker']);
  started.push(running);
  const working = until(() => running.output().includes(words));
  await orEnd(working, child, running);
  return running;
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 20));
}

const rows = () => t.db.getRepository(Mail).find({ order: { id: 'ASC' } });
const allSent = async () => (await rows()).every(({ sentAt }) => sentAt !== null);
// Excludes scheduled jobs.
const sendings = () =>
  t.db.query<unknown[]>("SELECT * FROM graphile_worker.jobs WHERE task_identifier = 'send_mail'");
const pause = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

describe('when a process is killed', () => {
  it('between the transaction and the sending, another process sends the mail once', async () => {
    const club = await t.given.fanclub();
    const server = await startServer({ RUN_JOBS: 'false' });
    const answer = await new HttpClient(server.origin).request('POST', `/api/v1/accounts?key=${club.key}`, {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        email: 'ada@x.example',
        first_name: 'Ada',
        last_name: 'Lovelace',
        birthdate: '1990-12-10',
        password_attributes: { password: 'correct horse', password_confirmation: 'correct horse' },
        accept_terms: true,
      }),
    });
    expect(JSON.parse(answer.text)).toMatchObject({ status: 'ok' });
    await server.kill('SIGKILL');
    expect([mails.attempts, (await rows()).length]).toEqual([0, 1]);

    await startServer();
    const [mail] = await mails.arrived(1, SOON);
    await until(allSent);
    await pause(3);
    expect(mails.received).toHaveLength(1);
    expect(mail.envelope.to).toEqual(['ada@x.example']);
    expect(mail.text).toContain(`/fanclubs/${club.id}/confirm?token=`);
  });

  it('after the server accepted its mails, they are never sent again', async () => {
    const worker = await startWorkerProcess();
    await queueMails(t, [{}, {}, {}]);
    await mails.arrived(3, SOON);
    await until(allSent);
    await worker.kill('SIGKILL');
    // Simulates a worker that died before it reported to the queue: the job exists, and no worker has it.
    await t.db.query(
      `SELECT graphile_worker.add_job('send_mail', json_build_object('fanclubId', fanclub_id, 'mailId', id)) FROM mails`,
    );

    await startWorkerProcess();
    await queueMails(t, [{ to: 'last@x.example' }]);
    const received = await mails.arrived(4, SOON);
    await until(async () => (await sendings()).length === 0);
    expect(received.map(({ envelope }) => envelope.to[0])).toEqual([
      'ada@x.example',
      'ada@x.example',
      'ada@x.example',
      'last@x.example',
    ]);
  });

  it('while sending, the mail is sent again with the same Message-ID, and none is lost', async () => {
    mails.reply = (attempt) => (attempt <= 2 ? 'silence' : 'accept');
    const worker = await startWorkerProcess();
    await queueMails(t, [{ to: 'one@x.example' }, { to: 'two@x.example' }, { to: 'three@x.example' }]);
    const before = (await mails.arrived(2, SOON)).map(({ messageId }) => messageId);
    await worker.kill('SIGKILL');

    await startServer();
    const received = await mails.arrived(5, SOON);
    await until(allSent);
    const after = received.slice(2).map(({ messageId }) => messageId);
    expect(after).toHaveLength(3);
    expect(new Set(after)).toEqual(new Set((await rows()).map(({ messageKey }) => `<${messageKey}>`)));
    for (const messageId of before) expect(after).toContain(messageId);
  });
});

describe('fanclub worker', () => {
  it('never changes the schema, as it may be newer than the servers beside it', async () => {
    const { url, drop } = await createTestDatabase();
    await withConnection(url, (client) => client.query('DROP SCHEMA graphile_worker CASCADE'));
    const worker = await startWorkerProcess(url, 'npx fanclub migrate');
    await worker.kill();
    const { rows: schemas } = await withConnection(url, (client) =>
      client.query(`SELECT FROM pg_namespace WHERE nspname = 'graphile_worker'`),
    );
    expect(schemas).toEqual([]);
    await drop();
  });
});

describe('when a process is told to stop', () => {
  it('it sends the current mail, and exits 0', async () => {
    const worker = await startWorkerProcess();
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    mails.hold = () => held;
    await queueMails(t);
    await until(() => mails.attempts === 1);
    const ended = worker.kill('SIGTERM');
    await pause(0.5);
    release();
    expect(await ended).toBe(0);
    expect(await allSent()).toBe(true);
    expect(mails.attempts).toBe(1);
  });

  it('a worker whose database is unreachable stops waiting, and exits 0', async () => {
    const away = new URL(t.config.database.url);
    away.port = '1';
    const worker = await startWorkerProcess(away.href, 'worker interrupted');
    expect(await worker.kill('SIGTERM')).toBe(0);
  });

  it('it aborts a mail that the server never answers, in time, and the mail is not lost', async () => {
    mails.reply = () => 'silence';
    const server = await startServer();
    await queueMails(t);
    await mails.arrived(1, SOON);
    const began = performance.now();
    expect(await server.kill('SIGTERM')).toBe(0);
    expect(performance.now() - began).toBeLessThan(9_000);
    expect(await rows()).toMatchObject([{ sentAt: null, givenUpAt: null, attempts: 1, lastError: 'EABORT' }]);

    mails.reply = () => 'accept';
    await startServer();
    await mails.arrived(2, SOON);
    await until(allSent);
  });
});
