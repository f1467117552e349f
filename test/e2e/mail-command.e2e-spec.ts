import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fanclub } from '../../src/tools/cli/main';
import { Mail } from '../../src/platform/mail';
import { MailServer } from '../support/mail-server';
import { startWorker } from '../support/worker';
import { queueMails } from '../support/queue-mail';
import { testApp, testEnvironment } from '../support/start-test-app';

const t = testApp();
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'mail-command-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function call(...parameters: string[]): Promise<{ code: number; out: string; logged: string }> {
  const [out, logged]: [string[], string[]] = [[], []];
  const terminal = { print: (line: string) => out.push(line), log: (line: string) => logged.push(line) };
  const code = await fanclub(['mail', ...parameters], testEnvironment(t.config.database.url), terminal);
  return { code, out: out.join('\n'), logged: logged.join('\n') };
}

const update = (id: number, row: Partial<Mail>) => t.db.getRepository(Mail).update({ id }, row);
// Excludes scheduled jobs.
const jobs = () =>
  t.db.query<unknown[]>("SELECT * FROM graphile_worker.jobs WHERE task_identifier = 'send_mail'");

describe('fanclub mail list', () => {
  it('shows the state of the mails, unsent ones first, without their recipients', async () => {
    await t.given.fanclub({ name: 'Tin Comets' });
    await queueMails(t, [{}, { kind: 'reset_password' }, {}]);
    await update(1, { sentAt: new Date(), contentSealed: null, attempts: 1 });
    await update(3, { givenUpAt: new Date(), attempts: 14, lastError: 'ECONNREFUSED' });

    const { code, out } = await call('list');
    expect(code).toBe(0);
    const lines = out.split('\n').map((line) => line.split(/ {2,}/));
    expect(lines.map(([id, state, kind]) => [id, state, kind])).toEqual([
      ['id', 'state', 'kind'],
      ['3', 'given up', 'confirm_address'],
      ['2', 'waiting', 'reset_password'],
      ['1', 'sent', 'confirm_address'],
    ]);
    expect(lines[1].slice(4)).toEqual(['14', 'ECONNREFUSED', 'Tin Comets']);
    expect(out).not.toContain('ada');
    expect((await call('list', '--failed')).out.split('\n')).toHaveLength(2);
  });
});

describe('fanclub mail retry', () => {
  it('sends mails again that were given up, and no others', async () => {
    await queueMails(t, [{ to: 'one@x.example' }, { to: 'two@x.example' }, { to: 'three@x.example' }]);
    await t.db.query('DELETE FROM graphile_worker._private_jobs');
    await update(1, { givenUpAt: new Date(), attempts: 14 });
    await update(2, { givenUpAt: new Date(), attempts: 1 });

    expect(await call('retry', '3')).toEqual({ code: 1, out: '', logged: 'No mail 3 was given up.' });
    expect(await call('retry', '2')).toEqual({ code: 0, out: 'Queued again: 2', logged: '' });
    expect(await call('retry', '2')).toMatchObject({ code: 1 });
    expect(await call('retry', '--all')).toEqual({ code: 0, out: 'Queued again: 1', logged: '' });
    expect(await call('retry', '--all')).toEqual({ code: 0, out: '', logged: 'No mail was given up.' });
    expect(await jobs()).toHaveLength(2);

    const server = await MailServer.start();
    const { worker } = startWorker(t.config.database.url, { SMTP_URL: server.url });
    const arrived = await server.arrived(2);
    expect(arrived.map(({ envelope }) => envelope.to[0]).sort()).toEqual(['one@x.example', 'two@x.example']);
    await worker.stop();
    await server.stop();
  });
});

describe('fanclub mail settings', () => {
  const file = (settings: unknown): string => {
    const path = join(folder, 'settings.json');
    writeFileSync(path, JSON.stringify(settings));
    return path;
  };

  it('shows a fan club’s settings beside the defaults, and changes the fields of the file', async () => {
    const { key } = await t.given.fanclub();
    const other = await t.given.fanclub({});
    const before = JSON.parse((await call('settings', key)).out) as Record<string, Record<string, unknown>>;
    const none = { subject: null, text: null, html: null };
    expect(before.sender).toEqual({ name: null, address: null });
    expect(before.templates.reset_password).toEqual(none);
    expect(before.defaults.reset_password).toMatchObject({
      subject: expect.stringContaining('{{ fanclub.name }}'),
    });

    const change = {
      sender: { name: 'Comets', address: 'hello@comets.example' },
      templates: { reset_password: { subject: 'New password', text: '{{ link }}' } },
    };
    const first = await call('settings', key, file(change));
    expect(first.code).toBe(0);
    const own = { subject: 'New password', text: '{{ link }}', html: null };
    expect(JSON.parse(first.out)).toMatchObject({
      sender: change.sender,
      templates: { reset_password: own },
    });

    const second = { sender: { name: null }, templates: { reset_password: { text: null } } };
    expect(JSON.parse((await call('settings', key, file(second))).out)).toMatchObject({
      sender: { name: null, address: 'hello@comets.example' },
      templates: { reset_password: { ...own, text: null } },
    });
    const third = await call('settings', key, file({ templates: { reset_password: null } }));
    expect(JSON.parse(third.out)).toMatchObject({ templates: { reset_password: none } });
    expect(JSON.parse((await call('settings', other.key)).out)).toMatchObject({
      sender: { name: null, address: null },
    });
  });

  it('changes nothing when the file has a fault', async () => {
    const { key } = await t.given.fanclub();
    const faulty = { sender: { name: 'Comets' }, templates: { reset_password: { html: '{{ oops }}' } } };
    const { code, logged } = await call('settings', key, file(faulty));
    expect(code).toBe(1);
    expect(logged).toContain('templates.reset_password.html: undefined variable: oops');
    expect(logged).toContain('Nothing was changed.');
    expect(JSON.parse((await call('settings', key)).out)).toMatchObject({ sender: { name: null } });
  });

  it('reports an unknown key or file', async () => {
    expect(await call('settings', 'nobody')).toMatchObject({ code: 1, logged: 'No fan club has this key.' });
    expect(await call('settings', 'nobody', join(folder, 'absent.json'))).toMatchObject({
      code: 1,
      logged: expect.stringContaining('absent.json'),
    });
  });
});
