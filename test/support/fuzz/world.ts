import type { Customer } from '../../../src/domains/accounts';
import type { Plan } from '../../../src/domains/plans';
import { daysFrom, PASSWORD } from '../../factories';
import type { Given } from '../given';
import { loggedIn, withSession } from '../logged-in';
import { APP_SECRET, signedRequest } from '../signed-request';
import type { TestApp } from '../start-test-app';

/** The one website that the fan club trusts. */
export const TRUSTED_SITE = 'https://club.example:8443';

/** Who sends a probe: nobody, one of the customers, or one of those who bought a free plan and have yet to register. */
export type Sender = 'nobody' | 'customer' | 'buyer';

/** People of each kind. Probes take turns, so that one that was told `ok` does not leave the others a person used up. */
const PEOPLE = 8;
/** So many customers have connected an account of the provider, as many have not. */
const CONNECTED = PEOPLE / 2;

/** What the probes of bad input are about: a fan club with something of everything, and its people. */
export interface World {
  readonly key: string;
  /** Key, session cookie and app secret of another fan club. */
  readonly foreign: { readonly key: string; readonly cookie: string; readonly secret: string };
  /** For the header `Api-Key`. */
  readonly organizationKey: string;
  readonly emails: readonly string[];
  readonly password: string;
  readonly ids: Readonly<
    Record<'order' | 'subscription' | 'contest' | 'event' | 'itemType' | 'option', number>
  >;
  /** The Cookie header of the n-th sender of the kind; empty for nobody. */
  cookieOf(sender: Sender, n: number): string;
  /** A signed request of the n-th customer's connected account; `claims` replace or add to what it says. */
  claimOf(n: number, claims?: { secret?: string; [claim: string]: unknown }): string;
  /** A signed request of somebody whom nobody knows. */
  strangersClaim(n: number): string;
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
  const club = await t.given.fanclub({ forumIntegration: true, name: 'The Fans' });
  await t.given.loginProvider();
  await t.given.trustedDomain({ origin: TRUSTED_SITE });
  const foreign = await t.given.fanclub({});
  await t.given.loginProvider({ fanclubId: foreign.id, appSecret: 'foreign secret' });
  const stranger = await t.given.customer({ fanclubId: foreign.id });

  const organizationKey = await t.given.organizationKey();
  const offer = await givenOffer(t);
  const plan = await t.given.plan({ price: '0' });
  const customers: Customer[] = [];
  const cookies: Record<Sender, string[]> = { nobody: [''], customer: [], buyer: [] };
  for (let n = 0; n < PEOPLE; n += 1) {
    const customer = await t.given.customer({ username: `fan${n}` });
    customers.push(customer);
    await t.given.shippingAddress({ customer });
    cookies.customer.push(await cookieOf({ customer }));
    const buyer = await t.given.unregisteredCustomer();
    const order = await t.given.order({ customer: buyer, plan });
    cookies.buyer.push(await cookieOf({ customer: buyer, order }));
  }
  const own = await givenPossessions(t, customers[0], offer.plan);
  for (const [n, customer] of customers.entries()) {
    // The first ones can still connect an account.
    if (n >= CONNECTED) await t.given.authentication({ customer, uid: `uid${n - CONNECTED}` });
  }
  return {
    key: club.key,
    foreign: { key: foreign.key, cookie: (await loggedIn(t, stranger)).cookies, secret: 'foreign secret' },
    organizationKey,
    emails: customers.map(({ email }) => email!),
    password: PASSWORD,
    ids: { ...offer.ids, ...own },
    cookieOf: (sender, n) => cookies[sender][n % cookies[sender].length],
    claimOf: (n, claims) => signedRequest(t, `uid${n % CONNECTED}`, { secret: APP_SECRET, ...claims }),
    strangersClaim: (n) => signedRequest(t, `stranger ${n}`),
  };
}

async function givenOffer(t: TestApp) {
  const plan = await t.given.plan();
  const itemType = await t.given.itemType();
  await t.given.package(plan, [{ itemType }]);
  const event = await t.given.event();
  await t.given.ticketLink({ event, exclusive: true, codes: ['SECRET'] });
  const contest = await t.given.contest({ event });
  await t.given.benefit({ plans: [plan] });
  const option = itemType.options[0];
  return { plan, ids: { contest: contest.id, event: event.id, itemType: itemType.id, option: option.id } };
}

async function givenPossessions(t: TestApp, customer: Customer, plan: Plan) {
  const subscription = await t.given.subscription({ customer, plan });
  const order = await t.given.order({ customer, plan });
  await t.given.shipment({ order });
  await t.given.queuedSubscription({ customer, plan });
  return { subscription: subscription.id, order: order.id };
}
