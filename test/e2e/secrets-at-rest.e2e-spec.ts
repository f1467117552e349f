import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { Sealer } from '#libs/sealed';
import { SessionCookies } from '#libs/session';
import { SecurityEventRow } from '../../src/platform/audit';
import { Mail, type MailContent } from '../../src/platform/mail';
import { type Answer, Api } from '../support/api';
import { MailServer } from '../support/mail-server';
import { Pages, type VisitedPage } from '../support/pages';
import { startServerProcess } from '../support/server-process';
import { signedRequest } from '../support/signed-request';
import { testApp } from '../support/start-test-app';

const t = testApp();

// The worker process uses the real clock.
beforeEach(() => t.clock.set(new Date()));

const EMAIL = 'Ada.Lovelace@engine.example';
const NEW_EMAIL = 'ada@analytical.example';
const CONTACT = 'eve@engine.example';
const PASSWORDS = [
  'first difference',
  'second difference',
  'third difference',
  'guessed difference',
] as const;
const APP_SECRET = 'secret-of-the-app';
const ORGANIZATION_KEY = 'org-key-of-the-partner';

/** Every table of the database except system tables, as text. Byte columns are included, as they could hold clear text. */
async function dump(): Promise<string> {
  const tables = await t.db.query<{ name: string }[]>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  );
  const texts: string[] = [];
  for (const { name } of tables) {
    const rows = await t.db.query<{ text: string }[]>(`SELECT r::text AS text FROM ${name} r`);
    texts.push(`${name}\n`, ...rows.map(({ text }) => text));
  }
  return texts.join('\n');
}

/** The encodings in which a text could appear in a dump or a log. */
const spellings = (text: string): string[] => [
  text,
  encodeURIComponent(text),
  JSON.stringify(text).slice(1, -1),
  Buffer.from(text).toString('hex'),
  Buffer.from(text).toString('base64').replace(/=+$/, ''),
];

/** The secrets that a text contains. */
function found(text: string, secrets: Readonly<Record<string, readonly string[]>>): string[] {
  const lowered = text.toLowerCase();
  return Object.entries(secrets).flatMap(([kind, values]) =>
    [...new Set(values.flatMap(spellings))]
      .filter((value) => lowered.includes(value.toLowerCase()))
      .map((value) => `${kind}: ${value}`),
  );
}

const secrets = {
  password: [...PASSWORDS],
  session: [] as string[],
  'signed request': [] as string[],
  'mailed token': [] as string[],
  'organization key': [ORGANIZATION_KEY],
  'app secret': [APP_SECRET],
};

/** Records a client's cookie and its unsealed token. */
function noteSession(api: Api): void {
  const [name, value] = api.cookies.split('=');
  const server = t.app.getHttpAdapter().getInstance();
  const cookie = decodeURIComponent(value);
  const request = { server, log: server.log, cookies: { [name]: cookie } } as unknown as FastifyRequest;
  const token = t.app.get(SessionCookies).read(request, Number(name.split('_').at(-1)));
  secrets.session.push(
    cookie,
    ...cookie.split(';'),
    token!,
    Buffer.from(token!, 'base64url').toString('hex'),
  );
}

/** A signed request for a uid, recorded as a whole and in its parts. */
function signed(uid: string): string {
  const request = signedRequest(t, uid, { secret: APP_SECRET });
  secrets['signed request'].push(request, ...request.split('.'));
  return request;
}

function noteLink(link: string): string {
  const token = new URL(link).searchParams.get('token')!;
  secrets['mailed token'].push(token, Buffer.from(token, 'base64url').toString('hex'));
  return link;
}

