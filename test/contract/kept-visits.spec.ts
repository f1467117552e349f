import { observeStatements } from '#libs/testing';
import { Visits } from '#platform/access';
import type { Input } from '#samples';
import { ROUTE_SAMPLES } from '../samples/registry';
import type { Api } from '../support/api';
import type { Fields } from '../support/form';
import { loggedIn } from '../support/logged-in';
import { testApp } from '../support/start-test-app';
import { isTried } from '../tenants/only';
import { fill } from '../tenants/world';
import { API_ROUTES, ONLY_READING, type Route } from './routes';

// A kept visit lets nobody do anything, even if it is never dropped: here the memory keeps visits for ever, and hears of nothing.

const t = testApp();

/** The routes that may write, without those of partners. */
const WRITING = API_ROUTES.filter(
  ([method, path, caller]) =>
    caller !== 'partner' && !ONLY_READING.has(`${method} ${path}`) && isTried(`${method} ${path}`),
);

const WRITES = /\b(?:INSERT INTO|UPDATE|DELETE FROM) "?(\w+)/g;

function keepForEver(): void {
  const visits = t.app.get(Visits);
  const find = visits.find.bind(visits);
  const kept = new Map<string, ReturnType<Visits['find']>>();
  jest.spyOn(visits, 'find').mockImplementation((fanclub, token) => {
    const known = kept.get(token) ?? find(fanclub, token);
    kept.set(token, known);
    return known;
  });
}
afterEach(() => jest.restoreAllMocks());

/** The tables of which the rows have changed since the last call. */
class ChangedTables {
  private readonly digests = new Map<string, string>();

  /** Looks at all tables but the counts of limits, which any request may change. */
  async begin(): Promise<void> {
    const tables = await t.db.query<{ name: string }[]>(
      `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'rate_limits'`,
    );
    for (const { name } of tables) this.digests.set(name, '');
    await this.since(this.digests.keys());
  }

  async since(candidates: Iterable<string>): Promise<string[]> {
    const changed: string[] = [];
    for (const name of candidates) {
      if (!this.digests.has(name)) continue;
      const [{ digest }] = await t.db.query<{ digest: string }[]>(
        `SELECT md5(coalesce(string_agg(r::text, '' ORDER BY r::text), '')) AS digest FROM ${name} r`,
      );
      if (this.digests.get(name) !== digest) changed.push(name);
      this.digests.set(name, digest);
    }
    return changed.sort();
  }
}

/** What a request to a route leads to: its refusal, if any, and the tables that it writes. */
async function outcome(
  changes: ChangedTables,
  api: Api,
  [method, route]: Route,
  { params = {}, body = {} }: Input,
  asScript: boolean,
) {
  // A statement may decide by itself that it writes nothing.
  const candidates = new Set<string>();
  const end = observeStatements((text) => {
    for (const [, table] of text.matchAll(WRITES)) candidates.add(table);
  });
  const path = route.replace(/:(\w+)/g, (_, name: string) => String(params[name]));
  const read = asScript ? api.jsonp(path) : api.get(path);
  const answer = await (method === 'GET'
    ? read
    : asScript
      ? api.jsonpPost(path, body as Fields)
      : api.post(path, body));
  end();
  const { status, messages } = answer.body ?? {};
  return { code: answer.code, status, messages, written: await changes.since(candidates) };
}

const ENDS = {
  'were logged out elsewhere': 'UPDATE sessions SET revoked_at = now()',
  'were blacklisted': 'UPDATE customers SET blacklisted = true',
  'were erased, with their sessions': 'DELETE FROM sessions',
};

it.each(Object.entries(ENDS))(
  'customers who %s write on no route more than a visitor without a session',
  async (_, end) => {
    keepForEver();
    const ground = await t.given.fanclub({ forumIntegration: true });
    const organizationKey = await t.given.organizationKey();
    const club = await fill(t, t.given, { name: 'a1', club: ground, organizationKey, secret: 'app-secret' });
    const { customer } = club.members[1];
    const member = await loggedIn(t, customer);
    const buyer = t.api.withCookie(`__Host-fanclub_session_${club.id}`, club.newcomer);
    const shownTo = async (api: Api): Promise<unknown> => (await api.get('/account')).body.customer?.id;
    expect(await shownTo(member)).toBe(customer.id);
    await shownTo(buyer);
    await t.db.query(end);
    // A log-in is remembered once a day.
    await t.db.query('UPDATE customers SET last_login_at = $1', [t.clock.now()]);

    const changes = new ChangedTables();
    await changes.begin();
    let n = 0;
    for (const route of WRITING) {
      const [method, path, caller] = route;
      for (const asScript of [false, true]) {
        const answers: unknown[] = [];
        for (const api of [member, buyer, t.api]) {
          const input = ROUTE_SAMPLES[`${method} ${path}`]?.request?.(club, (n += 1), '') ?? {};
          // A new client each time, because an answer clears the cookie.
          const client = api === t.api ? api.stranger() : api.at(t.origin);
          answers.push(await outcome(changes, client, route, input, asScript));
        }
        const [ofMember, ofBuyer, ofVisitor] = answers;
        expect([path, ofMember, ofBuyer]).toEqual([path, ofVisitor, ofVisitor]);
        if (caller === 'customer') expect(ofVisitor).toMatchObject({ status: 'error', written: [] });
      }
    }
    // The memory has kept the visit all the time.
    expect(await shownTo(member)).toBe(customer.id);
  },
);
