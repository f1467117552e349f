import { PASSWORD } from '#samples';
import { mailsOf } from '../support/mails-of';
import { Pages, type VisitedPage } from '../support/pages';
import { TestProvider } from '../support/openid-provider';
import { testApp } from '../support/start-test-app';
import { staffOf } from '../support/staff-client';

const t = testApp({ PUBLIC_URL: 'http://127.0.0.1:3000' });

let provider: TestProvider;
let clubs: { id: number; key: string }[];
let pages: Pages;

const callbackOf = ({ id }: { id: number }): string =>
  `${t.config.publicUrl}/fanclubs/${id}/sign-in/example/callback`;

beforeEach(async () => {
  const { organizationId } = await t.given.fanclub({ siteUrl: 'https://site.example' });
  const own = await t.given.tenant!;
  clubs = [own, await t.given.fanclub({ organizationId })];
  provider = await TestProvider.start(
    clubs.map((club, n) => ({
      id: `club-${n}`,
      secret: 'secret',
      redirects: [callbackOf(club), callbackOf(clubs[0])],
    })),
  );
  for (const [n, { id }] of clubs.entries())
    await t.given.loginProvider({
      fanclubId: id,
      name: 'example',
      label: 'Example',
      issuer: provider.issuer,
      appId: `club-${n}`,
      appSecret: 'secret',
    });
  provider.people.set('ada', {
    email: 'ada@x.example',
    email_verified: true,
    given_name: 'Ada',
    family_name: 'L',
  });
  pages = new Pages(t.origin);
});
afterEach(() => provider.stop());

/** Begins at a fan club's log-in page, as the button does. */
async function begin(from = pages, club = clubs[0], query = ''): Promise<string> {
  const started = await from.open(`/fanclubs/${club.id}/sign-in/example${query}`);
  expect(started.status).toBe(303);
  return String(started.headers.location);
}

/** The answer to a log-in at the provider. */
async function signIn(from = pages, club = clubs[0], query = ''): Promise<VisitedPage> {
  const { location } = await provider.visit(await begin(from, club, query));
  return from.open(location!);
}

async function register(page: VisitedPage, fields: Record<string, string> = {}): Promise<VisitedPage> {
  const form = await pages.open(String(page.headers.location));
  return form.submit({ birthdate: '1990-12-10', accept_terms: 'true', ...fields });
}

const connectionsOf = () =>
  t.db.query<object[]>('SELECT fanclub_id, name, uid FROM authentications ORDER BY id');

it('the log-in page has a button for each provider', async () => {
  const login = await pages.open(`/fanclubs/${clubs[0].id}/login?redirect=https://site.example/x`);
  expect(login.html).toContain('Continue with Example');
  expect(login.html).toContain('sign-in/example?redirect=https%3A%2F%2Fsite.example%2Fx');
  expect((await pages.open(`/fanclubs/${clubs[0].id}/register`)).html).toContain('Continue with Example');
});

it('a new person accepts terms and gives the birth date, and is logged in with a verified address', async () => {
  const page = await signIn();
  expect(page.headers.location).toMatch(/sign-in\/finish$/);
  expect(await connectionsOf()).toEqual([]);
  const refused = await (
    await pages.open(String(page.headers.location))
  ).submit({ birthdate: '', accept_terms: '' });
  expect(refused.status).toBe(422);
  expect(refused.html).toContain('Must accept terms of service');
  const done = await refused.submit({
    birthdate: '1990-12-10',
    accept_terms: 'true',
    email: 'other@x.example',
  });
  expect([done.status, done.headers.location]).toEqual([303, 'https://site.example']);
  const [customer] = await t.db.query<object[]>(
    'SELECT email, password_hash, confirmed_at IS NOT NULL AS confirmed FROM customers',
  );
  expect(customer).toEqual({ email: 'ada@x.example', password_hash: null, confirmed: true });
  expect(await connectionsOf()).toEqual([{ fanclub_id: clubs[0].id, name: 'example', uid: 'ada' }]);
  // A returning person, in another browser.
  const other = new Pages(t.origin);
  const back = await signIn(other, clubs[0], '?redirect=https://site.example/x');
  expect([back.status, back.headers.location]).toEqual([303, 'https://site.example/x']);
  const { html } = await other.open(`/fanclubs/${clubs[0].id}/login`);
  expect(html).toContain('You are logged in');
});

