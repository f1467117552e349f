import { daysFrom, makersOf, type Samples } from '#samples';
import type { Subscription } from '#domains/subscriptions/subscription.entity';
import { Renewal } from './renewal.entity';

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
});

declare module '#samples' {
  interface Given extends RenewalsMakers {}
}
type RenewalsMakers = typeof makers;

export const samples: Samples = {
  makers,
  async statements({ given }) {
    const { id: renewal } = await given.renewal();
    const fields = {
      state: 'stopped',
      automatic: false,
      plan: null,
      order: null,
      nextAt: null,
      chargeAt: null,
    };
    const others = { tries: 0, triedAt: null, announcedAt: null, announcedTotal: null, country: null };
    return { 'renewals.store': { renewal, ...fields, ...others, reason: 'opted_out' } };
  },
  notFromCatalogue: ['renewals'],
  filteredById: {
    'renewals.customer': 'a renewal of the customer of the session',
    'renewals.hold': 'a renewal of the customer of the session',
    'renewals.of_customer': 'the customer of the session',
    'renewals.store': 'a renewal that was held',
  },
  limitedColumns: ['Renewal.kind', 'Renewal.state', 'Renewal.reason', 'Renewal.country'],
  after: ['payments'],
  async member({ given, member: { subscription } }) {
    await given.renewal({ subscription });
    return {};
  },
};
