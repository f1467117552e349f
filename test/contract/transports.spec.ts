import { PASSWORD } from '#samples';
import { type Answer, Api } from '../support/api';
import { emptyTables } from '../support/empty-tables';
import type { Fields } from '../support/form';
import { Given } from '../support/given';
import { loggedIn, withSession } from '../support/logged-in';
import { signedRequest } from '../support/signed-request';
import { testApp } from '../support/start-test-app';
import { onlyLong } from '../suite/form';
import { API_ROUTES } from './routes';

/*
 * Every spelling of a request has the same effect: each route of the table gives the same answer, and leaves the same rows,
 * as JSON, as a form, by JSONP, with `.json` and with a slash behind its path (contract 1.3 to 1.6).
 */

const t = testApp();

/** The caller: a visitor; Ada, who has a membership and an address; or an unregistered buyer of a free plan. */
type Visitor = 'nobody' | 'Ada' | 'a buyer';
const visitorsOf = (route: string): Visitor[] =>
  route === '/account/register' ? ['nobody', 'Ada', 'a buyer'] : ['nobody', 'Ada'];

/**
 * Bodies with JSON values that a form can only send as texts. A route without an entry gets one body with the fields of all
 * entries.
 */
const BODIES: Readonly<Record<string, readonly (() => Fields)[]>> = {
  '/account': [
    () => ({ first_name: 'Augusta', last_name: null, lists_opt_in: 'True', lists_opt_in_source: 'news' }),
    () => ({ lists_opt_in: 'False', lists_opt_in_source: 'news' }),
    () => ({ first_name: 7, lists_opt_in: 'maybe', username: '' }),
    () => ({ email: 'new@x.example' }),
    () => ({ current_password: '', password: '', password_confirmation: '' }),
    () => ({ current_password: 'wrong', password: 'a new password', password_confirmation: 'another' }),
  ],
  '/accounts': [
    () => ({ ...NEW, accept_terms: true, password_attributes: { ...NEW_PASSWORD } }),
    () => ({ customer: { ...NEW, accept_terms: 1, password_attributes: { ...NEW_PASSWORD } } }),
    () => ({ ...NEW, accept_terms: false, password_attributes: { password: '', password_confirmation: '' } }),
    () => ({ customer: { email: '' } }),
    () => ({ city: 'Oslo' }),
  ],
  '/account/shipping': [
    () => ({ ...ADDRESS, postal_code: 1234, item_type_1: 2 }),
    () => ({ city: 'Bergen', address_2: null }),
    () => ({ item_type_1: '', country: 'xx' }),
  ],
  '/contacts': [
    () => ({ contact: { email: 'new@x.example', birthdate: '1990-12-10', city: 'Oslo', 'T-shirt': 'L' } }),
    () => ({ contact: { email: 'new@x.example', birthdate: '1990-13-10' } }),
    () => ({ contact: { email: 'new@x.example', tags: ['a', 'b'] } }),
    () => ({ contact: { email: 'new@x.example', constructor: 'a' } }),
    () => ({ contact: 'new@x.example' }),
  ],
  '/contests/:id/enter': [() => ({}), () => ({ anything: true })],
  '/login': [
    () => ({ email: ' ada@X.example', password: PASSWORD, social_signed_request: '' }),
    () => ({ email: 'ada@x.example', password: 12_345_678 }),
    () => ({ social_signed_request: signedRequest(t, '11') }),
  ],
  '/account/register': [
    () => ({ ...NEW, social_signed_request: signedRequest(t, '12'), accept_terms: true }),
    () => ({ social_signed_request: signedRequest(t, '12') }),
    () => ({ social_signed_request: ' ', accept_terms: 'on' }),
  ],
  '/account/connect/:provider': [() => ({ social_signed_request: signedRequest(t, '12') }), () => ({})],
  '/account/connect/deauthorize_:provider': [() => ({ signed_request: signedRequest(t, '11') })],
};
const NEW = { email: 'new@x.example', birthdate: '1990-12-10', first_name: 'Grace' };
const NEW_PASSWORD = { password: 'correct horse', password_confirmation: 'correct horse' };
const ADDRESS = {
  first_name: 'Ada',
  last_name: 'Byron',
  address: 'Street 1',
  city: 'Oslo',
  state: 'Oslo',
  country: 'no',
};
const ALL = (): Fields =>
  Object.assign(
    {},
    ...Object.values(BODIES)
      .flat()
      .map((body) => body()),
  ) as Fields;