it('neither the database nor the log contains a secret in clear', async () => {
  const mailServer = await MailServer.start();
  const club = await t.given.fanclub({ key: 'key-of-the-fan-club' });
  await t.given.loginProvider({ appSecret: APP_SECRET });
  await t.given.organizationKey({ key: ORGANIZATION_KEY });
  const server = await startServerProcess(t.config.database.url, {
    LOG_LEVEL: 'trace',
    RUN_JOBS: 'true',
    SMTP_URL: mailServer.url,
  });
  const api = new Api(server.origin, t.given);
  const pages = new Pages(server.origin);
  const page = (path: string) => pages.open(`/fanclubs/${club.id}/${path}`);
  let mailsBefore = 0;
  /** Waits for this many more mails, and returns the link of the newest mail to an address. */
  const link = async (to: string, mails = 1): Promise<string> => {
    const received = await mailServer.arrived((mailsBefore += mails));
    const mail = received.findLast(({ envelope }) => envelope.to.includes(to));
    return noteLink(/https:\/\/\S+token=[\w-]+/.exec(mail?.text ?? '')![0]);
  };
  const succeeds = async (answer: Promise<Answer>): Promise<void> => {
    expect((await answer).body).toMatchObject({ status: 'ok' });
  };
  const fails = async (answer: Promise<Answer>): Promise<void> => {
    expect((await answer).body).toMatchObject({ status: 'error' });
  };
  const pressed = async (visited: Promise<VisitedPage>, fields: Record<string, string> = {}) => {
    expect((await (await visited).submit(fields)).status).toBe(303);
  };
  const logIn = async (email: string, password: string): Promise<void> => {
    await succeeds(api.post('/login', { email, password }));
    noteSession(api);
  };
  const twice = (password: string) => ({ password, password_confirmation: password });

  try {
    const account = { email: EMAIL, birthdate: '1990-12-10', password_attributes: twice(PASSWORDS[0]) };
    await succeeds(api.post('/accounts', account));
    await fails(api.post('/accounts', account));
    await fails(api.post('/login', { email: EMAIL, password: PASSWORDS[0] }));
    await pressed(pages.open(await link(EMAIL)), { password: PASSWORDS[0] });
    await fails(api.post('/login', { email: EMAIL, password: PASSWORDS[3] }));
    await logIn(EMAIL, PASSWORDS[0]);
    await succeeds(api.post('/account', { email: NEW_EMAIL }));
    await pressed(pages.open(await link(NEW_EMAIL, 2)), { password: PASSWORDS[0] });
    await fails(api.post('/account', { current_password: PASSWORDS[3], ...twice(PASSWORDS[1]) }));
    await succeeds(api.post('/account', { current_password: PASSWORDS[0], ...twice(PASSWORDS[1]) }));
    noteSession(api);
    await succeeds(api.post('/account/connect/social', { social_signed_request: signed('uid of ada') }));
    await fails(api.post('/account/connect/social', { social_signed_request: signed('uid of eve') }));
    await succeeds(api.post('/login', { social_signed_request: signed('uid of ada') }));
    noteSession(api);
    await fails(api.post('/login', { social_signed_request: signed('uid of eve') }));

    // The notice of the connection.
    await link(NEW_EMAIL);
    await succeeds(api.post('/contacts', { contact: { email: CONTACT, first_name: 'Eve' } }));
    await pressed(pages.open(await link(CONTACT)));
    const search = `/account/search?email=${encodeURIComponent(NEW_EMAIL)}`;
    await succeeds(api.get(search, { headers: { 'api-key': ORGANIZATION_KEY } }));
    await fails(api.get(search, { headers: { 'api-key': `${ORGANIZATION_KEY}x` } }));

    await pressed(page('password-reset'), { email: NEW_EMAIL });
    await pressed(pages.open(await link(NEW_EMAIL)), twice(PASSWORDS[2]));
    await pressed(page('login'), { email: NEW_EMAIL, password: PASSWORDS[2] });
    await logIn(NEW_EMAIL, PASSWORDS[2]);

    // Requests that make log lines: unknown paths, unreadable bodies, internal errors.
    expect((await api.get(`/accounts/${NEW_EMAIL}?password=${PASSWORDS[0]}`)).code).toBe(404);
    await fails(api.post('/login', `{"email":"${NEW_EMAIL}","password":"${PASSWORDS[1]}"`));
    await fails(api.post('/login', { email: NEW_EMAIL, password: PASSWORDS[3].repeat(8_000) }));
    await t.db.query('ALTER TABLE customers ADD CONSTRAINT fault CHECK (false) NOT VALID');
    try {
      await fails(api.post('/accounts', { ...account, email: CONTACT }));
      await fails(api.post('/account', { current_password: PASSWORDS[2], ...twice(PASSWORDS[1]) }));
    } finally {
      await t.db.query('ALTER TABLE customers DROP CONSTRAINT fault');
    }
    await t.db.query(`UPDATE login_providers SET app_secret_sealed = app_secret_sealed || 'x'`);
    await fails(api.post('/login', { social_signed_request: signed('uid of ada') }));

    // One mail stays in the outbox.
    mailServer.reply = () => ({ at: 'recipient', code: 421, text: 'later' });
    const attempts = mailServer.attempts;
    await pressed(page('password-reset'), { email: NEW_EMAIL });
    while (mailServer.attempts === attempts) await sleep(20);
    await succeeds(api.get('/logout'));
  } finally {
    await server.kill();
    await mailServer.stop();
  }
  const unsent = (await t.db.getRepository(Mail).find()).filter(({ contentSealed }) => contentSealed);
  expect(unsent).toHaveLength(1);
  const { link: waiting } = JSON.parse(t.app.get(Sealer).open(unsent[0].contentSealed!)) as MailContent;
  noteLink(waiting);

  const log = server.output();
  expect(log.match(/"request answered"/g)!.length).toBeGreaterThan(20);
  expect(log.match(/"request failed"/g)).toHaveLength(3);
  expect([secrets.session.length, secrets['mailed token'].length]).toEqual([4 * 5, 6 * 2]);
  const database = await dump();
  // Checks that the search works: it must find the values that may be stored.
  expect(found(database, { address: [NEW_EMAIL], sealed: [unsent[0].contentSealed!] })).toHaveLength(2);
  expect(found(database, secrets)).toEqual([]);
  const audit = await t.db.getRepository(SecurityEventRow).find();
  expect(new Set(audit.map(({ action }) => action)).size).toBeGreaterThan(10);
  const people = { address: [EMAIL, NEW_EMAIL, CONTACT], 'fan club key': [club.key], uid: ['uid of'] };
  expect(found(log, { ...secrets, ...people })).toEqual([]);
  expect(found(JSON.stringify(audit), { ...secrets, ...people })).toEqual([]);
}, 120_000);
