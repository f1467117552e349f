import type { Customer } from '#domains/accounts/customer.entity';
import { type Club, daysFrom, type Sender } from '#samples';
import { fill } from '../../tenants/world';
import type { Given } from '../given';
import { loggedIn, withSession } from '../logged-in';
import { APP_SECRET, signedRequest } from '../signed-request';
import type { TestApp } from '../start-test-app';

/** The one website that the fan club trusts. */
export const TRUSTED_SITE = 'https://club.example:8443';

/** Customers of each kind. Probes alternate between them, so that a successful probe does not spoil the others. */
const PEOPLE = 8;
/** The number of customers with a connected account, and of customers without one. */
const CONNECTED = PEOPLE / 2;

/** The rows for the probes of bad input: a fan club with rows of every kind, and its customers. */
export interface World {
  /** Its first member is the first customer. */
  readonly club: Club;
  readonly key: string;
  /** Key, session cookie and app secret of another fan club. */
  readonly foreign: { readonly key: string; readonly cookie: string; readonly secret: string };
  /** The Cookie header of the n-th sender of the kind; empty without a session. */
  cookieOf(sender: Sender, n: number): string;
  /** A signed request for the n-th customer's connected account; `claims` replace or add fields. */
  claimOf(n: number, claims?: { secret?: string; [claim: string]: unknown }): string;
}

/**
 * Creates the world in the empty database of a test. The test clock is set to the real time, which the server process uses. The
 * sessions were used so recently that no request updates their time of use.
 */
export async function makeWorld(t: TestApp): Promise<World> {
  t.clock.set(new Date());
  const cookieOf = async (whose: Parameters<Given['session']>[0]) =>
    withSession(t, club.id, await t.given.session({ ...whose, lastSeenAt: daysFrom(t.clock.now(), 1) }))
      .cookies;
  const { given } = t;
  const ground = await given.fanclub({ forumIntegration: true, name: 'The Fans' });
  const organizationKey = await given.organizationKey();
  const club = await fill(t, given, { name: 'a1', club: ground, organizationKey, secret: APP_SECRET });
  await given.trustedDomain({ origin: TRUSTED_SITE });
  // Created again below, so that the first customers can still connect an account.
  await t.db.query('DELETE FROM authentications');
  const foreign = await given.fanclub({});
  await given.loginProvider({ fanclubId: foreign.id, appSecret: 'foreign secret' });
  const stranger = await given.customer({ fanclubId: foreign.id });

  const customers: Customer[] = [];
  const cookies: Record<Sender, string[]> = { nobody: [''], customer: [], buyer: [] };
  for (let n = 0; n < PEOPLE; n += 1) {
    const customer = n === 0 ? club.members[1].customer : await given.customer({ username: `fan${n}` });
    customers.push(customer);
    if (n > 0) await given.shippingAddress({ customer });
    cookies.customer.push(await cookieOf({ customer }));
    const buyer = await given.unregisteredCustomer();
    const order = await given.order({ customer: buyer, plan: club.freePlan });
    cookies.buyer.push(await cookieOf({ customer: buyer, order }));
  }
  for (const [n, customer] of customers.entries()) {
    if (n >= CONNECTED) await given.authentication({ customer, uid: `uid${n - CONNECTED}` });
  }
  return {
    club,
    key: club.key,
    foreign: { key: foreign.key, cookie: (await loggedIn(t, stranger)).cookies, secret: 'foreign secret' },
    cookieOf: (sender, n) => cookies[sender][n % cookies[sender].length],
    claimOf: (n, claims) => signedRequest(t, `uid${n % CONNECTED}`, { secret: APP_SECRET, ...claims }),
  };
}