type Send = (api: Api, path: string, fields: Fields) => Promise<Answer>;

const READS: Readonly<Record<string, Send>> = {
  '.json': (api, path) => api.get(`${path}.json`),
  'a slash, and unknown parameters': (api, path) => api.get(`${path}/?t=1&_=2&_method=POST`),
  'JSONP with .json and a slash': (api, path) => api.jsonp(`${path}.json/?_=1`),
};
const WRITES: Readonly<Record<string, Send>> = {
  '.json': (api, path, fields) => api.post(`${path}.json`, fields),
  'a form with a slash, and unknown fields': (api, path, fields) =>
    api.form(`${path}/`, { ...fields, t: 1, _: 2 }),
  'JSONP with .json': (api, path, fields) => api.jsonpPost(`${path}.json?_=1`, fields),
};
/** Routes that JSONP never answers (security.md, JSONP). */
const WITHOUT_JSONP = ['/search', '/account/search', '/account/connect/deauthorize_:provider', '/refresh'];

/** The same rows with the same ids each time, and the caller. */
async function world(visitor: Visitor): Promise<Api> {
  await emptyTables(t.db);
  const given = new Given(t.db, t.clock);
  const api = new Api(t.origin, given);
  Object.assign(t, { given, api });
  await given.fanclub({ forumIntegration: false });
  await given.loginProvider();
  const ada = await given.customer({ email: 'ada@x.example' });
  await given.authentication({ customer: ada, uid: '11' });
  const plan = await given.plan();
  const itemType = await given.itemType();
  await given.package(plan, [{ itemType }]);
  await given.subscription({ customer: ada, plan });
  await given.order({ customer: ada, plan });
  await given.shippingAddress({ customer: ada });
  await given.event();
  await given.contest();
  await given.benefit({ plans: [plan] });
  if (visitor === 'nobody') return api;
  if (visitor === 'Ada') return loggedIn(t, ada);
  const customer = await given.unregisteredCustomer();
  const bought = await given.order({ customer, plan: await given.plan({ price: '0' }) });
  return withSession(t, customer.fanclubId, await given.session({ customer, order: bought }));
}

const TABLES =
  'customers, shipping_addresses, item_selections, contacts, contest_entries, authentications, mails';
/** Columns that differ after every request: salted, sealed, or the time of the database. */
const RANDOM = '{password_hash,content_sealed,message_key,created_at,updated_at,last_login_at}';

/** The stored rows of customers after a request, and the number of sessions. */
async function rows(): Promise<unknown> {
  const kept = TABLES.split(', ').map(
    (table) =>
      `(SELECT json_agg(to_jsonb(r) - '${RANDOM}'::text[] ORDER BY r::text) FROM ${table} r) AS ${table}`,
  );
  return t.db.query(`SELECT ${kept.join()}, (SELECT count(*) FROM sessions) AS sessions`);
}

async function outcome(visitor: Visitor, route: string, fields: () => Fields, send: Send) {
  const api = await world(visitor);
  const path = route.replace(':id', '1').replace(':provider', 'social');
  const { code, body, headers } = await send(api, path, fields());
  return { code, body, cookies: headers.getSetCookie().length, rows: await rows() };
}

describe.each(API_ROUTES)('%s %s', (method, route, caller) => {
  const isRead = method === 'GET';
  const plain: Send = isRead ? (api, path) => api.get(path) : (api, path, fields) => api.post(path, fields);
  const ways = Object.entries(isRead ? READS : WRITES).filter(
    ([name]) => !(name.startsWith('JSONP') && WITHOUT_JSONP.includes(route)),
  );
  const bodies = isRead ? [() => ({})] : (BODIES[route] ?? [ALL]);

  // In the short form the caller who has most, because refusals do not read the body, with the first body.
  const visitors = visitorsOf(route);
  it.each([...onlyLong(visitors.slice(0, -1)), ...visitors.slice(-1)])(
    'has the same effect in every spelling, for %s',
    async (visitor) => {
      // Refusals come before the body is read.
      const others = caller === 'customer' && visitor === 'nobody' ? [] : onlyLong(bodies.slice(1));
      for (const fields of [bodies[0], ...others]) {
        const expected = await outcome(visitor, route, fields, plain);
        expect(expected.body).toBeDefined();
        for (const [way, send] of ways) {
          expect([way, await outcome(visitor, route, fields, send)]).toEqual([way, expected]);
        }
      }
    },
  );
});