it('an address that the provider has not verified needs the mail, and merges into nothing', async () => {
  await t.given.customer({ email: 'ada@x.example' });
  provider.people.set('ada', { email: 'ada@x.example', email_verified: false });
  const page = await signIn();
  const taken = await register(page, { email: 'ada@x.example', first_name: 'A', last_name: 'L' });
  expect([taken.status, taken.html.includes('has already been taken')]).toEqual([422, true]);
  const done = await register(page, { email: 'eve@x.example', first_name: 'A', last_name: 'L' });
  expect(done.headers.location).toMatch(/register\/sent$/);
  expect(await t.db.query('SELECT confirmed_at FROM customers WHERE email = $1', ['eve@x.example'])).toEqual([
    { confirmed_at: null },
  ]);
  const account = `/fanclubs/${clubs[0].id}/my-data`;
  expect((await pages.open(account)).html).not.toContain('eve@x.example');
  // The same browser opens the mailed link: the connection stays.
  const { link } = (await mailsOf(t)).find(({ kind }) => kind === 'confirm_address')!;
  const confirmed = await (await pages.open(link)).submit();
  expect(confirmed.headers.location).toContain('/confirm/done');
  expect(await connectionsOf()).toMatchObject([{ uid: 'ada' }]);
});

it('an account with the verified address is connected by its password only', async () => {
  await t.given.customer({ email: 'Ada@x.example' });
  const page = await signIn();
  expect(page.headers.location).toMatch(/sign-in\/password$/);
  const form = await pages.open(String(page.headers.location));
  const wrong = await form.submit({ password: 'wrong password' });
  expect([wrong.status, await connectionsOf()]).toEqual([422, []]);
  const right = await wrong.submit({ password: PASSWORD });
  expect([right.status, right.headers.location]).toEqual([303, 'https://site.example']);
  expect(await connectionsOf()).toMatchObject([{ uid: 'ada' }]);
  expect((await mailsOf(t)).map(({ kind }) => kind)).toEqual(['connection_notice']);
});

it('opens no session if the account is connected with another one already', async () => {
  const customer = await t.given.customer({ email: 'ada@x.example' });
  const page = await signIn();
  await t.given.authentication({ customer, name: 'example', uid: 'other' });
  const refused = await (await pages.open(String(page.headers.location))).submit({ password: PASSWORD });
  expect([refused.status, await t.db.query('SELECT id FROM sessions')]).toEqual([422, []]);
});

it('leaves neither a session nor a connection if the connection fails at its end', async () => {
  await t.given.customer({ email: 'ada@x.example' });
  const page = await signIn();
  const form = await pages.open(String(page.headers.location));
  await t.db.query(`
    CREATE FUNCTION pg_temp_refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused'; END $$`);
  await t.db.query(
    'CREATE TRIGGER refuse BEFORE INSERT ON authentications FOR EACH ROW EXECUTE FUNCTION pg_temp_refuse()',
  );
  const failed = await form.submit({ password: PASSWORD });
  await t.db.query('DROP FUNCTION pg_temp_refuse CASCADE');
  expect(failed.status).toBe(500);
  expect(await t.db.query('SELECT id FROM sessions WHERE revoked_at IS NULL')).toEqual([]);
});

it('counts failed answers of a network, and asks the provider no more', async () => {
  const limit = t.config.limits.loginNetwork.count;
  await t.db.query('DELETE FROM rate_limits');
  const { location } = await provider.visit(await begin());
  await pages.open(location!.replace(/code=[^&]+/, 'code=x'));
  await t.db.query(`UPDATE rate_limits SET count = $1 WHERE what = 'loginNetwork'`, [limit]);
  const again = await provider.visit(await begin());
  expect((await pages.open(again.location!)).status).toBe(429);
});

it('a log-in of another person clears what the browser keeps of the first one', async () => {
  const { email } = await t.given.customer({ email: 'bo@x.example' });
  const page = await signIn();
  await (await pages.open(`/fanclubs/${clubs[0].id}/login`)).submit({ email: email!, password: PASSWORD });
  expect((await pages.open(String(page.headers.location))).html).toContain('This took too long');
});

it('an account with the verified address and without password is not connected', async () => {
  await t.given.customer({ email: 'ada@x.example', passwordHash: null });
  const page = await signIn();
  expect([page.status, page.html.includes('Set a password first'), await connectionsOf()]).toEqual([
    200,
    true,
    [],
  ]);
});

