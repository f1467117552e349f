import type { Customer } from '#domains/accounts/customer.entity';
import { countStatements } from '#libs/testing';
import { SessionTokens, Visits } from '#platform/access';
import type { Api } from '../support/api';
import { loggedIn } from '../support/logged-in';
import { testApp } from '../support/start-test-app';
import { ROUTE_SAMPLES } from '../samples/registry';
import { isTried } from '../tenants/only';
import { fill } from '../tenants/world';
import { API_ROUTES, type Caller, ONLY_READING, OTHER_ROUTES } from './routes';

const t = testApp();

/** Reads by visitors; partners' reads write an audit. A GET that writes comes last: it may end the session. */
const READS = API_ROUTES.filter(
  ([method, path, caller]) => method === 'GET' && caller !== 'partner' && isTried(`GET ${path}`),
).sort(
  ([, one], [, other]) => Number(!ONLY_READING.has(`GET ${one}`)) - Number(!ONLY_READING.has(`GET ${other}`)),
);

interface Read {
  /** As `GET /plans`. */
  readonly route: string;
  readonly caller: Caller;
  /** With the member's ids. */
  readonly path: string;
}

/** A fan club with rows of every kind, its first member, and what this member can read. */
async function member(): Promise<{ client: Api; reads: readonly Read[]; customer: Customer }> {
  const ground = await t.given.fanclub();
  const organizationKey = await t.given.organizationKey();
  const secret = 'app-secret';
  const club = await fill(t, t.given, { name: 'a1', club: ground, organizationKey, secret });
  const { customer } = club.members[1];
  const reads = READS.map(([, pattern, caller]) => {
    const { params = {} } = ROUTE_SAMPLES[`GET ${pattern}`]?.request?.(club, 0, '') ?? {};
    const path = pattern.replace(/:(\w+)/g, (_, name: string) => String(params[name]));
    return { route: `GET ${pattern}`, caller, path };
  });
  return { client: await loggedIn(t, customer), reads, customer };
}

/** The statements of a request with the fan club cached and the visit not, and whether it was refused. */
async function statementsOf(
  client: Api,
  path: string,
): Promise<{ refused: boolean; statements: readonly string[] }> {
  t.app.get(Visits).dropAll();
  const counter = countStatements();
  const { body } = await client.get(path);
  return { refused: body.status === 'error', statements: counter.stop() };
}

/** Asks each route, and compares what was found and what was expected, by route. */
async function compare(
  reads: readonly Read[],
  ask: (read: Read) => Promise<{ found: unknown; expected: unknown }>,
): Promise<void> {
  const found: Record<string, unknown> = {};
  const expected: Record<string, unknown> = {};
  for (const read of reads) {
    const answer = await ask(read);
    found[read.route] = answer.found;
    expected[read.route] = answer.expected;
  }
  expect(found).toEqual(expected);
}

describe('each route that reads', () => {
  it('takes at most the statements that its sample allows for a visitor without a session', async () => {
    const { reads } = await member();
    await compare(reads, async ({ route, caller, path }) => {
      const { visitorStatements = 0 } = ROUTE_SAMPLES[route] ?? {};
      const { refused, statements } = await statementsOf(t.api, path);
      const expected = { refused: caller === 'customer', more: [] };
      return { found: { refused, more: statements.slice(visitorStatements) }, expected };
    });
  });

  it('takes at most the statements that its sample allows for a member', async () => {
    const { client, reads } = await member();
    await compare(reads, async ({ route, path }) => {
      const { statements: allowed = 1 } = ROUTE_SAMPLES[route] ?? {};
      const { refused, statements } = await statementsOf(client, path);
      // A GET that writes declares it, because reads share visits that may be a second old (decision 41).
      const writes = statements.some((text) => /\b(INSERT INTO|UPDATE|DELETE FROM)\b/.test(text));
      return {
        found: { refused, writes, more: statements.slice(allowed) },
        expected: { refused: false, writes: !ONLY_READING.has(route), more: [] },
      };
    });
  });

  it('answers a member with a bearer token as one with a cookie', async () => {
    const { client, reads, customer } = await member();
    const { origin } = new URL(t.config.publicUrl);
    const session = await t.given.session({ customer });
    const { access_token: token } = t.app
      .get(SessionTokens)
      .handOver({ id: customer.fanclubId }, session, origin);
    const headers = { origin, authorization: `Bearer ${token}` };
    await compare(reads, async ({ path }) => {
      const byToken = await t.api.stranger().get(path, { headers });
      const byCookie = await client.get(path);
      return {
        found: { body: byToken.body, cookies: byToken.headers.getSetCookie() },
        expected: { body: byCookie.body, cookies: [] },
      };
    });
  });
});

const PAGES = OTHER_ROUTES.filter(([method, path]) => method === 'GET' && path.startsWith('/fanclubs/'));

/** The statements of pages that send any: for the plans, for a draw, and for the payment account without which nobody can buy a gift. */
const STATEMENTS: readonly (readonly [RegExp, number])[] = [
  [/\/checkout(\/details)?$/, 1],
  [/\/plans\/:id\/gift$/, 2],
  [/\/contests\/:id\/draw(\/file)?$/, 1],
];

it('each page sends few statements for a visitor without a mailed link', async () => {
  const { id } = await t.given.fanclub();
  const plan = await t.given.plan({ price: '0.00' });
  const expected = PAGES.map(([, route]) => [
    route,
    { statements: STATEMENTS.find(([pattern]) => pattern.test(route))?.[1] ?? 0, failed: false },
  ]);
  const found: unknown[] = [];
  for (const [, route] of PAGES) {
    const path = route.replace(':fanclubId', String(id)).replace(':id', String(plan.id));
    const counter = countStatements();
    const { status } = await fetch(`${t.origin}${path}`, { redirect: 'manual' });
    found.push([route, { statements: counter.stop().length, failed: status >= 500 }]);
  }
  expect(found).toEqual(expected);
});
