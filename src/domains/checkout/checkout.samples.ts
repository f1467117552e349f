import { randomUUID } from 'node:crypto';
import { BY_STAFF, type Club, type Given, makersOf, type Samples } from '#samples';
import type { Order } from '#domains/orders/order.entity';
import type { PaymentAccount } from '#domains/payments/payment-account.entity';
import { FanclubCounter } from './fanclub-counter.entity';
import { OrderGift } from './order-gift.entity';
import { AMOUNT_MISMATCH, Payment } from './payment.entity';
import { PaymentStray } from './payment-stray.entity';
import { PaymentTransition } from './payment-transition.entity';
import { Refund } from './refund.entity';

const makers = makersOf({
  /** An order that was given away. */
  async orderGift({ order, ...overrides }: Partial<OrderGift> & { order?: Order } = {}): Promise<OrderGift> {
    const { id: orderId, fanclubId } = order ?? (await this.order());
    return this.save(OrderGift, { fanclubId, orderId, reason: `Reason ${this.seed().n}`, ...overrides });
  },

  /** An attempt to pay an order that succeeded. */
  async payment({
    order,
    account,
    ...overrides
  }: Partial<Payment> & { order?: Order; account?: PaymentAccount } = {}): Promise<Payment> {
    const { n, now } = this.seed();
    const { id: orderId, fanclubId, total } = order ?? (await this.order());
    const { id: accountId } = account ?? (await this.paymentAccount({ fanclubId }));
    return this.save(Payment, {
      ...{ fanclubId, orderId, accountId, attempt: 1, way: 'checkout', currency: 'USD' },
      amount: total ?? '100.00',
      idempotencyKey: `key-${n}`,
      sessionRef: `session-${n}`,
      paymentRef: `payment-${n}`,
      ...{
        urlSealed: null,
        expiresAt: null,
        failure: null,
        advice: null,
        cardBrand: 'visa',
        cardLast4: '4242',
      },
      ...{ state: 'succeeded', requestedAt: now, settledAt: now, refunded: '0.00', surplus: false },
      note: null,
      ...overrides,
    });
  },

  /** A refund of the whole payment, requested and not sent yet. */
  async refund({ payment, ...overrides }: Partial<Refund> & { payment?: Payment } = {}): Promise<Refund> {
    const { n } = this.seed();
    const { id: paymentId, fanclubId, amount } = payment ?? (await this.payment());
    return this.save(Refund, {
      ...{ fanclubId, paymentId, amount, reason: `Reason ${n}`, effect: 'cancel', staffId: null },
      ...{ idempotencyKey: `refund-${n}`, providerRef: null, state: 'requested', failure: null },
      ...{ sentAt: null, resolvedAt: null, note: null, ...overrides },
    });
  },

  /** A payment that was opened. */
  async paymentTransition(overrides: Partial<PaymentTransition> = {}): Promise<PaymentTransition> {
    const fanclubId = await this.clubOf(overrides);
    return this.save(PaymentTransition, {
      ...{
        fanclubId,
        subject: 'payment',
        subjectNumber: 1,
        fromState: 'created',
        toState: 'open',
        cause: 'place',
      },
      at: this.seed().now,
      ...overrides,
    });
  },

  /** Money at a provider without an order. */
  async paymentStray({
    account,
    ...overrides
  }: Partial<PaymentStray> & { account?: PaymentAccount } = {}): Promise<PaymentStray> {
    const { n, now } = this.seed();
    const { id: accountId, fanclubId } = account ?? (await this.paymentAccount());
    return this.save(PaymentStray, {
      ...{ fanclubId, accountId, providerRef: `stray-${n}`, amount: '5.00', currency: 'USD', takenAt: now },
      ...{ resolvedAt: null, note: null, ...overrides },
    });
  },

  /** The last number of the receipts of a further fan club, unless one is given. */
  async fanclubCounter(overrides: Partial<FanclubCounter> = {}): Promise<FanclubCounter> {
    const fanclubId = overrides.fanclubId ?? (await this.fanclub({})).id;
    return this.save(FanclubCounter, { fanclubId, receipts: 1, ...overrides });
  },
});

declare module '#samples' {
  interface Given extends CheckoutMakers {}
}
type CheckoutMakers = typeof makers;

/** An order that was paid. */
async function paidOrder(given: Given, { gold, members }: Club): Promise<Order> {
  const facts = { currency: 'USD', checkoutReference: randomUUID() };
  const order = await given.order({ customer: members[1].customer, plan: gold, ...facts });
  await given.payment({ order });
  return order;
}

/** The id of a cancelled order for which another amount was paid. */
async function mismatchedOrder(given: Given, { gold, members }: Club): Promise<number> {
  const closed = { paidAt: null, closedAt: given.seed().now, closedReason: 'cancelled' } as const;
  const facts = { currency: 'USD', checkoutReference: randomUUID(), ...closed };
  const order = await given.order({ customer: members[1].customer, plan: gold, ...facts });
  await given.payment({ order, state: 'cancelled', settledAt: null, failure: AMOUNT_MISMATCH });
  return order.id;
}

