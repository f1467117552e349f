import type { Customer } from '../../../src/domains/accounts';
import { type Club, daysFrom, type Sender } from '#samples';
import { fill } from '../../tenants/world';
import type { Given } from '../given';
import { loggedIn, withSession } from '../logged-in';
import { APP_SECRET, signedRequest } from '../signed-request';
import type { TestApp } from '../start-test-app';

/** The one website that the fan club trusts. */
export const TRUSTED_SITE = 'https://club.example:8443';

/** Customers of each kind. Probes take turns, so that a successful one does not use up the customer of the others. */
const PEOPLE = 8;
/** So many customers have connected an account of the provider, as many have not. */
const CONNECTED = PEOPLE / 2;

/** The rows for the probes of bad input: a fan club with rows of every kind, and its customers. */
export interface World {
  /** Its first member is the first of the customers. */
  readonly club: Club;
  readonly key: string;
  /** Key, session cookie and app secret of another fan club. */
  readonly foreign: { readonly key: string; readonly cookie: string; readonly secret: string };
  /** The Cookie header of the n-th sender of the kind; empty for nobody. */
  cookieOf(sender: Sender, n: number): string;
  /** A signed request of the n-th customer's connected account; `claims` replace or add to what it says. */
  claimOf(n: number, claims?: { secret?: string; [claim: string]: unknown }): string;
}

/**
 * Makes the world in the empty database of a test. Its clock is set to the real time, by which the other process lives. Its
 * sessions were used so lately that no request notes their use.
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
  // Made anew below: the first customers can still connect an account.
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
