import { termEnd } from '#libs/format';
import { daysFrom, makersOf, type Samples } from '#samples';
import type { Customer } from '#domains/accounts/customer.entity';
import type { Plan } from '#domains/plans/plan.entity';
import { AffiliateCodes, Affiliate } from './affiliate.entity';
import { QueuedSubscription, Subscription } from './subscription.entity';
import { MembershipWatch } from './membership-watch.entity';

/** The customer and the plan of a subscription; created if absent. */
interface Parties {
  customer?: Customer;
  plan?: Plan;
}

const makers = makersOf({
  /** Up to when the ends of memberships of a further fan club have their messages, unless one is given. */
  async membershipWatch(overrides: Partial<MembershipWatch> = {}): Promise<MembershipWatch> {
    const { now } = this.seed();
    const fanclubId = overrides.fanclubId ?? (await this.fanclub({})).id;
    return this.save(MembershipWatch, { fanclubId, since: now, seenUntil: now, ...overrides });
  },

  /** The customer and the plan, both of one fan club. */
  async parties({ customer, plan }: Parties): Promise<Required<Parties>> {
    const buyer = customer ?? (await this.customer(plan && { fanclubId: plan.fanclubId }));
    return { customer: buyer, plan: plan ?? (await this.plan({ fanclubId: buyer.fanclubId })) };
  },

  /** A subscription that started 30 days ago, with the plan's duration and sales period. */
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
      orderId: null,
      cancelledAt: null,
      ...overrides,
    });
  },

  /** A subscription queued ten days ago; processed yesterday if `subscription` is given. */
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
      startsAt: null,
      orderId: null,
      cancelledAt: null,
      ...overrides,
    });
  },

  /** A partner of the club that gives codes to its members. */
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
    /** The affiliate of an exclusive link and of customers' own codes. */
    readonly affiliate: Affiliate;
  }
  interface MemberRows {
    readonly subscription: Subscription;
  }
}
type SubscriptionMakers = typeof makers;

export const samples: Samples = {
  makers,
  async statements({ given, now }) {
    const [begun, queued] = [await given.order(), await given.order()];
    const { id: subscription } = await given.subscription({ orderId: begun.id });
    const waiting = await given.queuedSubscription({ orderId: queued.id });
    const cancelled = await given.subscription({ cancelled: true, cancelledAt: now });
    const pair = { from: waiting.customerId, into: cancelled.customerId };
    const affiliate = await given.affiliate();
    const [kept, added] = [
      await given.affiliateCodes({ affiliate, customer: await given.customer() }),
      await given.affiliateCodes({ affiliate, customer: await given.customer() }),
    ];
    return {
      'merged_memberships.append_affiliate_codes': { from: added.customerId, into: kept.customerId },
      'merged_memberships.cut': { id: subscription },
      'merged_memberships.move': { id: subscription, into: cancelled.customerId, later: 0 },
      'merged_memberships.move_queued': { id: waiting.id, into: cancelled.customerId, later: 0 },
      'merged_memberships.queued': pair,
      'merged_memberships.remaining': { customer: waiting.customerId },
      'merged_memberships.shift': { id: subscription, into: cancelled.customerId },
      'merged_memberships.shift_queued': { id: waiting.id, into: cancelled.customerId },
      'merged_memberships.terms': pair,
      'memberships.cancel_of_order': { order: begun.id },
      'memberships.cancel_queued_of_order': { order: queued.id },
      'memberships.find_queued': { order: queued.id },
      'memberships.restore': { subscription: cancelled.id, cancelledAt: now },
      'memberships.store_begun': { queued: waiting.id, subscription },
      'subscriptions.ahead': { customer: waiting.customerId },
    };
  },
  notAsked: {
    'membership_ends.report': 'no sample has a term that ended while it was watched',
  },
  notFromCatalogue: [
    'membership_watches',
    'subscriptions.order_id',
    'subscriptions.cancelled_at',
    'queued_subscriptions.starts_at',
    'queued_subscriptions.order_id',
    'queued_subscriptions.cancelled_at',
  ],
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
    'subscriptions.ahead': 'the customer of the session',
    'subscriptions.find': 'the customer of the session',
    'subscriptions.list_with_visit': 'the session of the visitor',
    'subscriptions.queued': 'the customer of the session',
  },
  catalogue: {
    fanclub: {
      affiliates: [{ id: 41, name: 'Tickets Inc' }],
    },
    customer: {
      affiliate_codes: [{ affiliate: 'Tickets Inc', codes: ['ADA-1', 'ADA-2'] }],
      subscriptions: [
        {
          id: 601,
          plan: 'Gold',
          start_date: '2025-06-01T00:00:00Z',
          end_date: '2026-06-01T00:00:00Z',
          sales_period: 'Season 2025',
          trial_membership: false,
          cancelled: false,
        },
        { plan: 12, start_date: '2024-01-01T00:00:00Z' },
      ],
      queued_subscriptions: [
        {
          id: 651,
          plan: 'Gold',
          created_at: '2025-05-01T00:00:00Z',
          processed_at: '2025-06-01T00:00:00Z',
          end_date: '2026-06-01T00:00:00Z',
          subscription: 601,
        },
      ],
    },
  },
};