it.each([
  ['blacklisted', { blacklisted: true }],
  ['erased or unregistered', { registered: false }],
])('a %s member cannot log in', async (_, state) => {
  const customer = await t.given.customer(state);
  await t.given.authentication({ customer, name: 'example', uid: 'ada' });
  const page = await signIn();
  expect([page.status, page.html.includes('You are not logged in')]).toEqual([422, true]);
  expect(await t.db.query('SELECT id FROM sessions')).toEqual([]);
});

it('refuses answers of another browser, state, nonce, issuer and client, and a code twice', async () => {
  const refused = async (page: Promise<VisitedPage>) => {
    const { status, html } = await page;
    expect([status, html.includes('You are not logged in')]).toEqual([422, true]);
  };
  const location = async (change: (url: URL) => void = () => {}) => {
    const url = new URL(await begin());
    change(url);
    return (await provider.visit(url.href)).location!;
  };
  const changed = (address: string, name: string, value: string) => {
    const url = new URL(address);
    url.searchParams.set(name, value);
    return url.href;
  };
  await refused(new Pages(t.origin).open(await location()));
  await refused(pages.open(changed(await location(), 'state', 'x')));
  await refused(pages.open(changed(await location(), 'iss', 'https://evil.example')));
  await refused(pages.open(await location((url) => url.searchParams.set('nonce', 'x'))));
  await refused(pages.open(await location((url) => url.searchParams.set('client_id', 'club-1'))));
  const first = await location();
  await begin();
  await refused(pages.open(first));
  const good = await location();
  const cookie = pages.http.cookies.header()!;
  expect((await pages.open(good)).status).toBe(303);
  await refused(pages.open(good));
  await refused(new Pages(t.origin).open(good, { headers: { cookie } }));
});

it('says it when the person declines, and when the provider does not answer', async () => {
  provider.person = null;
  const declined = await signIn();
  expect([declined.status, declined.html.includes('You did not allow it')]).toEqual([422, true]);
  await provider.stop();
  provider = await TestProvider.start([]);
  await t.db.query(`UPDATE login_providers SET issuer = 'http://127.0.0.1:9'`);
  const away = await pages.open(`/fanclubs/${clubs[0].id}/sign-in/example`);
  expect([away.status, away.html.includes('does not answer')]).toEqual([422, true]);
});

it('people of two fan clubs with the same provider stay apart, and so do their answers', async () => {
  const customer = await t.given.customer({ fanclubId: clubs[0].id });
  await t.given.authentication({ customer, name: 'example', uid: 'ada' });
  const elsewhere = await signIn(new Pages(t.origin), clubs[1]);
  expect(elsewhere.headers.location).toMatch(/sign-in\/finish$/);
  const { location } = await provider.visit(await begin(pages, clubs[0]));
  const crossed = await pages.open(location!.replace(`/${clubs[0].id}/`, `/${clubs[1].id}/`));
  expect(crossed.status).toBe(422);
});

it('gives a new session, and no step of one browser works in another', async () => {
  const customer = await t.given.customer();
  await t.given.authentication({ customer, name: 'example', uid: 'ada' });
  pages.http.cookies.header();
  const before = pages.http.cookies.header();
  await signIn();
  const sessions = await t.db.query<object[]>('SELECT id FROM sessions WHERE revoked_at IS NULL');
  expect([before, sessions.length]).toEqual([null, 1]);
  await signIn();
  expect(await t.db.query('SELECT id FROM sessions WHERE revoked_at IS NULL')).toHaveLength(1);
});

it('takes a posted answer without cookies, and only its GET logs in', async () => {
  const customer = await t.given.customer();
  await t.given.authentication({ customer, name: 'example', uid: 'ada' });
  const away = new URL(await begin());
  away.searchParams.set('response_mode', 'form_post');
  const { form } = await provider.visit(away.href);
  expect(Object.keys(form)).toEqual(expect.arrayContaining(['code', 'state']));
  const posted = await new Pages(t.origin).send(
    new URL(callbackOf(clubs[0])).pathname,
    { ...form, user: '{}' },
    {
      headers: { origin: provider.issuer, 'sec-fetch-site': 'cross-site' },
    },
  );
  expect([posted.status, posted.headers['set-cookie']]).toEqual([303, undefined]);
  const done = await pages.open(String(posted.headers.location));
  expect([done.status, done.headers.location]).toEqual([303, 'https://site.example']);
});

it('hands tokens to the website that asked for them, and sets no session of its origin', async () => {
  const customer = await t.given.customer();
  await t.given.authentication({ customer, name: 'example', uid: 'ada' });
  const done = await signIn(pages, clubs[0], '?popup=1&redirect=https://site.example/x');
  const to = new URL(String(done.headers.location));
  expect([to.origin, to.pathname, [...to.searchParams.keys()].slice(0, 1)]).toEqual([
    'https://site.example',
    '/login/reload',
    ['access_token'],
  ]);
});

