import { KeyedDigest } from '#libs/sealed';
import type { Customer } from '../../src/domains/accounts';
import { MAIL_KINDS } from '../../src/platform/mail/mail';
import { TOKEN_LIFETIMES, type TokenPurpose } from '../../src/platform/tokens';
import type { TestApp } from '../support/start-test-app';
import { withSession } from '../support/logged-in';
import type { CanaryGiven } from './canary-given';
import { canary, type ClubName, CLUBS, type CustomerNumber } from './canaries';

/** A customer, with what only this one may see. */
export interface Member {
  readonly customer: Customer;
  /** The sealed value of the session cookie. */
  readonly cookie: string;
  /** What the identity provider calls the customer. */
  readonly uid: string;
  readonly alias: string;
  readonly order: number;
  /** By which the checkout knows that order. */
  readonly reference: string;
  readonly unpaidOrder: number;
  readonly subscription: number;
  /** The tokens of mailed links, by purpose. */
  readonly tokens: Readonly<Record<string, string>>;
}

/** A fan club, with the ids that requests name. */
export interface Club {
  readonly name: ClubName;
  readonly id: number;
  readonly organization: number;
  readonly key: string;
  readonly revokedKey: string;
  /** Of the organization that owns the club. */
  readonly organizationKey: string;
  /** Of its identity provider. */
  readonly secret: string;
  readonly members: Readonly<Record<CustomerNumber, Member>>;
  /** The session cookie of a customer who has bought a free plan and not registered; one of the third customer's. */
  readonly newcomer: string;
  /** Somebody on the contact list; another text of the second customer's. */
  readonly contact: { readonly email: string; readonly token: string };
  readonly plan: number;
  readonly freePlan: number;
  readonly deletedPlan: number;
  readonly tag: string;
  readonly event: number;
  readonly unpublishedEvent: number;
  readonly contest: number;
  readonly unpublishedContest: number;
  readonly itemType: number;
  readonly options: readonly number[];
}

/** Of a contact of every club: the one text that several have in common. */
export const SHARED_EMAIL = 'shared@x.example';

/** All there is: three clubs of two organizations, made so that the first rows of each table are another club's than a1's. */
export type World = Readonly<Record<ClubName, Club>>;

/** Builds it: everything that a club can have, once at least. */
export async function buildWorld(t: TestApp, given: CanaryGiven): Promise<World> {
  await given.of({ club: 'a1', audience: 'nobody' });
  const a = await given.organization();
  await given.of({ club: 'b1', audience: 'nobody' });
  const b = await given.organization();
  const keys = { [a.id]: 'the-key-of-a', [b.id]: 'the-key-of-b' };
  for (const { id } of [a, b]) await given.organizationKey({ organizationId: id, key: keys[id] });
  const clubs: Partial<Record<ClubName, Club>> = {};
  for (const name of CLUBS) {
    const { id } = name === 'b1' ? b : a;
    clubs[name] = await buildClub(t, given, name, { id, key: keys[id] });
  }
  await given.done();
  return clubs as World;
}

