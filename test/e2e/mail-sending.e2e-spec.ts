import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { createTestDatabase, withConnection } from '#libs/testing';
import { Sql } from '../../src/platform/database';
import { Mail, MailTemplate, retryMails } from '../../src/platform/mail';
import { MailServer } from '../support/mail-server';
import { type RunningWorker, startWorker } from '../support/worker';
import { MAILED_LINK, queueMails } from '../support/queue-mail';
import { retryNow } from '../support/retry-now';
import { testApp } from '../support/start-test-app';

const t = testApp({}, { alone: true });
const rows = () => t.db.getRepository(Mail).find({ order: { id: 'ASC' } });
// Excludes scheduled jobs.
const jobs = () =>
  t.db.query<unknown[]>("SELECT * FROM graphile_worker.jobs WHERE task_identifier = 'send_mail'");

describe('with a mail server', () => {
  let server: MailServer;
  let running: RunningWorker;

  beforeEach(async () => {
    server = await MailServer.start();
    running = startWorker(t.config.database.url, { SMTP_URL: server.url });
    await running.logged('worker started');
  });
  afterEach(async () => {
    await running.worker.stop();
    await server.stop();
  });

  it('mails arrive within seconds, from the club, in two parts with the same text', async () => {
    const club = await t.given.fanclub({ name: 'Tin Comets' });
    await queueMails(t);
    const [mail] = await server.arrived(1, 5);

    expect(mail.envelope).toEqual({ from: 'no-reply@api.example.test', to: ['ada@x.example'] });
    expect(mail.from).toMatchObject({ name: 'Tin Comets', address: 'no-reply@api.example.test' });
    expect(mail.to).toMatchObject([{ name: '', address: 'ada@x.example' }]);
    expect(mail.replyTo).toMatchObject([{ address: club.supportEmail }]);
    expect(mail.subject).toBe('Confirm your e-mail address for Tin Comets');
    for (const part of [mail.text, mail.html]) {
      expect(part).toContain('Hello Ada,');
      expect(part).toContain(MAILED_LINK);
    }
    const headers = new Map(mail.headers.map(({ key, value }) => [key, value]));
    expect(headers.get('auto-submitted')).toBe('auto-generated');
    expect([...headers.keys()].filter((name) => name.startsWith('list-'))).toEqual([]);
    const [row] = await rows();
    expect(mail.messageId).toBe(`<${row.messageKey}>`);
  });

  it('a sent mail is recorded, and its content deleted', async () => {
    await queueMails(t);
    await running.logged('mail sent');
    const [row] = await rows();
    expect(row).toMatchObject({ contentSealed: null, attempts: 1, lastError: null, givenUpAt: null });
    expect(row.sentAt).toBeInstanceOf(Date);
  });

  it('the sender and the texts are the fan club’s, if it has its own', async () => {
    const club = await t.given.fanclub({
      mailSenderName: 'Comets, "The Tin"',
      mailSenderAddress: 'hello@comets.example',
    });
    await t.db.getRepository(MailTemplate).save({
      fanclubId: club.id,
      kind: 'confirm_address',
      subject: 'Ahoy {{ first_name }}',
      text: null,
      html: '<p>Ahoy <b>{{ first_name }}</b>: <a href="{{ link }}">click</a></p>',
    });
    const other = await t.given.fanclub({});
    await queueMails(t, [{ firstName: 'Ada & <Co>' }]);
    await queueMails(t, [{ to: 'eve@x.example' }], { fanclub: other });
    const mails = await server.arrived(2);
    const [own, theirs] = mails.sort((a) => (a.envelope.to[0] === 'ada@x.example' ? -1 : 1));

    expect(own.envelope.from).toBe('hello@comets.example');
    expect(own.from).toMatchObject({ name: 'Comets, "The Tin"', address: 'hello@comets.example' });
    expect(own.subject).toBe('Ahoy Ada & <Co>');
    expect(own.html).toContain('Ahoy <b>Ada &amp; &lt;Co&gt;</b>');
    expect(own.text).toContain('Hello Ada & <Co>,');
    expect(theirs.from?.address).toBe('no-reply@api.example.test');
    expect(theirs.subject).toBe(`Confirm your e-mail address for ${other.name}`);
  });

  it('a mail has the logo, the colour and the font of its fan club', async () => {
    const logoUrl = 'https://cdn.comets.example/logo.svg';
    await t.given.fanclub({ name: 'The Comets', logoUrl, accentColor: '#ffe600', font: 'slab' });
    await queueMails(t);
    const [{ html }] = await server.arrived(1);
    expect(html).toContain(`<img src="${logoUrl}" alt="The Comets"`);
    expect(html).toMatch(/class="button"|background:#ffe600;color:#000000/);
    expect(html).toContain('font-family:Rockwell,');
  });

  it('texts that cannot be rendered are replaced by the defaults, and the mail is sent', async () => {
    const { id: fanclubId } = await t.given.fanclub();
    const text = '{{ nobody.knows }}';
    await t.db.getRepository(MailTemplate).save({ fanclubId, kind: 'confirm_address', text });
    await queueMails(t);
    const [mail] = await server.arrived(1);
    expect(mail.text).toContain('Hello Ada,');
    expect(await running.logged('mail template failed, default used')).toMatchObject({
      level: 'warn',
      fanclub: fanclubId,
      kind: 'confirm_address',
    });
  });

  it('texts of an earlier version that would tell the link to another server are replaced by the defaults', async () => {
    const { id: fanclubId } = await t.given.fanclub();
    const html = `<a href="{{ link }}">go</a>{% if first_name %}<img src="https://x.example/?u={{ link }}">{% endif %}`;
    await t.db.getRepository(MailTemplate).save({ fanclubId, kind: 'confirm_address', html });
    await queueMails(t);
    const [mail] = await server.arrived(1);
    expect(mail.html).toContain('Hello Ada,');
    expect(mail.html).not.toContain('x.example/?');
  });

  it('no entered text becomes a header', async () => {
    const name = 'Tin\r\nBcc: eve@x.example\r\n\r\n<b>Comets';
    await t.given.fanclub({ name, mailSenderName: `${name}\n` });
    await queueMails(t, [{ firstName: 'Ada\r\nCc: eve@x.example' }]);
    const [mail] = await server.arrived(1);
    expect(mail.envelope.to).toEqual(['ada@x.example']);
    expect([mail.bcc, mail.cc]).toEqual([undefined, undefined]);
    expect(mail.subject).toBe('Confirm your e-mail address for Tin Bcc: eve@x.example <b>Comets');
    expect(mail.from?.name).toBe('Tin Bcc: eve@x.example <b>Comets');
  });

  it('a mail that the server refuses temporarily is retried', async () => {
    const text = 'Greylisted <ada@x.example>, try again';
    server.reply = (attempt) => (attempt === 1 ? { at: 'recipient', code: 451, text } : 'accept');
    await queueMails(t);
    const failed = await running.logged('mail not sent yet');
    expect(failed).toMatchObject({ level: 'warn', mail: 1, attempts: 1, reason: 'SMTP 451 at RCPT TO' });
    expect(await rows()).toMatchObject([{ attempts: 1, lastError: 'SMTP 451 at RCPT TO', sentAt: null }]);
    await retryNow(t.db);
    const [mail] = await server.arrived(1);
    await running.logged('mail sent');
    expect(await rows()).toMatchObject([
      { attempts: 2, lastError: null, messageKey: mail.messageId?.slice(1, -1) },
    ]);
  });

  it.each(['recipient', 'data'] as const)(
    'a mail that the server refuses permanently (%s) is given up immediately, and reported',
    async (at) => {
      server.reply = () => ({ at, code: 550, text: '5.1.1 No such user ada@x.example' });
      await queueMails(t);
      const reason = `SMTP 550 5.1.1 at ${at === 'data' ? 'DATA' : 'RCPT TO'}`;
      const { id } = await t.given.fanclub();
      expect(await running.logged('mail given up')).toMatchObject({
        level: 'error',
        mail: 1,
        fanclub: id,
        kind: 'confirm_address',
        reason,
      });
      const [row] = await rows();
      expect(row).toMatchObject({ attempts: 1, lastError: reason, sentAt: null });
      expect(row.givenUpAt).toBeInstanceOf(Date);
      await vanish(jobs);
    },
  );

  it('a mail is given up after its last attempt', async () => {
    server.reply = () => ({ at: 'data', code: 452, text: 'Full' });
    await queueMails(t);
    await running.logged('mail not sent yet');
    await t.db.query('UPDATE mails SET attempts = 13');
    await retryNow(t.db);
    expect(await running.logged('mail given up')).toMatchObject({ attempts: 14, reason: 'SMTP 452 at DATA' });
  });

  it('the log contains no address, name or link', async () => {
    server.reply = (attempt) =>
      attempt < 3 ? { at: 'data', code: 554, text: `no ada@x.example ${MAILED_LINK}` } : 'accept';
    await queueMails(
      t,
      [{}, {}, {}].map(() => ({ firstName: 'Ada L.' })),
    );
    await running.logged('mail given up');
    await running.logged('mail sent');
    expect(JSON.stringify(running.lines)).not.toMatch(/ada@|ada l\.|x\.example|token/i);
  });

  it('a lost database only interrupts the worker', async () => {
    server.reply = (attempt) => (attempt === 1 ? 'silence' : 'accept');
    await queueMails(t);
    await server.arrived(1);
    await t.db.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE application_name LIKE 'fanclub-worker-%' AND datname = current_database()`,
    );
    await queueMails(t, [{ to: 'eve@x.example' }]);
    await server.arrived(2);
    await running.logged('mail sent');
  });
});

describe('a worker', () => {
  let server: MailServer;
  beforeEach(async () => {
    server = await MailServer.start();
  });
  afterEach(() => server.stop());

  it('uses its own application name, not the one of DATABASE_URL, so that its jobs do not count as abandoned', async () => {
    const url = new URL(t.config.database.url);
    url.searchParams.set('application_name', 'club service');
    const { worker, logged } = startWorker(url.href, { SMTP_URL: server.url });
    const { worker: name } = await logged('worker started');
    const [{ count }] = await t.db.query<[{ count: number }]>(
      'SELECT count(*)::integer FROM pg_stat_activity WHERE application_name = $1',
      [name],
    );
    expect(count).toBeGreaterThan(0);
    await worker.stop();
  });

  it('gives up a mail if each attempt ended with its process', async () => {
    await queueMails(t);
    await t.db.query('UPDATE mails SET attempts = 14');
    const { worker, logged } = startWorker(t.config.database.url, { SMTP_URL: server.url });
    expect(await logged('mail given up')).toMatchObject({ mail: 1, reason: 'interrupted' });
    expect(await rows()).toMatchObject([{ lastError: 'interrupted', givenUpAt: expect.any(Date) }]);
    expect(server.attempts).toBe(0);
    await worker.stop();
  });

  it.each(['confirm_address', 'presale_code'] as const)(
    'gives up a mail (%s) whose content is unreadable, and tries again when staff ask',
    async (kind) => {
      await queueMails(t, [{ kind }]);
      await t.db.query(`UPDATE mails SET content_sealed = 'unreadable', attempts = 12`);
      const { worker, logged } = startWorker(t.config.database.url, { SMTP_URL: server.url });
      const { reason } = await logged('mail not sent yet');
      expect(await rows()).toMatchObject([{ attempts: 13, lastError: reason, givenUpAt: null }]);
      await retryNow(t.db);
      expect(await logged('mail given up')).toMatchObject({ attempts: 14, reason });
      expect(await rows()).toMatchObject([{ lastError: reason, givenUpAt: expect.any(Date) }]);
      expect(server.attempts).toBe(0);
      await vanish(jobs);
      await worker.stop();
      expect(await retryMails(t.app.get(Sql), null)).toHaveLength(1);
    },
  );

  it('waits for an unreachable database, and can be stopped while it waits', async () => {
    const url = new URL(t.config.database.url);
    url.port = '1';
    const { worker, logged } = startWorker(url.href, { SMTP_URL: server.url });
    expect(await logged('worker interrupted')).toMatchObject({ level: 'warn' });
    const began = performance.now();
    await worker.stop();
    expect(performance.now() - began).toBeLessThan(1_000);
  });

  it('creates no queue in a database that is not migrated', async () => {
    const { url, drop } = await createTestDatabase();
    await withConnection(url, (client) => client.query('DROP SCHEMA graphile_worker CASCADE'));
    const { worker, logged } = startWorker(url, { SMTP_URL: server.url });
    await logged('worker interrupted');
    await worker.stop();
    const { rows: schemas } = await withConnection(url, (client) =>
      client.query(`SELECT FROM pg_namespace WHERE nspname = 'graphile_worker'`),
    );
    expect(schemas).toEqual([]);
    await drop();
  });
});

/** Waits until no jobs are left. */
async function vanish(list: () => Promise<unknown[]>): Promise<void> {
  const end = performance.now() + 10_000;
  while ((await list()).length > 0 && performance.now() < end)
    await new Promise((resolve) => setTimeout(resolve, 20));
  expect(await list()).toEqual([]);
}

describe('without a mail server', () => {
  let folder: string;
  let running: RunningWorker;

  beforeEach(() => {
    folder = join(mkdtempSync(join(tmpdir(), 'mail-files-')), 'data');
    running = startWorker(t.config.database.url, { DATA_DIR: folder, MAIL_LOG_LINKS: 'true' });
  });
  afterEach(async () => {
    await running.worker.stop();
    rmSync(join(folder, '..'), { recursive: true });
  });

  it('mails become files that only the owner can read, logged with their link if the log may contain it', async () => {
    await queueMails(t, [{ kind: 'reset_password' }]);
    const line = await running.logged('mail written');
    const { id: fanclub } = await t.given.fanclub();
    expect(line).toMatchObject({
      level: 'info',
      mail: 1,
      fanclub,
      kind: 'reset_password',
      link: MAILED_LINK,
    });
    await running.logged('mail sent');

    const file = line.file as string;
    expect(readdirSync(join(folder, 'mails')).map((name) => join(folder, 'mails', name))).toEqual([file]);
    expect(file).toMatch(/\/mails\/\d{8}T\d{6}Z-reset_password-1\.eml$/);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, 'mails')).mode & 0o777).toBe(0o700);
    const mail = await PostalMime.parse(readFileSync(file));
    expect(mail.to).toMatchObject([{ address: 'ada@x.example' }]);
    expect(mail.text).toContain(MAILED_LINK);
    expect(JSON.stringify(line)).not.toContain('ada@');
  });

  it('mails of a transaction that is rolled back are never written', async () => {
    await running.logged('worker started');
    await expect(queueMails(t, [{}, {}], { fail: true })).rejects.toThrow('did not happen');
    await queueMails(t, [{ to: 'eve@x.example' }]);
    await running.logged('mail written');
    const mails = readdirSync(join(folder, 'mails')).map((name) =>
      readFileSync(join(folder, 'mails', name), 'utf8'),
    );
    expect(mails).toEqual([expect.stringContaining('To: eve@x.example')]);
  });
});