export const samples: Samples = {
  makers,
  notFromCatalogue: [
    'fanclub_counters',
    'order_gifts',
    'payment_strays',
    'payment_transitions',
    'payments',
    'refunds',
  ],
  limitedColumns: [
    ...[
      'Refund.note',
      'Payment.way',
      'Payment.state',
      'Payment.advice',
      'PaymentTransition.subject',
      'PaymentStray.note',
    ],
    ...['Refund.effect', 'Refund.state'],
  ],
  after: ['orders'],
  async club({ given, club, of }) {
    await of('nobody');
    await given.fanclubCounter({ fanclubId: club.id });
    await given.paymentStray();
    await given.paymentTransition();
    return {};
  },
  async member({ given, member: { order } }) {
    await given.refund({ payment: await given.payment({ order }) });
    return {};
  },
  staff: {
    'GET /fanclubs/:fanclubId/payments': {
      permission: 'payments.read',
      async request({ given }) {
        await given.paymentStray();
        return {};
      },
    },
    'POST /fanclubs/:fanclubId/payments/strays/:id/resolve': {
      permission: 'payments.write',
      audits: 'stray',
      request: async ({ given }) => ({
        params: { id: (await given.paymentStray()).id },
        body: { note: 'given back' },
      }),
    },
    'POST /fanclubs/:fanclubId/payments/refunds/:id/resolve': {
      permission: 'payments.write',
      audits: 'refund',
      request: async ({ given }) => ({
        params: { id: (await given.refund({ state: 'failed' })).id },
        body: { note: 'paid by transfer' },
      }),
    },
    'POST /fanclubs/:fanclubId/payments/orders/:id/resolve': {
      permission: 'payments.write',
      audits: 'order',
      request: async ({ club, given }) => ({
        params: { id: await mismatchedOrder(given, club) },
        body: { note: 'returned at the provider' },
      }),
    },
    'GET /fanclubs/:fanclubId/orders/:id/payments': {
      permission: 'payments.read',
      request: async ({ club, given }) => ({ params: { id: (await paidOrder(given, club)).id } }),
    },
    // Within the limit of support.
    'POST /fanclubs/:fanclubId/orders/:id/refunds': {
      permission: 'orders.refund',
      audits: 'order',
      request: async ({ club, given }) => ({
        params: { id: (await paidOrder(given, club)).id },
        headers: { 'idempotency-key': randomUUID() },
        body: { amount: '5.00', reason: 'sample', effect: 'keep' },
      }),
    },
  },
  filteredById: {
    'payments.give_up': 'an order that was held',
    'staff_payments.payments': 'an order that was found',
    'staff_payments.refunds': 'an order that was found',
    'staff_payments.transitions': 'an order that was found',
    'checkout.parcel_of_buyer': 'the customer of the session',
    'checkout.queued_plan': 'the customer of the session',
    'checkout.find_placed_order': 'the customer of the session, who placed it',
    'checkout.open_terms': 'the member in the path, who was held',
    'checkout.complete_order': 'the order that was just placed',
    'checkout.find_buyer': 'the customer of the session',
    'checkout.hold_buyer': 'the customer of the session',
  },
  notAsked: {
    'checkout.open_in_other_currency': 'an import',
    'checkout.forgotten_orders': 'a job',
    'checkout.hold_buyer_of_order': 'the buyer of a priced plan',
    'checkout.release_renewal': 'the buyer of a renewal',
    'checkout.take_withdrawn_orders': 'a job',
    'payments.counted': 'a job',
    'payments.expected_money': 'an operator',
    'payments.give_up': BY_STAFF,
    'payments.of_object': 'a job',
    'payments.problems_by_kind': 'the metrics',
    'payments.store_caught_up': 'a job',
    'payments.take_waiting': 'a job',
    'refunds.hold_refunded': 'a job',
    'refunds.is_order_queued': 'an operator who refunds',
    'refunds.known': 'a job',
    'refunds.order_of_payment': 'a job',
    'refunds.surplus_payments': 'a job',
    'refunds.take_waiting': 'a job',
    'payments.accounts': 'an operator',
    'payments.active_accounts': 'a job',
    'payments.count': 'an operator',
    'payments.problems': 'an operator',
    'payments.count_problems': BY_STAFF,
    'payments.resolve_refund': BY_STAFF,
    'payments.resolve_stray': BY_STAFF,
    'refunds.cancel_parcels': 'an operator who refunds',
    'refunds.cancel_term': 'an operator who refunds',
    'refunds.claim': 'an operator who refunds',
    'refunds.find': 'a job',
    'refunds.find_news': 'a job',
    'refunds.hold': 'a job',
    'refunds.hold_paid': 'an operator who refunds',
    'refunds.hold_surplus': 'a job',
    'refunds.of_event': 'a job',
    'refunds.reserve': 'an operator who refunds',
    'refunds.restore_former': 'an operator who refunds',
    'refunds.store': 'a job',
    'refunds.store_fully_refunded': 'a job',
    'refunds.store_not_refunded': 'a job',
    'checkout.close_order': 'the buyer of a priced plan',
    'checkout.is_given_otherwise': 'the buyer of a priced plan',
    'checkout.open_orders': 'the buyer of a priced plan',
    'checkout.waiting_term': 'the buyer of a priced plan',
    'payments.add': 'the buyer of a priced plan',
    'payments.current': 'the buyer of a priced plan',
    'payments.find': 'the buyer of a priced plan',
    'payments.hold': 'the buyer of a priced plan',
    'payments.store_failure': 'the buyer of a priced plan',
    'payments.store_observation': 'the buyer of a priced plan',
    'payments.store_page': 'the buyer of a priced plan',
    'checkout.open_terms': BY_STAFF,
    'checkout.cancel_subscription': 'the buyer of an upgrade',
    'checkout.count_renewal': 'the buyer of a renewal',
    'checkout.keep_order': 'a buyer who comes back before registering',
    'checkout.queue_shipment': 'the buyer of a plan with a package',
    'unregistered_buyers.purge': 'a nightly job',
  },
};
