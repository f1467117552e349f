import type { Customer } from '#domains/accounts/customer.entity';
import { countStatements } from '#libs/testing';
import { SessionTokens } from '#platform/access';
import type { Api } from '../support/api';
import { loggedIn } from '../support/logged-in';
import { testApp } from '../support/start-test-app';
import { ROUTE_SAMPLES } from '../samples/registry';
import { isTried } from '../tenants/only';
import { fill } from '../tenants/world';
import { API_ROUTES, ONLY_READING, OTHER_ROUTES } from './routes';

const t = testApp();

/** Reads by visitors; partners' reads write an audit. */
const READS = API_ROUTES.filter(
  ([method, path, caller]) => method === 'GET' && caller !== 'partner' && isTried(`GET ${path}`),
);

/** The first member of a fan club with rows of every kind, and the path with this member's ids. */
async function member(route: string): Promise<{ client: Api; path: string; customer: Customer }> {
  const ground = await t.given.fanclub();
  const organizationKey = await t.given.organizationKey();
  const secret = 'app-secret';
  const club = await fill(t, t.given, { name: 'a1', club: ground, organizationKey, secret });
  const { params = {} } = ROUTE_SAMPLES[`GET ${route}`]?.request?.(club, 0, '') ?? {};
  const path = route.replace(/:(\w+)/g, (_, name: string) => String(params[name]));
  const { customer } = club.members[1];
  return { client: await loggedIn(t, customer), path, customer };
}

/** The statements of a request to a cached fan club, and whether it was refused. */
async function statementsOf(
  client: Api,
  path: string,
): Promise<{ refused: boolean; statements: readonly string[] }> {
  const counter = countStatements();
  const { body } = await client.get(path);
  return { refused: body.status === 'error', statements: counter.stop() };
}

describe.each(READS)('%s %s', (_method, route, caller) => {
  const { visitorStatements = 0, statements: memberStatements = 1 } = ROUTE_SAMPLES[`GET ${route}`] ?? {};

  it(`takes at most this number of statements for a visitor without a session: ${visitorStatements}`, async () => {
    const { path } = await member(route);
    const { refused, statements } = await statementsOf(t.api, path);
    expect([refused, statements.slice(visitorStatements)]).toEqual([caller === 'customer', []]);
  });

  it(`takes at most this number of statements for a member: ${memberStatements}`, async () => {
    const { client, path } = await member(route);
    const { refused, statements } = await statementsOf(client, path);
    expect([refused, statements.slice(memberStatements)]).toEqual([false, []]);
    // A GET that writes declares it, because reads share visits that may be a second old (decision 41).
    const writes = statements.filter((text) => /\b(INSERT INTO|UPDATE|DELETE FROM)\b/.test(text));
    if (ONLY_READING.has(`GET ${route}`)) expect(writes).toEqual([]);
    else expect(writes).not.toEqual([]);
  });

  it('answers a member with a bearer token as one with a cookie', async () => {
    const { client, path, customer } = await member(route);
    const { origin } = new URL(t.config.publicUrl);
    const session = await t.given.session({ customer });
    const { access_token: token } = t.app
      .get(SessionTokens)
      .handOver({ id: customer.fanclubId }, session, origin);
    const headers = { origin, authorization: `Bearer ${token}` };
    const byToken = await t.api.stranger().get(path, { headers });
    expect(byToken.body).toEqual((await client.get(path)).body);
    expect(byToken.headers.getSetCookie()).toEqual([]);
  });
});

const PAGES = OTHER_ROUTES.filter(([method, path]) => method === 'GET' && path.startsWith('/fanclubs/'));

/** The statements of pages that send any: for the plans, for a draw, and for the payment account without which nobody can buy a gift. */
const STATEMENTS: readonly (readonly [RegExp, number])[] = [
  [/\/checkout(\/details)?$/, 1],
  [/\/plans\/:id\/gift$/, 2],
  [/\/contests\/:id\/draw(\/file)?$/, 1],
];

it.each(PAGES)('%s %s sends few statements for a visitor without a mailed link', async (_, route) => {
  const { id } = await t.given.fanclub();
  const plan = await t.given.plan({ price: '0.00' });
  const path = route.replace(':fanclubId', String(id)).replace(':id', String(plan.id));
  const counter = countStatements();
  const { status } = await fetch(`${t.origin}${path}`, { redirect: 'manual' });
  expect(counter.stop()).toHaveLength(STATEMENTS.find(([pattern]) => pattern.test(route))?.[1] ?? 0);
  expect(status).toBeLessThan(500);
});
