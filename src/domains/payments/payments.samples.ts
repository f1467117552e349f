import { randomUUID } from 'node:crypto';
import { type Club, daysFrom, type Given, makersOf, type Samples } from '#samples';
import type { Customer } from '#domains/accounts/customer.entity';
import type { Order } from '#domains/orders/order.entity';
import type { PaymentAccount } from '#domains/payment-providers/payment-account.entity';
import { PaymentCardPage } from './customers/payment-card-page.entity';
import { PaymentCustomer } from './customers/payment-customer.entity';
import { PaymentMethod } from './customers/payment-method.entity';
import { PaymentDispute } from './disputes/payment-dispute.entity';
import { AMOUNT_MISMATCH, Payment } from './payment.entity';
import { PaymentStray } from './reconciliation/payment-stray.entity';
import { Refund } from './refunds/refund.entity';

const makers = makersOf({
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
      fanclubId,
      orderId,
      accountId,
      attempt: 1,
      way: 'checkout',
      currency: 'USD',
      amount: total ?? '100.00',
      idempotencyKey: `key-${n}`,
      sessionRef: `session-${n}`,
      paymentRef: `payment-${n}`,
      urlSealed: null,
      expiresAt: null,
      failure: null,
      advice: null,
      cardBrand: 'visa',
      cardLast4: '4242',
      state: 'succeeded',
      requestedAt: now,
      settledAt: now,
      refunded: '0.00',
      surplus: false,
      note: null,
      ...overrides,
    });
  },

  /** A refund of the whole payment, requested and not sent yet. */
  async refund({ payment, ...overrides }: Partial<Refund> & { payment?: Payment } = {}): Promise<Refund> {
    const { n } = this.seed();
    const { id: paymentId, fanclubId, amount } = payment ?? (await this.payment());
    return this.save(Refund, {
      fanclubId,
      paymentId,
      amount,
      reason: `Reason ${n}`,
      effect: 'cancel',
      staffId: null,
      idempotencyKey: `refund-${n}`,
      providerRef: null,
      state: 'requested',
      failure: null,
      sentAt: null,
      resolvedAt: null,
      note: null,
      ...overrides,
    });
  },

  /** A payment that its buyer disputes. */
  async paymentDispute({
    payment,
    ...overrides
  }: Partial<PaymentDispute> & { payment?: Payment } = {}): Promise<PaymentDispute> {
    const { n, now } = this.seed();
    const { id: paymentId, fanclubId, amount } = payment ?? (await this.payment());
    return this.save(PaymentDispute, {
      fanclubId,
      paymentId,
      providerRef: `dispute-${n}`,
      amount,
      state: 'open',
      openedAt: now,
      decidedAt: null,
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
      fanclubId,
      accountId,
      providerRef: `stray-${n}`,
      amount: '5.00',
      currency: 'USD',
      takenAt: now,
      resolvedAt: null,
      note: null,
      ...overrides,
    });
  },

  /** A customer at a provider. */
  async paymentCustomer({
    customer,
    account,
    ...overrides
  }: Partial<PaymentCustomer> & {
    customer?: Customer;
    account?: PaymentAccount;
  } = {}): Promise<PaymentCustomer> {
    const buyer = customer ?? (await this.customer());
    const { fanclubId } = buyer;
    const { id: accountId } = account ?? (await this.paymentAccount({ fanclubId }));
    const providerRef = `customer-${this.seed().n}`;
    return this.save(PaymentCustomer, {
      fanclubId,
      customerId: buyer.id,
      accountId,
      providerRef,
      sentDigest: null,
      ...overrides,
    });
  },

  /** A card of a member, saved with consent. */
  async paymentMethod({
    customer,
    account,
    ...overrides
  }: Partial<PaymentMethod> & {
    customer?: Customer;
    account?: PaymentAccount;
  } = {}): Promise<PaymentMethod> {
    const { n, now } = this.seed();
    const { id: customerId, fanclubId } = customer ?? (await this.customer());
    const { id: accountId } = account ?? (await this.paymentAccount({ fanclubId }));
    return this.save(PaymentMethod, {
      fanclubId,
      customerId,
      accountId,
      providerRef: `card-${n}`,
      brand: 'visa',
      last4: '4242',
      expMonth: 12,
      expYear: 2030,
      consentedAt: now,
      consentText: `Consent ${n}`,
      detachedAt: null,
      deletedAt: null,
      ...overrides,
    });
  },

  /** A page on which a member saved a card. */
  async paymentCardPage({
    customer,
    account,
    ...overrides
  }: Partial<PaymentCardPage> & {
    customer?: Customer;
    account?: PaymentAccount;
  } = {}): Promise<PaymentCardPage> {
    const { n, now } = this.seed();
    const { id: customerId, fanclubId } = customer ?? (await this.customer());
    const { id: accountId } = account ?? (await this.paymentAccount({ fanclubId }));
    return this.save(PaymentCardPage, {
      fanclubId,
      customerId,
      accountId,
      idempotencyKey: `page-${n}`,
      sessionRef: `page-${n}`,
      consentText: `Consent ${n}`,
      expiresAt: now,
      finishedAt: now,
      ...overrides,
    });
  },
});

