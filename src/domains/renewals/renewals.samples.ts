import { randomUUID } from 'node:crypto';
import { daysFrom, makersOf, type Samples, type StaffRequestScene } from '#samples';
import type { Subscription } from '#domains/subscriptions/subscription.entity';
import { Renewal, RenewalMail } from './renewal.entity';

const makers = makersOf({
  /** A renewal that was announced yesterday, and is charged in 13 days. */
  async renewal({
    subscription,
    ...overrides
  }: Partial<Renewal> & { subscription?: Subscription } = {}): Promise<Renewal> {
    const { fanclubId, customerId, planId, id } = subscription ?? (await this.subscription());
    const { now } = this.seed();
    const chargeAt = daysFrom(now, 13);
    return this.save(Renewal, {
      fanclubId,
      customerId,
      subscriptionId: id,
      kind: 'term',
      state: 'announced',
      automatic: true,
      planId,
      orderId: null,
      nextAt: chargeAt,
      chargeAt,
      tries: 0,
      triedAt: null,
      announcedAt: daysFrom(now, -1),
      announcedTotal: '100.00',
      country: null,
      reason: null,
      cardMailedAt: null,
      ...overrides,
    });
  },

  /** The mail that announced a renewal. */
  async renewalMail({
    renewal,
    ...overrides
  }: Partial<RenewalMail> & { renewal?: Renewal } = {}): Promise<RenewalMail> {
    const { fanclubId, id: renewalId } = renewal ?? (await this.renewal());
    const queuedAt = daysFrom(this.seed().now, -1);
    return this.save(RenewalMail, {
      fanclubId,
      renewalId,
      kind: 'renewal_announced',
      queuedAt,
      ...overrides,
    });
  },
});

declare module '#samples' {
  interface Given extends RenewalsMakers {}
}
type RenewalsMakers = typeof makers;

/** A renewal of a new member in the present fan club, in a state that staff find it in. */
async function renewalOf({ given, club }: Pick<StaffRequestScene, 'given' | 'club'>, changes: object = {}) {
  const customer = await given.customer({ fanclubId: club.id });
  const subscription = await given.subscription({ customer, plan: club.gold });
  const { id } = await given.renewal({ subscription, ...changes });
  return { params: { id } };
}

/** The same of a member whose card can be charged. */
async function payable(scene: StaffRequestScene, changes: Partial<Renewal>) {
  const { given, club, now, seal } = scene;
  const plan = await given.plan({ fanclubId: club.id });
  const customer = await given.customer({ fanclubId: club.id, autoRenewalEnabled: true });
  const secretSealed = seal('secret');
  const account = await given.paymentAccount({ fanclubId: club.id, enabled: true, secretSealed });
  await given.paymentMethod({ customer, account });
  const subscription = await given.subscription({ customer, plan, endDate: daysFrom(now, 20) });
  const { id } = await given.renewal({
    ...{ subscription, announcedAt: daysFrom(now, -15), announcedTotal: plan.price },
    ...changes,
  });
  return { params: { id } };
}

const WHY = { body: { reason: 'asked by mail' } };

export const samples: Samples = {
  makers,
  async statements({ given, now }) {
    const { id: renewal } = await given.renewal();
    const period = await given.salesPeriod();
    const plan = await given.plan({ salesPeriod: period });
    const customer = await given.customer({ autoRenewalEnabled: true });
    const endDate = daysFrom(now, 90);
    const subscription = await given.subscription({ customer, plan, salesPeriodId: period.id, endDate });
    const { accountId: account } = await given.paymentMethod({ customer });
    const { id: orderId } = await given.order({ customer, plan });
    const ordered = await given.renewal({ subscription, orderId });
    await given.paymentTransition({ subject: 'renewal', subjectNumber: ordered.id });
    const fields = {
      state: 'stopped',
      automatic: false,
      plan: null,
      order: null,
      nextAt: null,
      chargeAt: null,
    };
    const others = { tries: 0, triedAt: null, announcedAt: null, announcedTotal: null, country: null };
    return {
      'renewals.store': { renewal, ...fields, ...others, reason: 'opted_out' },
      'staff_renewals.orders': { renewal: ordered.id },
      'staff_renewals.transitions': { renewal: ordered.id },
      'staff_renewals.forecast': { period: period.id, account, at: now, least: now },
    };
  },
  notFromCatalogue: ['renewal_mails', 'renewals'],
  filteredById: {
    'renewals.customer': 'a renewal of the customer of the session',
    'renewals.hold': 'a renewal of the customer of the session',
    'renewals.of_customer': 'the customer of the session',
    'renewals.store': 'a renewal that was held',
    'staff_renewals.mails': 'a renewal that was found',
    'staff_renewals.orders': 'a renewal that was found',
    'staff_renewals.payments': 'orders of a renewal that was found',
    'staff_renewals.state': 'a renewal that was held',
    'staff_renewals.transitions': 'a renewal that was found',
  },
  limitedColumns: ['Renewal.kind', 'Renewal.state', 'Renewal.reason', 'Renewal.country', 'RenewalMail.kind'],
  after: ['payments'],
  staff: {
    'GET /fanclubs/:fanclubId/renewals': { permission: 'renewals.read', audits: 'renewal' },
    'GET /fanclubs/:fanclubId/renewals.csv': { permission: 'renewals.read' },
    'GET /fanclubs/:fanclubId/renewals/forecast': {
      permission: 'renewals.read',
      ids: ['period_id'],
      request: async ({ given, club, now }) => ({
        query: {
          period_id: (await given.salesPeriod({ fanclubId: club.id })).id,
          starts_at: daysFrom(now, 30).toISOString(),
        },
      }),
    },
    'GET /fanclubs/:fanclubId/renewals/:id': {
      permission: 'renewals.read',
      audits: 'member',
      request: (scene) => renewalOf(scene),
    },
    'POST /fanclubs/:fanclubId/renewals/:id/stop': {
      permission: 'renewals.write',
      audits: 'renewal',
      request: async (scene) => ({ ...(await renewalOf(scene)), ...WHY }),
    },
    'POST /fanclubs/:fanclubId/renewals/:id/resume': {
      permission: 'renewals.write',
      audits: 'renewal',
      request: async (scene) => ({
        ...(await payable(scene, { state: 'stopped', reason: 'staff' })),
        ...WHY,
      }),
    },
    'POST /fanclubs/:fanclubId/renewals/:id/mail': {
      permission: 'renewals.write',
      audits: 'renewal',
      request: (scene) => renewalOf(scene),
    },
    'POST /fanclubs/:fanclubId/renewals/:id/charge': {
      permission: 'renewals.write',
      proof: true,
      audits: 'renewal',
      request: async (scene) => ({
        ...(await payable(scene, { state: 'waiting', tries: 1, chargeAt: daysFrom(scene.now, -1) })),
        headers: { 'idempotency-key': randomUUID() },
      }),
    },
  },
  async member({ given, member: { subscription } }) {
    await given.renewal({ subscription });
    return {};
  },
};
