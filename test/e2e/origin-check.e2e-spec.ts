import { signRequest } from '#libs/signed-request';
import { hashToken } from '#libs/token';
import { countStatements, HttpClient } from '#libs/testing';
import type { Customer } from '#domains/accounts/customer.entity';
import { ContestEntry } from '#domains/contests/contest.entity';
import { Visits } from '#platform/access';
import { Session } from '#platform/access/session.entity';
import { API_ROUTES } from '../contract/routes';
import { PASSWORD } from '#samples';
import type { Api } from '../support/api';
import { withSession } from '../support/logged-in';
import { Pages } from '../support/pages';
import { FOREIGN, PROVENANCES, TRUSTED, trustWebsite } from '../support/provenances';
import { it, itInBoth, representatives } from '../suite/form';
import { testApp } from '../support/start-test-app';

const t = testApp();

const NOT_ALLOWED = { status: 'error', messages: ['This website is not allowed to use this API.'] };
const LOG_IN = { status: 'error', messages: ['Please log in to access your online benefits.'] };
const CREDENTIALS = { email: 'ada@x.example', password: PASSWORD };

let ada: Customer;
/** Ada's browser. */
let browser: Api;
let token: string;

beforeEach(async () => {
  await trustWebsite(t);
  ada = await t.given.customer({ email: CREDENTIALS.email });
  token = await t.given.session({ customer: ada });
  browser = withSession(t, ada.fanclubId, token);
});

const sessions = () => t.db.getRepository(Session).find({ order: { id: 'ASC' } });
const isLoggedIn = async (api: Api) => (await api.get('/account')).body.customer !== null;
const names = PROVENANCES.map((row) => [row.name, row] as const);

describe.each(names)('%s', (_, { headers, get, post, jsonp }) => {
  it(`${get ? 'reads' : 'does not read'} the account`, async () => {
    const { code, body } = await browser.get('/account', { headers });
    expect([code, body.status, body.customer?.id ?? null]).toEqual([200, 'ok', get ? ada.id : null]);
    const orders = await browser.get('/orders', { headers });
    expect(orders.body).toEqual(get ? { status: 'ok', orders: [] } : LOG_IN);
  });

  it(`gets the log-in status: ${get}`, async () => {
    expect((await browser.get('/account/status', { headers })).body).toEqual({
      status: 'ok',
      logged_in: get,
    });
  });

  it(`${get ? 'logs out' : 'does not log out'}, and gets the same answer`, async () => {
    const answer = await browser.get('/logout', { headers });
    expect(answer.body).toEqual({ status: 'ok' });
    expect(answer.headers.getSetCookie()).toHaveLength(get ? 1 : 0);
    const [session] = await sessions();
    expect(session.revokedAt !== null).toBe(get);
    expect(await isLoggedIn(browser)).toBe(!get);
  });

  it(`${post ? 'changes' : 'does not change'} the account`, async () => {
    const { body } = await browser.post('/account', { first_name: 'Eve' }, { headers });
    if (!post) expect(body).toEqual(LOG_IN);
    expect((await browser.get('/account')).body.customer.first_name).toBe(post ? 'Eve' : ada.firstName);
  });

  it(`by a script tag ${jsonp ? 'reads the account and logs out' : 'neither reads the account nor logs out'}`, async () => {
    const { body } = await browser.jsonp('/account', { headers });
    expect([body.status, body.customer?.id ?? null]).toEqual(['ok', jsonp ? ada.id : null]);
    expect((await browser.jsonp('/account/status', { headers })).body.logged_in).toBe(jsonp);
    expect((await browser.jsonp('/logout', { headers })).body).toEqual({ status: 'ok' });
    expect(await isLoggedIn(browser)).toBe(!jsonp);
  });
});