declare module '#samples' {
  interface Given extends PaymentsMakers {}
}
type PaymentsMakers = typeof makers;

/** An order that was paid. */
async function paidOrder(given: Given, { gold, members }: Club, account?: PaymentAccount): Promise<Order> {
  const facts = { currency: 'USD', checkoutReference: randomUUID() };
  const order = await given.order({ customer: members[1].customer, plan: gold, ...facts });
  await given.payment({ order, ...(account && { account }) });
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

/** A request for a month with a booking. */
async function bookedMonth({ club, given }: { club: Club; given: Given }) {
  const order = await paidOrder(given, club);
  const payment = await given.payment({ order, attempt: 2, surplus: true });
  await given.paymentTransition({ subject: 'payment', subjectNumber: payment.id, toState: 'surplus' });
  return { query: { month: given.seed().now.toISOString().slice(0, 7) } };
}

export const samples: Samples = {
  makers,
  async statements({ given, now }) {
    const open = { state: 'open', settledAt: null, expiresAt: daysFrom(now, -1) } as const;
    const overdue = await given.payment(open);
    const created = await given.payment({ state: 'created', settledAt: null });
    const surplus = await given.payment({ surplus: true });
    const card = await given.paymentMethod();
    const page = await given.paymentCardPage({ finishedAt: null });
    const order = await given.order();
    const payment = await given.payment({ order });
    await given.refund({ payment, state: 'succeeded', effect: 'cancel' });
    const dispute = await given.paymentDispute({ payment });
    await given.paymentTransition({ subject: 'order', subjectNumber: order.id });
    const sale = { subject: 'payment', subjectNumber: payment.id, toState: 'succeeded' } as const;
    await given.paymentTransition(sale);
    const refunded = await given.subscription({ orderId: order.id });
    const failedFor = await given.order();
    await given.refund({ payment: await given.payment({ order: failedFor }), state: 'failed' });
    const fresh = { session: 'fresh-session', paymentRef: 'fresh-payment' };
    const payer = await given.customer();
    const { accountId } = await given.paymentCustomer({ customer: payer });
    await given.paymentMethod({ customer: payer, accountId });
    const pair = { from: payer.id, into: (await given.customer()).id };
    const entering = await given.paymentCardPage({ finishedAt: null });
    return {
      'card_pages.is_entering': { customer: entering.customerId },
      'cards.move': pair,
      'payment_customers.move': pair,
      'bookings.month': { month: now.toISOString().slice(0, 7) },
      'bookings.next': {
        ...{ from: daysFrom(now, -30), until: daysFrom(now, 30), afterAt: daysFrom(now, -30), afterId: 0 },
      },
      'cards.add': { customer: card.customerId, account: card.accountId, ref: card.providerRef },
      'cards.finish_page': { page: page.id },
      'cards.open_pages': { customer: page.customerId },
      'payments.add': { idempotencyKey: 'fresh-key' },
      'payments.give_up': { order: overdue.orderId },
      'payments.hold_of_orders': { orders: [order.id] },
      'payments.last_charge': { order: (await given.payment({ way: 'off_session' })).orderId },
      'payments.store_observation': {
        payment: created.id,
        state: 'open',
        advice: null,
        failure: null,
        ...fresh,
      },
      'payments.store_page': { payment: created.id, session: fresh.session },
      'payments.problems_of_customer': { customer: failedFor.customerId },
      'payments.resolve_refund': { which: (await given.refund({ state: 'failed' })).id },
      'refunds.hold_surplus': { payment: surplus.id },
      'disputes.find': { payment: payment.id, ref: dispute.providerRef },
      'disputes.since': { order: order.id },
      'disputes.store': { payment: payment.id, ref: 'fresh-dispute', state: 'open', amount: '1.00' },
      'refunds.is_fully_returned': { order: order.id },
      'staff_payments.transitions': { order: order.id },
      'refunds.is_taken_back': { subscription: refunded.id },
    };
  },
  notAsked: {
    'payments.add': 'adds to an order, and a foreign key requires one of the fan club',
  },
  acrossFanclubs: {
    'payments.by_state': 'a metric of the service',
    'payments.problems_by_kind': 'a metric of the service',
    'payments.waits': 'a metric of the service',
  },
  notFromCatalogue: [
    'payment_card_pages',
    'payment_customers',
    'payment_disputes',
    'payment_methods',
    'payment_strays',
    'payments',
    'refunds',
  ],
  limitedColumns: [
    'Payment.advice',
    'Payment.state',
    'Payment.way',
    'PaymentDispute.state',
    'PaymentStray.note',
    'Refund.effect',
    'Refund.note',
    'Refund.state',
  ],
  after: ['orders', 'payment-providers'],
  async club({ given, of }) {
    await of('nobody');
    await given.paymentStray();
    return {};
  },
  async member({ given, now, member: { customer, order } }) {
    const payment = await given.payment({ order });
    await given.refund({ payment });
    await given.paymentDispute({ payment });
    await given.paymentCustomer({ customer });
    await given.paymentMethod({ customer, detachedAt: now });
    await given.paymentCardPage({ customer });
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
    'GET /fanclubs/:fanclubId/bookings': { permission: 'bookings.read', request: bookedMonth },
    'GET /fanclubs/:fanclubId/bookings.csv': { permission: 'bookings.read', request: bookedMonth },
    'POST /fanclubs/:fanclubId/orders/:id/receipt_mail': {
      permission: 'orders.mail',
      audits: 'order',
      request: async ({ club, given }) => {
        const { customer } = club.members[1];
        const facts = { currency: 'USD', checkoutReference: randomUUID(), receiptNumber: given.seed().n };
        const order = await given.order({ customer, plan: club.gold, ...facts });
        return { params: { id: order.id }, body: {} };
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
      request: async ({ club, given, seal }) => {
        const account = await given.paymentAccount({ fanclubId: club.id, secretSealed: seal('secret') });
        return {
          params: { id: (await paidOrder(given, club, account)).id },
          headers: { 'idempotency-key': randomUUID() },
          body: { amount: '5.00', reason: 'sample', effect: 'keep' },
        };
      },
    },
  },
  filteredById: {
    'staff_payments.disputes': 'an order that was found',
    'staff_payments.payments': 'an order that was found',
    'staff_payments.refunds': 'an order that was found',
    'staff_payments.transitions': 'an order that was found',
    'cards.current': 'the customer of the session',
    'cards.hold_owner': 'the customer of the session',
    'cards.open_pages': 'the customer of the session',
  },
};
