import { HttpClient, Authenticator } from '#libs/testing';
import { PASSWORD } from '#samples';
import type { Staff } from '../../src/platform/staff/people/staff.entity';
import type { Api } from '../support/api';
import { loggedIn } from '../support/logged-in';
import { codeAt, StaffClient, staffOf } from '../support/staff-client';
import { testApp } from '../support/start-test-app';

const t = testApp({ LIMIT_STAFF_CODE: '3/900', LIMIT_STAFF_NETWORK: '40/60', TRUST_PROXY: '127.0.0.1' });

const client = (): StaffClient => new StaffClient(t);
const laterBy = (seconds: number): void => t.clock.set(new Date(t.clock.now().getTime() + seconds * 1000));
beforeEach(() => t.clock.set(new Date()));

/** A new passkey of a person. */
async function passkeyOf({ id }: Pick<Staff, 'id'>): Promise<Authenticator> {
  const passkey = new Authenticator(t.config.publicUrl);
  await t.given.staffPasskey({ staffId: id, credential: passkey.id, publicKey: passkey.publicKey });
  return passkey;
}

/** Asks for options and answers them with a passkey. Returns the status. */
async function answered(browser: StaffClient, step: string, passkey: Authenticator): Promise<number> {
  const { token, options } = (await browser.post(`${step}/options`)).body;
  return (await browser.post(step, { token, response: passkey.logIn(options) })).status;
}

describe('a passkey', () => {
  it('logs in without a password', async () => {
    const person = await t.given.staff();
    const kim = client();
    expect(await answered(kim, '/session/passkey', await passkeyOf(person))).toBe(204);
    expect((await kim.get('/me')).body).toMatchObject({ email: person.email });
  });

  it('is refused if its counter stands still or goes back, as that of a copy does', async () => {
    const passkey = await passkeyOf(await t.given.staff());
    const statuses: number[] = [];
    // An authenticator adds one before it answers.
    for (const counter of [4, 4, 2, 5]) {
      passkey.counter = counter;
      statuses.push(await answered(client(), '/session/passkey', passkey));
    }
    expect(statuses).toEqual([204, 401, 401, 204]);
  });

  it('is accepted once with the same answer, also one that does not count its uses', async () => {
    const passkey = await passkeyOf(await t.given.staff());
    passkey.counter = -1;
    const { token, options } = (await client().post('/session/passkey/options')).body;
    const answer = { token, response: passkey.logIn(options) };
    const statuses = await Promise.all(
      [1, 2, 3].map(async () => (await client().post('/session/passkey', answer)).status),
    );
    expect(statuses.sort()).toEqual([204, 401, 401]);
    passkey.counter = -1;
    expect(await answered(client(), '/session/passkey', passkey)).toBe(204);
  });

  it('must have recognized its owner, on a page of this service, and be known', async () => {
    const person = await t.given.staff();
    const careless = await passkeyOf(person);
    careless.verifies = false;
    const phished = new Authenticator('https://evil.example');
    const { id: credential, publicKey } = phished;
    await t.given.staffPasskey({ staffId: person.id, credential, publicKey });
    const unknown = new Authenticator(t.config.publicUrl);
    for (const passkey of [careless, phished, unknown]) {
      const kim = client();
      expect(await answered(kim, '/session/passkey', passkey)).toBe(401);
      expect(kim.cookies.header()).toBeNull();
    }
  });

  it('answers only the step that it was asked in', async () => {
    const passkey = await passkeyOf(await t.given.staff());
    const [one, other] = [
      await client().post('/session/passkey/options'),
      await client().post('/session/passkey/options'),
    ];
    const mixed = { token: one.body.token, response: passkey.logIn(other.body.options) };
    expect((await client().post('/session/passkey', mixed)).status).toBe(401);
    const late = { token: one.body.token, response: passkey.logIn(one.body.options) };
    laterBy(301);
    expect((await client().post('/session/passkey', late)).status).toBe(401);
  });

  it('of another person proves nothing', async () => {
    const kim = await staffOf(t);
    const [own, foreign] = [await passkeyOf(kim.person), await passkeyOf(await t.given.staff())];
    laterBy(11 * 60);
    expect(await answered(kim, '/me/proof/passkey', foreign)).toBe(401);
    // A step of the log-in, which anybody may begin, is no step of the proof.
    const { token, options } = (await kim.post('/session/passkey/options')).body;
    const response = own.logIn(options);
    expect((await kim.post('/me/proof/passkey', { token, response })).status).toBe(401);
    const refused = await kim.send('PUT', '/me/password', { password: 'another long password' });
    expect(refused.body).toMatchObject({ type: '/staff/problems/proof-required' });

    expect(await answered(kim, '/me/proof/passkey', own)).toBe(204);
    expect((await kim.send('PUT', '/me/password', { password: 'another long password' })).status).toBe(204);
  });
});