// In the short form, one provenance for each combination of what is allowed.
describe.each(representatives(names, ([, { get, post, jsonp }]) => [`${get} ${post} ${jsonp}`]))(
  '%s',
  (_, { headers, post, jsonp }) => {
    itInBoth(`${post ? 'logs in' : 'does not log in'}`, async () => {
      const stranger = t.api.stranger();
      const answer = await stranger.post('/login', CREDENTIALS, { headers });
      if (post) expect(answer.body.customer.id).toBe(ada.id);
      else expect(answer.body).toEqual(NOT_ALLOWED);
      expect(answer.headers.getSetCookie()).toHaveLength(post ? 1 : 0);
      expect(await sessions()).toHaveLength(post ? 2 : 1);
      expect(await isLoggedIn(stranger)).toBe(post);
    });

    itInBoth(`${post ? 'replaces' : 'keeps'} the session of a logged-in customer`, async () => {
      await t.given.customer({ email: 'mallory@x.example' });
      await browser.post('/login', { ...CREDENTIALS, email: 'mallory@x.example' }, { headers });
      const { body } = await browser.get('/account');
      expect(body.customer.email).toBe(post ? 'mallory@x.example' : CREDENTIALS.email);
    });

    itInBoth(`${post ? 'enters' : 'does not enter'} a contest`, async () => {
      const contest = await t.given.contest();
      const { body } = await browser.post(`/contests/${contest.id}/enter`, undefined, { headers });
      expect(body.status).toBe(post ? 'ok' : 'error');
      if (!post) expect(body).toEqual(LOG_IN);
      expect(await t.db.getRepository(ContestEntry).count()).toBe(post ? 1 : 0);
    });

    itInBoth(
      `${post ? 'can submit' : 'cannot submit'} a form, which needs no permission of the browser`,
      async () => {
        const { body } = await browser.form('/account', { first_name: 'Eve' }, { headers });
        if (!post) expect(body).toEqual(LOG_IN);
        expect((await browser.get('/account')).body.customer.first_name).toBe(post ? 'Eve' : ada.firstName);
      },
    );

    itInBoth(
      `by a script tag ${jsonp ? 'writes' : 'writes nothing, not even public endpoints'}`,
      async () => {
        const contact = await browser.jsonpPost(
          '/contacts',
          { contact: { email: 'fan@x.example' } },
          { headers },
        );
        const change = await browser.jsonpPost('/account', { first_name: 'Eve' }, { headers });
        if (!jsonp) expect([contact.body, change.body]).toEqual([NOT_ALLOWED, NOT_ALLOWED]);
        expect(contact.body.status).toBe(jsonp ? 'ok' : 'error');
        expect((await browser.get('/account')).body.customer.first_name).toBe(jsonp ? 'Eve' : ada.firstName);
        const stranger = t.api.stranger();
        const login = await stranger.jsonpPost('/login', CREDENTIALS, { headers });
        expect(login.headers.getSetCookie()).toHaveLength(jsonp ? 1 : 0);
        expect(await isLoggedIn(stranger)).toBe(jsonp);
      },
    );

    itInBoth('signs up contacts, which needs no session', async () => {
      const { body } = await browser.post('/contacts', { contact: { email: 'fan@x.example' } }, { headers });
      expect(body.status).toBe('ok');
    });

    itInBoth('reads public data', async () => {
      const event = await t.given.event();
      expect((await browser.get('/events', { headers })).body.events).toMatchObject([{ id: event.id }]);
      expect((await browser.get('/nowhere', { headers })).code).toBe(404);
    });
  },
);

describe('an untrusted request', () => {
  const headers = { origin: FOREIGN };

  it.each(API_ROUTES)('changes neither cookie nor sessions: %s %s', async (method, path) => {
    const contest = await t.given.contest();
    const before = await sessions();
    const body = method === 'POST' ? { ...CREDENTIALS, current_password: PASSWORD } : undefined;
    const answer = await browser.request(method, path.replace(':id', String(contest.id)), { body, headers });
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
    expect(await sessions()).toEqual(before);
  });

  it('does not extend a session', async () => {
    t.clock.advance(6 * 86_400);
    await browser.get('/account', { headers });
    expect((await sessions())[0]).toMatchObject({
      tokenHash: hashToken(token),
      lastSeenAt: new Date('2026-06-15T12:00:00Z'),
    });
  });

  it('gets the error of an invalid key first', async () => {
    const invalid = await browser.post('/login', '{', { headers, key: 'wrong' });
    expect(invalid.body.messages).toEqual(['Please use a valid API Key.']);
  });

  it('computes no password hash, and does not reveal whether the password is correct', async () => {
    const right = await browser.post('/login', CREDENTIALS, { headers });
    const wrong = await browser.post('/login', { ...CREDENTIALS, password: 'wrong' }, { headers });
    expect([right.body, wrong.body]).toEqual([NOT_ALLOWED, NOT_ALLOWED]);
  });

  it('is still untrusted if another fan club trusts the page', async () => {
    const other = await t.given.fanclub({});
    await t.given.trustedDomain({ fanclubId: other.id, origin: FOREIGN });
    expect((await browser.get('/account', { headers })).body.customer).toBeNull();
    const theirs = await browser.get('/account', { headers, key: other.key });
    expect(theirs.headers.get('access-control-allow-origin')).toBe(FOREIGN);
    expect(theirs.body.customer).toBeNull();
  });
});

