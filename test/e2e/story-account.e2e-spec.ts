import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MailFolder } from '../support/mail-folder';
import { Pages } from '../support/pages';
import { testApp } from '../support/start-test-app';

const t = testApp(async () => ({
  RUN_JOBS: 'true',
  DATA_DIR: await mkdtemp(join(tmpdir(), 'story-account-')),
}));
afterAll(() => rm(t.config.dataDir, { recursive: true, force: true }));

const OLD = 'Ada.Lovelace@engine.example';
const NEW = 'ada@analytical.example';
const PASSWORDS = ['first difference', 'second difference'] as const;

it('a customer registers, confirms, logs in, changes the address, and resets the password', async () => {
  const club = await t.given.fanclub({ name: 'Engine Club', supportEmail: 'help@engine.example' });
  const mails = new MailFolder(t.config.dataDir);
  const pages = new Pages(t.origin);
  const { api } = t;
  const logIn = async (email: string, password: string, client = api.stranger()) =>
    (await client.post('/login', { email, password })).body;
  const account = async (client = api) => (await client.get('/account')).body.customer;

  const created = await api.post('/accounts', {
    customer: {
      email: OLD,
      first_name: 'Ada',
      birthdate: '1990-12-10',
      accept_terms: true,
      password_attributes: { password: PASSWORDS[0], password_confirmation: PASSWORDS[0] },
    },
  });
  expect(created.body).toMatchObject({ status: 'ok', customer: { email: OLD, first_name: 'Ada' } });
  expect(created.headers.getSetCookie()).toEqual([]);

  expect(await logIn(OLD, PASSWORDS[0])).toEqual({
    status: 'error',
    messages: [
      `The email address ${OLD} has not been confirmed. ` +
        'Please use the link in your confirmation email or contact help@engine.example for assistance.',
    ],
  });

  const confirmation = await mails.next(OLD);
  expect(confirmation.subject).toContain(club.name);
  const confirmed = await (await pages.open(confirmation.link)).submit({ password: PASSWORDS[0] });
  expect([200, 303]).toContain(confirmed.status);
  expect((await pages.open(confirmation.link)).status).not.toBe(200);

  expect(await logIn(OLD, PASSWORDS[0], api)).toMatchObject({ status: 'ok', customer: { registered: true } });
  expect(await account()).toMatchObject({ email: OLD, new_email: null, email_aliases: [OLD] });

  const changed = await api.post('/account', { email: NEW });
  expect(changed.body).toMatchObject({ status: 'ok', customer: { email: OLD, new_email: NEW } });
  const notice = await mails.next(OLD);
  expect(notice.text).not.toContain(NEW);
  const move = await mails.next(NEW);
  const moved = await (await pages.open(move.link)).submit({ password: PASSWORDS[0] });
  expect([200, 303]).toContain(moved.status);
  expect(await account()).toMatchObject({ email: NEW, new_email: null, email_aliases: [NEW, OLD] });
  expect(await logIn(OLD, PASSWORDS[0])).toMatchObject({ status: 'error' });
  const other = api.stranger();
  expect(await logIn(NEW, PASSWORDS[0], other)).toMatchObject({ status: 'ok' });

  const key = await t.given.organizationKey({ organizationId: club.organizationId });
  const found = await api
    .stranger()
    .get('/account/search', { query: { email: OLD }, headers: { 'api-key': key } });
  expect(found.body.customer).toMatchObject({ email: NEW, email_aliases: [NEW, OLD] });

  const request = await (await pages.open(`/fanclubs/${club.id}/password-reset`)).submit({ email: NEW });
  const unknown = await (
    await pages.open(`/fanclubs/${club.id}/password-reset`)
  ).submit({ email: 'nobody@engine.example' });
  expect([unknown.status, unknown.location]).toEqual([request.status, request.location]);
  const reset = await pages.open((await mails.next(NEW)).link);
  const names = Object.entries(reset.fields).filter(([, { type }]) => type === 'password');
  const answer = await reset.submit(Object.fromEntries(names.map(([name]) => [name, PASSWORDS[1]])));
  expect([200, 303]).toContain(answer.status);

  expect(await account()).toBeNull();
  expect(await account(other)).toBeNull();
  expect(await logIn(NEW, PASSWORDS[0])).toEqual({
    status: 'error',
    messages: ['Email and password combination is incorrect.'],
  });
  expect(await logIn(NEW, PASSWORDS[1])).toMatchObject({ status: 'ok', customer: { email: NEW } });
});
