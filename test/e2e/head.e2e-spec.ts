import { countStatements, HttpClient } from '#libs/testing';
import type { Customer } from '#domains/accounts/customer.entity';
import { Session } from '#platform/access/session.entity';
import { API_ROUTES, OTHER_ROUTES } from '../contract/routes';
import type { Api } from '../support/api';
import { loggedIn } from '../support/logged-in';
import { testApp } from '../support/start-test-app';

const t = testApp();

const NOT_FOUND = 'The requested resource was not found on the server.';
const GETS = API_ROUTES.flatMap(([method, path]) => (method === 'GET' && path !== '/logout' ? [path] : []));
const PAGES = OTHER_ROUTES.flatMap(([method, path]) => (method === 'GET' && path !== '*' ? [path] : []));

/** Without headers that differ between any two answers, and without cookies' values and nonces, which may be new each time. */
const comparable = (headers: Iterable<readonly [string, unknown]>): Record<string, string> =>
  Object.fromEntries(
    [...headers]
      .filter(([name]) => !['date', 'x-request-id', 'connection', 'keep-alive'].includes(name))
      .map(([name, value]) => [name, String(value).replace(/'nonce-[^']+'|(?<=^[^=]+=)[^;]+/, '…')]),
  );

let ada: Customer;
let browser: Api;

beforeEach(async () => {
  ada = await t.given.customer();
  browser = await loggedIn(t, ada);
});

describe.each(GETS)('HEAD %s', (path) => {
  const at = path.replace(':id', '1');

  it('answers every visitor like that GET, without a body', async () => {
    for (const client of [browser, t.api.stranger()]) {
      const get = await client.get(at);
      const head = await client.request('HEAD', at);
      expect([head.code, head.text]).toEqual([200, '']);
      expect(comparable(head.headers)).toEqual(comparable(get.headers));
      expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(get.text)));
    }
  });

  it('without a valid key answers like GET', async () => {
    const [get, head] = [
      await browser.get(at, { key: 'no' }),
      await browser.request('HEAD', at, { key: 'no' }),
    ];
    expect(comparable(head.headers)).toEqual(comparable(get.headers));
  });

  it('sends the statements of GET', async () => {
    const statementsOf = async (method: string) => {
      await browser.request(method, at);
      const counter = countStatements();
      await browser.request(method, at);
      return counter.stop();
    };
    expect((await statementsOf('HEAD')).length).toBe((await statementsOf('GET')).length);
  });
});

it.each(PAGES)('HEAD outside the API answers like GET without a body: %s', async (path) => {
  const at = path.replace(':fanclubId', String(ada.fanclubId)).replace(':id', '1');
  const http = () => new HttpClient(t.origin);
  const [get, head] = [await http().get(at), await http().request('HEAD', at)];
  expect([head.status, head.text]).toEqual([get.status, '']);
  expect(comparable(Object.entries(head.headers))).toEqual(comparable(Object.entries(get.headers)));
});

it('HEAD of JSONP has the headers of the script', async () => {
  const get = await browser.get('/account?callback=cb');
  const head = await browser.request('HEAD', '/account?callback=cb');
  expect(head.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect(comparable(head.headers)).toEqual(comparable(get.headers));
});

it('HEAD never writes, with any _method', async () => {
  const sent = '?callback=cb&_method=POST&first_name=Eve';
  expect((await browser.request('HEAD', `/account${sent}`)).code).toBe(200);
  expect((await browser.get('/account')).body.customer.first_name).toBe(ada.firstName);
  expect((await browser.request('HEAD', `/contacts${sent}`)).code).toBe(404);
});

it('HEAD of GET /logout is an unknown path, and logs no customer out', async () => {
  for (const at of ['/logout', '/logout/', '/logout.json', '/logout?callback=cb', '/%6Cogout']) {
    const head = await browser.request('HEAD', at);
    expect([head.code, head.text]).toEqual([404, '']);
    expect(head.headers.getSetCookie()).toEqual([]);
  }
  expect(await t.db.getRepository(Session).find()).toMatchObject([{ revokedAt: null }]);
  expect((await browser.request('DELETE', '/logout')).body.messages).toEqual([NOT_FOUND]);
});

it.each(API_ROUTES.flatMap(([method, path]) => (method === 'POST' ? [path] : [])))(
  'HEAD of a path that has only POST is an unknown path: %s',
  async (path) => {
    const isKnown = API_ROUTES.some(([method, at]) => method === 'GET' && at === path);
    const { code } = await browser.request('HEAD', path.replace(':id', '1'));
    expect(code).toBe(isKnown ? 200 : 404);
  },
);