describe('a proof', () => {
  it('counts for as long as its setting allows', async () => {
    const kim = await staffOf(t);
    const change = async (): Promise<number> =>
      (await kim.send('PUT', '/me/password', { password: 'another long password' })).status;
    laterBy(t.config.staff.proofLifetime - 1);
    expect(await change()).toBe(204);
    laterBy(2);
    expect(await change()).toBe(401);
  });

  it('by a code needs a code that was not used, not even to log in', async () => {
    const kim = await staffOf(t);
    const code = codeAt(t.clock.now());
    expect((await kim.post('/me/proof/code', { code })).status).toBe(401);
    laterBy(30);
    const next = codeAt(t.clock.now());
    const answers = await Promise.all([1, 2, 3].map(() => kim.post('/me/proof/code', { code: next })));
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
  });
});

describe('a limit', () => {
  it('of codes counts those of the person in all networks, also with new steps', async () => {
    const { email } = await t.given.staff();
    const from = (n: number) => ({ 'x-forwarded-for': `203.0.113.${n}` });
    const statuses: number[] = [];
    for (let n = 0; n < 4; n += 1) {
      const first = await client().post('/session/password', { email, password: PASSWORD }, from(n));
      statuses.push(first.status);
      if (first.status !== 200) continue;
      const wrong = { token: first.body.token, code: '000000' };
      statuses.push((await client().post('/session/second-factor', wrong, from(n))).status);
    }
    expect(statuses).toEqual([200, 401, 200, 401, 200, 401, 200, 429]);
  });

  it('of a network counts attempts for all addresses', async () => {
    const attempts = await Promise.all(
      Array.from({ length: 41 }, (_, n) =>
        client().post('/session/password', { email: `nobody-${n}@example.org`, password: 'wrong' }),
      ),
    );
    expect(attempts.filter(({ status }) => status === 429)).toHaveLength(1);
  });
});

describe('the cookie of a session', () => {
  it('is for staff only: the public API does not take it, nor the API for staff that of a member', async () => {
    const kim = await staffOf(t);
    const customer = await t.given.customer();
    const member = await loggedIn(t, customer);
    const idOf = async (api: Api): Promise<number | undefined> =>
      (await api.get('/account')).body.customer?.id;
    const [name, value] = nameAndValue(member.cookies);
    const [staffName, staffValue] = nameAndValue(kim.cookies.header() ?? '');
    expect(await idOf(t.api.withCookie(name, value))).toBe(customer.id);
    expect(await idOf(t.api.withCookie(name, staffValue))).toBeUndefined();
    expect(await idOf(t.api.withCookie(staffName, staffValue))).toBeUndefined();

    const visitor = new HttpClient(`${t.origin}/staff/api`);
    for (const cookie of [`${name}=${value}`, `${staffName}=${value}`, `${name}=${staffValue}`]) {
      expect((await visitor.request('GET', '/me', { headers: { cookie } })).status).toBe(401);
    }
    const own = { cookie: `${staffName}=${staffValue}` };
    expect((await visitor.request('GET', '/me', { headers: own })).status).toBe(200);
  });
});

/** The first cookie of a header. */
function nameAndValue(cookies: string): [string, string] {
  const [, name, value] = /^([^=]+)=([^;]+)/.exec(cookies)!;
  return [name, value];
}

describe('a change', () => {
  const ORIGINS = { own: () => t.config.publicUrl, another: () => 'https://evil.example', none: () => null };
  const SITES = ['same-origin', 'same-site', 'cross-site', 'none', null];
  const TYPES = [
    'application/json',
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    null,
  ];

  it('is accepted only from the own pages, as JSON: every combination of the three headers', async () => {
    const { cookies } = await staffOf(t);
    const sender = new HttpClient(`${t.origin}/staff/api`);
    const faults: string[] = [];
    for (const [origin, valueOf] of Object.entries(ORIGINS)) {
      for (const site of SITES) {
        for (const type of TYPES) {
          const headers = Object.fromEntries(
            Object.entries({
              cookie: cookies.header(),
              origin: valueOf(),
              'sec-fetch-site': site,
              'content-type': type,
            }).filter((entry): entry is [string, string] => entry[1] !== null),
          );
          const { status } = await sender.request('POST', '/me/passkeys/options', { headers, body: '{}' });
          const isOwn = origin === 'own' || (origin === 'none' && site === 'same-origin');
          const expected = type !== 'application/json' ? 415 : isOwn ? 200 : 403;
          if (status !== expected) faults.push(`${origin}, ${site}, ${type}: ${status}, not ${expected}`);
        }
      }
    }
    expect(faults).toEqual([]);
  });
});