async function buildClub(
  t: TestApp,
  given: CanaryGiven,
  name: ClubName,
  organization: { id: number; key: string },
): Promise<Club> {
  const forEverybody = () => given.of({ club: name, audience: 'everybody' });
  await forEverybody();
  const { id, key } = await given.fanclub({ organizationId: organization.id, forumIntegration: true });
  const secret = `secret of ${name}`;
  await given.loginProvider({ fanclubId: id, appSecret: secret });
  await given.trustedDomain({ fanclubId: id });
  const salesPeriod = await given.salesPeriod({ fanclubId: id });
  const itemType = await given.itemType({ fanclubId: id });
  const silver = await given.plan({ fanclubId: id, price: '10.00' });
  const gold = await given.plan({ fanclubId: id, salesPeriod, renewalCap: 3 });
  const free = await given.plan({ fanclubId: id, price: '0' });
  await given.package(gold, [{ itemType }, {}]);
  await given.upgrade(silver, gold);
  await given.benefit({ plans: [gold] });
  await given.benefit({ fanclubId: id });
  const event = await given.event({ fanclubId: id });
  await given.ticketLink({ event });
  const contest = await given.contest({ event });
  await given.contest({ fanclubId: id, plans: [gold] });

  await given.of({ club: name, audience: 'entitled' });
  const affiliate = await given.affiliate({ fanclubId: id });
  // Everybody sees that there is such a link, and at which host.
  const shown = canary({ club: name, audience: 'everybody' });
  await given.ticketLink({ event, affiliate, exclusive: true, plans: [gold], name: shown, host: shown });

  await given.of({ club: name, audience: 'nobody' });
  const { key: revokedKey } = await given.fanclubKey({ fanclubId: id, revokedAt: t.clock.now() });
  const deleted = await given.plan({ fanclubId: id, deleted: true });
  const unpublishedEvent = await given.event({ fanclubId: id, published: false });
  const unpublishedContest = await given.contest({ fanclubId: id, published: false });
  await given.of({ club: name, audience: 2 });
  const contact = await given.contact({ fanclubId: id });
  await given.contact({ fanclubId: id, email: SHARED_EMAIL });
  const nobody = await given.customer({ fanclubId: id });
  const contactToken = await given.oneTimeToken({
    customer: nobody,
    customerId: null,
    contactId: contact.id,
    purpose: 'confirm_contact',
    email: contact.email,
  });
  await given.of({ club: name, audience: 'nobody' });
  await given.mail({ fanclubId: id });
  await given.mailTemplate({ fanclubId: id, kind: MAIL_KINDS[0] });
  // The client of all requests is known to every club.
  const digest = new KeyedDigest(t.config.encryptionKeys[0], 'limits').of('127.0.0.1');
  await given.rateLimit({ fanclubId: id, what: 'loginNetwork', digest });

  const member = async (number: CustomerNumber): Promise<Member> => {
    await given.of({ club: name, audience: number });
    const customer = await given.customer({ fanclubId: id, lockedPlan: gold, autoRenewalEnabled: true });
    const reference = canary({ club: name, audience: number }).padEnd(43, 'A');
    const order = await given.order({ customer, plan: gold, checkoutReference: reference });
    await given.shipment({ order });
    const unpaid = await given.order({ customer, plan: gold, paidAt: null });
    const past = await given.subscription({ customer, plan: silver, cancelled: true });
    await given.queuedSubscription({ customer, plan: gold });
    await given.affiliateCodes({ customer, affiliate });
    const { email: alias } = await given.emailAlias({ customer });
    const { uid } = await given.authentication({ customer });
    await given.shippingAddress({ customer });
    await given.itemSelection({ customer, option: itemType.options[0] });
    await given.entry({ customer, contest: unpublishedContest });
    // The third is a customer without subscription, and so sees nothing exclusive.
    const current = number === 3 ? past : await given.subscription({ customer, plan: gold });
    const tokens: Record<string, string> = {};
    for (const purpose of Object.keys(TOKEN_LIFETIMES) as TokenPurpose[]) {
      if (purpose === 'confirm_contact') continue;
      const email = purpose === 'confirm_new_address' ? customer.newEmail! : customer.email!;
      tokens[purpose] = await given.oneTimeToken({ customer, purpose, email });
    }
    const cookie = sealed(t, id, await given.session({ customer, order }));
    const ids = { order: order.id, reference, unpaidOrder: unpaid.id, subscription: current.id };
    return { customer, cookie, uid, alias, ...ids, tokens };
  };

  const members = { 1: await member(1), 2: await member(2), 3: await member(3) };
  // Without identity, as a purchase leaves a customer behind: no text to stand in for one.
  const buyer = await given.unregisteredCustomer({ fanclubId: id });
  const newcomer = sealed(
    t,
    id,
    await given.session({ order: await given.order({ customer: buyer, plan: free }) }),
  );

  return {
    name,
    id,
    organization: organization.id,
    key,
    revokedKey,
    organizationKey: organization.key,
    secret,
    members,
    newcomer,
    contact: { email: contact.email, token: contactToken },
    plan: gold.id,
    freePlan: free.id,
    deletedPlan: deleted.id,
    tag: gold.tags[0],
    event: event.id,
    unpublishedEvent: unpublishedEvent.id,
    contest: contest.id,
    unpublishedContest: unpublishedContest.id,
    itemType: itemType.id,
    options: itemType.options.map((option) => option.id),
  };
}

/** The value of the cookie of a session, as the service seals it. */
function sealed(t: TestApp, fanclubId: number, token: string): string {
  return withSession(t, fanclubId, token).cookies.replace(/^[^=]+=/, '');
}