describe('a hosted page', () => {
  const FOLLOWED = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
  const open = (headers: Record<string, string>, at = 'logout') => {
    const pages = new Pages(t.origin);
    pages.http.cookies.store(browser.cookies.split('; '));
    return pages.open(`/fanclubs/${ada.fanclubId}/${at}`, { headers });
  };

  it.each<[string, Record<string, string>]>([
    ['a mail', { 'sec-fetch-site': 'cross-site', ...FOLLOWED }],
    ['the club', { 'sec-fetch-site': 'cross-site', referer: `${TRUSTED}/`, ...FOLLOWED }],
    ['anywhere', { 'sec-fetch-site': 'cross-site', referer: `${FOREIGN}/`, ...FOLLOWED }],
    ['a sibling', { 'sec-fetch-site': 'same-site', ...FOLLOWED }],
    ['a bookmark', { 'sec-fetch-site': 'none', ...FOLLOWED }],
    ['anywhere in an old browser', { referer: `${FOREIGN}/` }],
  ])('uses the session of a visitor who follows a link from %s, and its form works', async (_, headers) => {
    const page = await open(headers);
    expect(page.text).toContain('You are logged in as');
    expect((await page.submit()).status).toBe(303);
    expect(await isLoggedIn(browser)).toBe(false);
  });

  it.each<[string, Record<string, string>]>([
    ['a picture', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }],
    ['a frame', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' }],
    ['a script', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors', origin: FOREIGN }],
    [
      'a script of a trusted page',
      { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors', origin: TRUSTED },
    ],
    ['an old browser', { origin: FOREIGN }],
  ])('ignores the session of a request by %s from elsewhere, and sets no cookie', async (_, headers) => {
    const page = await open(headers);
    expect(page.text).toContain('You are not logged in');
    expect(page.headers['set-cookie']).toBeUndefined();
    expect(Object.keys(page.headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
  });

  it.each<[string, Record<string, string>]>([
    ['a foreign page', { origin: FOREIGN, 'sec-fetch-site': 'cross-site' }],
    ['a trusted page', { origin: TRUSTED, 'sec-fetch-site': 'cross-site' }],
    ['a page that sends no origin', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
    ['a sibling', { origin: 'https://other.example.test', 'sec-fetch-site': 'same-site' }],
  ])('refuses a form from %s, even if its token is correct', async (_, headers) => {
    for (const at of ['logout', 'login']) {
      // Only a visitor who is logged out gets the form of the log-in page.
      const isLogin = at === 'login';
      const path = `/fanclubs/${ada.fanclubId}/login`;
      const page = isLogin ? await new Pages(t.origin).open(path) : await open({}, at);
      const values = isLogin ? CREDENTIALS : {};
      const answer = await page.submit(values, { headers: { ...headers, ...FOLLOWED } });
      expect([answer.status, answer.headers['set-cookie']]).toEqual([403, undefined]);
    }
    expect(await sessions()).toMatchObject([{ revokedAt: null }]);
  });
});

describe('the callback of the identity provider', () => {
  it('is accepted from any origin, as its signature is the proof', async () => {
    await t.given.loginProvider();
    await t.given.authentication({ customer: ada, uid: '4711' });
    const issued_at = Math.floor(t.clock.now().getTime() / 1000);
    const signed_request = signRequest({ issued_at, user_id: '4711' }, 'app-secret');
    const answer = await browser.form(
      '/account/connect/deauthorize_social',
      { signed_request },
      { headers: { origin: FOREIGN } },
    );
    expect(answer.body).toEqual({ status: 'ok' });
    expect(await sessions()).toMatchObject([{ revokedAt: t.clock.now() }]);
  });
});

describe('the origin check', () => {
  it('reads only the session from the database, and nothing for an untrusted website', async () => {
    const count = async (headers: Record<string, string>) => {
      t.app.get(Visits).dropAll();
      const counter = countStatements();
      await browser.get('/account', { headers });
      return counter.stop().length;
    };
    expect(await count({})).toBe(1);
    expect(await count({ origin: TRUSTED })).toBe(1);
    expect(await count({ referer: `${TRUSTED}/` })).toBe(1);
    expect(await count({ 'sec-fetch-site': 'cross-site' })).toBe(0);
    expect(await count({ origin: 'null' })).toBe(0);
  });

  it('finds the key in the body too', async () => {
    const { key } = await t.given.fanclub();
    const answer = await t.api.post(
      '/login',
      { key, ...CREDENTIALS },
      { key: null, headers: { origin: TRUSTED } },
    );
    expect(answer.body.status).toBe('ok');
    expect(answer.headers.get('access-control-allow-origin')).toBe(TRUSTED);
  });

  it('refuses the request when it fails itself, and answers with an internal error', async () => {
    await t.db.query('ALTER TABLE trusted_domains RENAME TO elsewhere');
    try {
      const { code, body, headers } = await browser.get('/logout', { headers: { origin: TRUSTED } });
      expect([code, body.messages]).toEqual([200, ['An error has occurred, please try again later.']]);
      expect(headers.getSetCookie()).toEqual([]);
    } finally {
      await t.db.query('ALTER TABLE elsewhere RENAME TO trusted_domains');
    }
    expect(await isLoggedIn(browser)).toBe(true);
  });

  it('trusts no website if the fan club cannot be looked up, and still serves answers that do not depend on the fan club', async () => {
    await t.given.fanclub();
    const asked = { origin: TRUSTED, 'access-control-request-method': 'POST' };
    await t.db.query('ALTER TABLE trusted_domains RENAME TO elsewhere');
    try {
      const answers = [
        await browser.get('/nowhere', { headers: { origin: TRUSTED } }),
        await browser.post('/nowhere', {}, { headers: { origin: TRUSTED } }),
        await browser.request('OPTIONS', '/nowhere', { headers: asked }),
        await browser.request('OPTIONS', '/login', { headers: asked }),
        await browser.request('OPTIONS', '/login', { headers: { origin: TRUSTED } }),
      ];
      expect(answers.map(({ code, body }) => [code, body?.messages])).toEqual([
        [404, ['The requested resource was not found on the server.']],
        [404, ['The requested resource was not found on the server.']],
        [200, undefined],
        [200, undefined],
        [200, undefined],
      ]);
      for (const { headers } of answers) {
        expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
      }
    } finally {
      await t.db.query('ALTER TABLE elsewhere RENAME TO trusted_domains');
    }
  });

  it('refuses two Origin headers, even if both are the same', async () => {
    const { key } = await t.given.fanclub();
    const http = new HttpClient(t.origin, { cookie: browser.cookies });
    const customerFor = async (origin: string[]) =>
      (
        await http.get<{ customer: object | null }>(`/api/v1/account?key=${key}`, {
          headers: { Origin: origin },
        })
      ).json.customer;
    expect(await customerFor([TRUSTED])).toMatchObject({ id: ada.id });
    expect(await customerFor([TRUSTED, TRUSTED])).toBeNull();
    expect(await customerFor([TRUSTED, FOREIGN])).toBeNull();
  });

  it('treats HEAD like GET', async () => {
    const lengthFor = async (method: string, headers: Record<string, string>) =>
      (await browser.request(method, '/account', { headers })).headers.get('content-length');
    const headersSent: Record<string, string>[] = [
      { origin: TRUSTED },
      { origin: FOREIGN },
      { referer: `${TRUSTED}/` },
    ];
    for (const headers of headersSent) {
      expect(await lengthFor('HEAD', headers)).toBe(await lengthFor('GET', headers));
    }
    expect(await lengthFor('HEAD', { origin: TRUSTED })).not.toBe(
      await lengthFor('HEAD', { origin: FOREIGN }),
    );
  });
});