it('keeps that on the way from the log-in to the registration and back', async () => {
  const query = '?redirect=https%3A%2F%2Fsite.example%2Fx&popup=1';
  const login = await pages.open(`/fanclubs/${clubs[0].id}/login${query}`);
  const toRegister = `/fanclubs/${clubs[0].id}/register${query}`;
  expect(Object.values(login.links)).toContain(toRegister);
  const registration = await pages.open(toRegister);
  expect(Object.values(registration.links)).toEqual(
    expect.arrayContaining([
      `/fanclubs/${clubs[0].id}/login${query}`,
      `/fanclubs/${clubs[0].id}/sign-in/example${query}`,
    ]),
  );
  const customer = await t.given.customer({ email: 'bo@x.example' });
  await (
    await pages.open(`/fanclubs/${clubs[0].id}/login`)
  ).submit({ email: customer.email!, password: PASSWORD });
  const known = await pages.open(toRegister);
  expect([known.heading, known.links.Continue]).toEqual([
    'You have an account',
    `/fanclubs/${clubs[0].id}/login${query}`,
  ]);
  const other = '?redirect=https%3A%2F%2Fevil.example%2F&popup=1';
  const plain = await new Pages(t.origin).open(`/fanclubs/${clubs[0].id}/login${other}`);
  expect(Object.values(plain.links)).toContain(`/fanclubs/${clubs[0].id}/register`);
});

it('members connect and disconnect on their page, never the last way to log in', async () => {
  const customer = await t.given.customer({ email: 'bo@x.example' });
  const login = await pages.open(`/fanclubs/${clubs[0].id}/login`);
  await login.submit({ email: customer.email!, password: PASSWORD });
  const own = `/fanclubs/${clubs[0].id}/connections`;
  const started = await (await pages.open(own)).press('Connect Example');
  const away = /href="(http:\/\/127\.0\.0\.1:\d+\/[^"]+)"/.exec(started.html)![1].replaceAll('&amp;', '&');
  const { location } = await provider.visit(away);
  expect((await pages.open(location!)).headers.location).toBe(own);
  expect(await connectionsOf()).toMatchObject([{ uid: 'ada' }]);
  await t.db.query('UPDATE customers SET password_hash = NULL');
  const last = await (await pages.open(own)).press('Disconnect Example');
  expect([last.status, last.html.includes('only way to log in')]).toEqual([422, true]);
  await t.db.query(`UPDATE customers SET password_hash = 'x'`);
  expect((await (await pages.open(own)).press('Disconnect Example')).status).toBe(303);
  expect(await connectionsOf()).toEqual([]);
});

it('signed requests cannot use such a provider, whatever secret it has', async () => {
  const customer = await t.given.customer();
  await t.given.authentication({ customer, name: 'example', uid: 'ada' });
  const { body } = await t.api.post('/login', { example_signed_request: 'a.b' });
  expect(body.status).toBe('error');
});

it('staff set up a provider and test it', async () => {
  const { id } = clubs[0];
  const owner = await staffOf(t);
  const created = await owner.post(`/fanclubs/${id}/login_providers`, {
    name: 'second',
    label: 'Second',
    issuer: provider.issuer,
    app_id: 'club-0',
    secret: 'secret',
  });
  expect(created.status).toBe(201);
  const path = `/fanclubs/${id}/login_providers/${created.body.id}`;
  expect((await owner.post(`${path}/test`)).body).toEqual({
    works: true,
    problem: null,
    callback: `${t.config.publicUrl}/fanclubs/${id}/sign-in/second/callback`,
  });
  for (const issuer of ['http://169.254.169.254', 'https://nowhere.invalid']) {
    await t.db.query(`UPDATE login_providers SET issuer = $1 WHERE name = 'second'`, [issuer]);
    expect((await owner.post(`${path}/test`)).body).toMatchObject({
      works: false,
      problem: 'The name leads to no public address.',
    });
  }
  await t.db.query(
    `UPDATE login_providers SET issuer = $1, apple_team = 'T', apple_key = 'K' WHERE name = 'second'`,
    [provider.issuer],
  );
  expect((await owner.post(`${path}/test`)).body).toMatchObject({
    works: false,
    problem: 'The key of Apple cannot be read.',
  });
});
