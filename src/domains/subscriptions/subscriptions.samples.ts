import { termEnd } from '#libs/format';
import { daysFrom, makersOf, type Samples } from '#samples';
import type { Customer } from '#domains/accounts/customer.entity';
import type { Plan } from '#domains/plans/plan.entity';
import { AffiliateCodes } from './affiliate-codes.entity';
import { Affiliate } from './affiliate.entity';
import { QueuedSubscription } from './queued-subscription.entity';
import { Subscription } from './subscription.entity';

/** Who has subscribed to what; made where there are none. */
interface Parties {
  customer?: Customer;
  plan?: Plan;
}

const makers = makersOf({
  /** The customer and the plan of an input, of one fan club. */
  async parties({ customer, plan }: Parties): Promise<Required<Parties>> {
    const buyer = customer ?? (await this.customer(plan && { fanclubId: plan.fanclubId }));
    return { customer: buyer, plan: plan ?? (await this.plan({ fanclubId: buyer.fanclubId })) };
  },

  /** A subscription since 30 days; its end follows from the plan's duration, its sales period is the plan's. */
  async subscription({
    customer,
    plan,
    ...overrides
  }: Partial<Subscription> & Parties = {}): Promise<Subscription> {
    const parties = await this.parties({ customer, plan });
    const { duration, salesPeriodId, trial } = parties.plan;
    const startDate = overrides.startDate ?? daysFrom(this.seed().now, -30);
    return this.save(Subscription, {
      fanclubId: parties.customer.fanclubId,
      customerId: parties.customer.id,
      planId: parties.plan.id,
      salesPeriodId,
      startDate,
      endDate: termEnd(startDate, duration),
      trialMembership: trial,
      cancelled: false,
      ...overrides,
    });
  },

  /** A subscription that waits since ten days; processed yesterday, if one is given that it became. */
  async queuedSubscription({
    customer,
    plan,
    subscription,
    ...overrides
  }: Partial<QueuedSubscription> &
    Parties & { subscription?: Subscription } = {}): Promise<QueuedSubscription> {
    const parties = await this.parties({ customer, plan });
    const { now } = this.seed();
    return this.save(QueuedSubscription, {
      fanclubId: parties.customer.fanclubId,
      customerId: parties.customer.id,
      planId: parties.plan.id,
      createdAt: daysFrom(now, -10),
      updatedAt: daysFrom(now, -10),
      processedAt: subscription ? daysFrom(now, -1) : null,
      endDate: daysFrom(now, 365),
      subscriptionId: subscription?.id ?? null,
      ...overrides,
    });
  },

  /** A partner of the club who gives its members codes. */
  async affiliate(overrides: Partial<Affiliate> = {}): Promise<Affiliate> {
    const fanclubId = await this.clubOf(overrides);
    return this.save(Affiliate, { fanclubId, name: `Affiliate ${this.seed().n}`, ...overrides });
  },

  /** A customer's own codes of an affiliate. */
  async affiliateCodes({
    customer,
    affiliate,
    ...overrides
  }: Partial<AffiliateCodes> & { customer?: Customer; affiliate?: Affiliate } = {}): Promise<AffiliateCodes> {
    const fanclubId = await this.clubOf(customer, affiliate);
    return this.save(AffiliateCodes, {
      fanclubId,
      customerId: (customer ?? (await this.customer({ fanclubId }))).id,
      affiliateId: (affiliate ?? (await this.affiliate({ fanclubId }))).id,
      codes: [`CODE-${this.seed().n}`],
      ...overrides,
    });
  },
});

declare module '#samples' {
  interface Given extends SubscriptionMakers {}
  interface ClubRows {
    /** Of an exclusive link, and of the customers' own codes. */
    readonly affiliate: Affiliate;
  }
  interface MemberRows {
    readonly subscription: Subscription;
  }
}
type SubscriptionMakers = typeof makers;

export const samples: Samples = {
  makers,
  examples: { parties: (given) => given.parties({}) },
  after: ['plans'],
  async club({ given, of }) {
    await of('entitled');
    return { affiliate: await given.affiliate() };
  },
  async member({ given, club, number, member: { customer } }) {
    const past = await given.subscription({ customer, plan: club.silver, cancelled: true });
    await given.queuedSubscription({ customer, plan: club.gold });
    await given.affiliateCodes({ customer, affiliate: club.affiliate });
    const none = number === 3;
    return { subscription: none ? past : await given.subscription({ customer, plan: club.gold }) };
  },
  routes: {
    'GET /subscriptions': { statements: 2 },
    'GET /subscriptions/:id': {
      request: ({ members }) => ({ params: { id: members[1].subscription.id } }),
      statements: 2,
    },
    'GET /subscriptions/queued': { query: { scope: 'text' }, statements: 2 },
  },
  positions: ({ inPath, ofMembers }) => [
    inPath(
      'GET /subscriptions/:id',
      'subscription',
      ofMembers(({ subscription }) => subscription.id),
    ),
  ],
  filteredById: {
    'subscriptions.find': 'the customer of the session',
    'subscriptions.list': 'the customer of the session',
    'subscriptions.queued': 'the customer of the session',
  },
};
