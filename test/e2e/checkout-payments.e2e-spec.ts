import { countStatements } from '#libs/testing';
import { newToken } from '#libs/token';
import type { Customer } from '#domains/accounts/customer.entity';
import { PaymentMethod } from '#domains/payments/customers/payment-method.entity';
import { Payment } from '#domains/payments/payment.entity';
import { Order } from '#domains/orders/order.entity';
import { Shipment } from '#domains/orders/shipment.entity';
import type { Plan } from '#domains/plans/plan.entity';
import { Subscription } from '#domains/subscriptions/subscription.entity';
import {
  AddressRequired,
  CheckoutService,
  OffersService,
  PaymentPending,
  PriceChanged,
} from '../../src/domains/checkout';
import { ErasuresService } from '../../src/domains/privacy/erasures.service';
import { Sql } from '../../src/platform/database';
import { ObservationsService, PayableOrdersService, PayerRequired } from '../../src/domains/payments';
import { NoOrderFound } from '../../src/domains/orders';
import { PaymentAccountsService, ProviderUnavailable } from '../../src/domains/payment-providers';
import type { ModelBank } from '../support/payments/model-bank';
import { modelCheckout } from '../support/payments/with-model-bank';
import { runJob } from '../support/run-job';
import { Shopper } from '../support/shoppers';
import { testApp } from '../support/start-test-app';

// The clock is at noon UTC on June 15, 2026.
const t = testApp();

let bank: ModelBank;
let customer: Customer;
let shopper: Shopper;
let plan: Plan;

beforeEach(async () => {
  ({ bank, customer, shopper, plan } = await modelCheckout(t));
});
afterEach(() => jest.restoreAllMocks());

const count = (
  entity: typeof Order | typeof Subscription | typeof Shipment | typeof PaymentMethod,
): Promise<number> => t.db.getRepository<{ id: number }>(entity).count();
const orders = (): Promise<Order[]> => t.db.getRepository(Order).find({ order: { id: 'ASC' } });
const payments = (): Promise<Payment[]> => t.db.getRepository(Payment).find({ order: { id: 'ASC' } });
const payable = (): PayableOrdersService => t.app.get(PayableOrdersService);
const observing = (): ObservationsService => t.app.get(ObservationsService);

/** Places an order and opens its payment page. */
async function placed(wanted = plan) {
  const { orderId } = await shopper.buy(wanted);
  const url = await payable().pay(await shopper.viewer(), orderId);
  return { orderId, url, session: bank.sessions.at(-1)!.ref };
}

/** What the buyer sees after coming back from the payment page. */
const returned = async (orderId: number) => payable().observed(await shopper.viewer(), orderId);

describe('an order that is to be paid', () => {
  it('waits with its quote, and grants nothing', async () => {
    const { orderId, url, session } = await placed();
    expect(url).toBe(`https://bank.example/${session}`);
    expect(await orders()).toEqual([
      expect.objectContaining({
        ...{ id: orderId, subtotal: '24.99', discount: '0.00', shipping: '0.00', total: '24.99' },
        ...{ kind: 'new', currency: 'USD', paidAt: null, closedAt: null },
      }),
    ]);
    expect(bank.sessions[0].asked).toMatchObject({
      ...{ amount: '24.99', currency: 'USD', saveCard: false, orderId },
      lines: [{ name: plan.name, amount: '24.99' }],
      returnUrl: expect.stringMatching(`/orders/${orderId}/return$`),
    });
    const [{ urlSealed }] = await payments();
    expect(urlSealed).not.toContain('bank.example');
    expect(await count(Subscription)).toBe(0);
    expect((await (await shopper.api()).get('/orders')).body.orders).toEqual([]);
  });

  it('is the same order when the form is sent again, and from another page at the same price', async () => {
    const { orderId } = await placed();
    t.clock.advance(60);
    expect((await shopper.buy(plan)).orderId).toBe(orderId);
    expect(bank.calls.filter((call) => call === 'openCheckout')).toHaveLength(1);
    expect(await payments()).toHaveLength(1);
  });

  it('is refused at another price than was shown', async () => {
    const viewer = await shopper.viewer();
    const checkout = t.app.get(CheckoutService);
    const { digest: quote } = await t.app.get(OffersService).find(viewer, plan.id);
    await t.db.query('UPDATE plans SET price = 30');
    const placing = checkout.place(viewer, plan.id, { reference: newToken(), quote });
    await expect(placing).rejects.toThrow(PriceChanged);
    expect(await orders()).toEqual([]);
  });

  it('keeps its price while its payment page is open', async () => {
    const { orderId, session } = await placed();
    await t.db.query('UPDATE plans SET price = 30, on_sale = false');
    bank.pay(session);
    await returned(orderId);
    expect((await (await shopper.api()).get('/orders/latest')).body.order.totals.total).toBe('24.99');
  });

  it('takes the place of another open one, after its payment page was closed', async () => {
    const first = await placed();
    t.clock.advance(60);
    const other = await t.given.plan({ price: '50.00' });
    const second = await placed(other);
    expect(second.orderId).not.toBe(first.orderId);
    expect(bank.pay(first.session)).toBe(false);
    expect((await orders()).map(({ closedReason }) => closedReason)).toEqual(['superseded', null]);
  });

  it('leaves no page on which it could be paid, if it was closed while the page was opened', async () => {
    const { orderId } = await shopper.buy(plan);
    const viewer = await shopper.viewer();
    // The cancellation arrives while the request for the page is on its way.
    bank.gate = async (call, moment) => {
      if (call === 'openCheckout' && moment === 'before') await payable().cancel(viewer, orderId);
    };
    expect(await payable().pay(viewer, orderId)).toBeNull();
    expect((await orders())[0].closedReason).toBe('cancelled');
    expect(bank.sessions.map(({ outcome }) => outcome)).toEqual(['expired']);
  });

  it('does not take the place of one whose money is on its way', async () => {
    const first = await placed();
    bank.sessions[0].outcome = 'pending';
    const other = await t.given.plan({ price: '50.00' });
    await expect(shopper.buy(other)).rejects.toThrow(PaymentPending);
    expect((await returned(first.orderId)).progress).toBe('pending');
  });

  it('needs a customer with an e-mail address', async () => {
    await expect((await Shopper.stranger(t)).buy(plan)).rejects.toThrow(PayerRequired);
    expect(await count(Order)).toBe(0);
  });

  it('needs an address if the cost of shipping depends on it', async () => {
    await t.given.package(plan, [{}], { domestic: '5.00', international: '15.00' });
    await expect(shopper.buy(plan)).rejects.toThrow(AddressRequired);
    await t.given.shippingAddress({ customer, country: 'DE' });
    await shopper.buy(plan);
    expect((await orders())[0]).toMatchObject({ shipping: '15.00', total: '39.99' });
  });

  it('is not found by others', async () => {
    const { orderId } = await placed();
    const other = await (await Shopper.of(t, await t.given.customer())).viewer();
    await expect(payable().find(other, orderId)).rejects.toThrow(NoOrderFound);
    await expect(payable().cancel(other, orderId)).rejects.toThrow(NoOrderFound);
  });

  it('takes as many statements after a hundred orders as after none', async () => {
    await t.given.paymentAccount();
    await placed();
    await payable().cancel(await shopper.viewer(), bank.sessions[0].asked.orderId);
    const count = async (): Promise<number> => {
      t.clock.advance(1);
      const counter = countStatements();
      const { orderId } = await placed();
      const statements = counter.stop().length;
      await payable().cancel(await shopper.viewer(), orderId);
      return statements;
    };
    const first = await count();
    for (let n = 0; n < 100; n += 1)
      await t.given.order({
        customer,
        plan,
        closedAt: t.clock.now(),
        closedReason: 'expired',
        paidAt: null,
      });
    expect(await count()).toBe(first);
  });
});

describe('money that arrives', () => {
  it('completes the order with everything that it includes', async () => {
    await t.given.package(plan, [{}], { domestic: '5.00', international: '5.00' });
    await t.given.shippingAddress({ customer });
    const { orderId, session } = await placed();
    t.clock.advance(600);
    bank.pay(session);
    expect((await returned(orderId)).progress).toBe('paid');
    const api = await shopper.api();
    expect((await api.get('/orders/latest')).body.order).toMatchObject({
      id: orderId,
      totals: { shipping: '5.0', discount: '0.0', subtotal: '24.99', total: '29.99' },
      shipments: [{ status: 'Backordered' }],
    });
    expect((await api.get('/account')).body.customer.subscription).toMatchObject({
      start_date: '2026-06-15T12:10:00Z',
      end_date: '2027-06-15T12:10:00Z',
    });
    expect((await orders())[0].receiptNumber).toBe(1);
  });

  it('completes an order once, whoever reports it, fifty times at once', async () => {
    const { session } = await placed();
    const [payment] = await payments();
    const { fanclub } = await shopper.viewer();
    bank.pay(session);
    const causes = ['return', 'webhook', 'watch'] as const;
    await Promise.all(
      Array.from({ length: 50 }, (_, n) => observing().observe(fanclub, payment.id, causes[n % 3])),
    );
    expect(await count(Subscription)).toBe(1);
    expect((await orders()).map(({ receiptNumber }) => receiptNumber)).toEqual([1]);
  });

  it('completes an order that was closed, because money wins', async () => {
    const { orderId, session } = await placed();
    const { fanclub } = await shopper.viewer();
    await observing().close(fanclub, orderId, 'cancelled', 'cancel');
    bank.sessions[0].outcome = 'open';
    bank.pay(session);
    await observing().observe(fanclub, (await payments())[0].id, 'webhook');
    expect((await orders())[0]).toMatchObject({ closedAt: null, closedReason: null, paidAt: t.clock.now() });
    expect(await count(Subscription)).toBe(1);
  });

  it('is a surplus if another order gave the same membership', async () => {
    const first = await placed();
    const { fanclub } = await shopper.viewer();
    await observing().close(fanclub, first.orderId, 'cancelled', 'cancel');
    t.clock.advance(60);
    const second = await placed();
    bank.pay(second.session);
    await returned(second.orderId);
    bank.sessions[0].outcome = 'open';
    bank.pay(first.session);
    await observing().observe(fanclub, (await payments())[0].id, 'webhook');
    expect((await payments()).map(({ surplus }) => surplus)).toEqual([true, false]);
    expect(await count(Subscription)).toBe(1);
  });

  it('for an order that the buyer gave up for another plan is a surplus', async () => {
    const first = await placed();
    const { fanclub } = await shopper.viewer();
    await observing().close(fanclub, first.orderId, 'cancelled', 'cancel');
    t.clock.advance(60);
    const other = await t.given.plan({ price: '50.00' });
    const second = await placed(other);
    bank.pay(second.session);
    await returned(second.orderId);
    bank.payLate(first.session);
    await observing().observe(fanclub, (await payments())[0].id, 'webhook');
    expect((await payments()).map(({ surplus }) => surplus)).toEqual([true, false]);
    expect(await count(Subscription)).toBe(1);
  });

  it('for a season that ended before the money arrived is a surplus, and begins nothing', async () => {
    const endsAt = new Date(t.clock.now().getTime() + 60_000);
    const season = await t.given.salesPeriod({ startsAt: new Date('2026-01-01T00:00:00Z'), endsAt });
    const wanted = await t.given.plan({ price: '24.99', duration: null, salesPeriodId: season.id });
    const { orderId, session } = await placed(wanted);
    t.clock.advance(600);
    bank.pay(session);
    await returned(orderId);
    expect(await payments()).toMatchObject([{ state: 'succeeded', surplus: true }]);
    expect([(await orders())[0].paidAt, await count(Subscription)]).toEqual([null, 0]);
  });

  it('for an erased buyer is a surplus, and stores no card', async () => {
    const { orderId, session } = await placed();
    const { fanclub, customer } = await shopper.viewer();
    await payable().cancel(await shopper.viewer(), orderId);
    await t.db.query(`UPDATE orders SET renewal_consent = 'Yes.' WHERE id = $1`, [orderId]);
    const key = [fanclub.id, customer!.id, null] as const;
    await t.app.get(Sql).transaction((tx) => t.app.get(ErasuresService).erase(tx, ...key));
    bank.payLate(session);
    await observing().observe(fanclub, (await payments())[0].id, 'webhook');
    expect(await payments()).toMatchObject([
      { state: 'succeeded', surplus: true, cardBrand: null, cardLast4: null },
    ]);
    expect([(await orders())[0].paidAt, await count(Subscription), await count(PaymentMethod)]).toEqual([
      null,
      0,
      0,
    ]);
    expect(await runJob(t, 'refunds.follow')).toBe(1);
  });

  it('of another amount settles nothing, and waits for staff', async () => {
    const { orderId, session } = await placed();
    bank.pay(session, '1.00');
    expect((await returned(orderId)).progress).toBe('checking');
    expect((await payments())[0]).toMatchObject({ state: 'open', failure: 'amount_mismatch' });
    expect(await count(Subscription)).toBe(0);
  });

  it('of another amount waits for staff although the order was closed, until its money goes back', async () => {
    const { orderId, session } = await placed();
    await payable().cancel(await shopper.viewer(), orderId);
    bank.sessions[0].outcome = 'open';
    bank.pay(session, '1.00');
    expect((await returned(orderId)).progress).toBe('checking');
    await t.db.query(`UPDATE payments SET state = 'failed'`);
    expect((await payable().find(await shopper.viewer(), orderId)).progress).toBe('closed');
  });

  it('before a cancellation wins over it', async () => {
    const { orderId, session } = await placed();
    bank.pay(session);
    await payable().cancel(await shopper.viewer(), orderId);
    expect((await orders())[0]).toMatchObject({ closedAt: null, paidAt: t.clock.now() });
  });

  it('for an upgrade replaces the membership that it was bought for', async () => {
    const former = await t.given.plan({ price: '10.00' });
    await t.given.upgrade(former, plan);
    const subscription = await t.given.subscription({ customer, plan: former });
    const { orderId, session } = await placed();
    expect((await orders())[0]).toMatchObject({
      ...{ kind: 'upgrade', total: '14.99', replacesSubscriptionId: subscription.id },
    });
    bank.pay(session);
    await returned(orderId);
    const rows = await t.db.getRepository(Subscription).find({ order: { id: 'ASC' } });
    expect(rows.map(({ cancelled, orderId: paidBy }) => [cancelled, paidBy])).toEqual([
      [true, null],
      [false, orderId],
    ]);
  });
});

describe('a provider that is away', () => {
  it('keeps the order, and opens its page later', async () => {
    const { orderId } = await shopper.buy(plan);
    bank.isAway = true;
    const viewer = await shopper.viewer();
    await expect(payable().pay(viewer, orderId)).rejects.toThrow(ProviderUnavailable);
    t.clock.advance(600);
    bank.isAway = false;
    expect(await payable().pay(viewer, orderId)).toMatch('https://bank.example/');
    expect((await payments()).map(({ state }) => state)).toEqual(['cancelled', 'open']);
  });

  it('gives the same page when only its answer was lost', async () => {
    const { orderId } = await shopper.buy(plan);
    const viewer = await shopper.viewer();
    bank.gate = async (call, moment) => {
      if (call === 'openCheckout' && moment === 'after') bank.losesNext = true;
    };
    await expect(payable().pay(viewer, orderId)).rejects.toThrow(ProviderUnavailable);
    expect(bank.sessions).toHaveLength(1);
    bank.gate = () => Promise.resolve();
    const url = await payable().pay(viewer, orderId);
    expect(url).toBe(`https://bank.example/${bank.sessions[0].ref}`);
    expect(bank.sessions).toHaveLength(1);
  });
});

describe('a plan that staff withdraw', () => {
  const withdraw = () => t.db.query('UPDATE plans SET deleted = true');

  it('ends the payment pages of its open orders', async () => {
    const { orderId, session } = await placed();
    await withdraw();
    expect(await runJob(t, 'orders.withdraw')).toBe(1);
    expect(bank.pay(session)).toBe(false);
    expect((await orders())[0]).toMatchObject({ id: orderId, closedReason: 'withdrawn' });
    expect(await runJob(t, 'orders.withdraw')).toBe(0);
  });

  it('keeps its promise to a buyer who has paid', async () => {
    const { orderId, session } = await placed();
    bank.pay(session);
    await withdraw();
    await runJob(t, 'orders.withdraw');
    expect((await returned(orderId)).progress).toBe('paid');
    expect(await count(Subscription)).toBe(1);
  });

  it('opens no payment page any more', async () => {
    const { orderId } = await shopper.buy(plan);
    await withdraw();
    const viewer = await shopper.viewer();
    expect(await payable().pay(viewer, orderId)).toBeNull();
    expect((await payable().find(viewer, orderId)).progress).toBe('closed');
    expect(bank.sessions).toEqual([]);
  });
});

describe('a buyer who does not return', () => {
  it('has what was paid settled by the watch', async () => {
    const { session } = await placed();
    bank.pay(session);
    t.clock.advance(60);
    expect(await runJob(t, 'payments.watch')).toBe(0);
    t.clock.advance(120);
    expect(await runJob(t, 'payments.watch')).toBe(1);
    expect(await count(Subscription)).toBe(1);
  });

  it('has an unpaid order closed when its payment page has ended', async () => {
    await placed();
    t.clock.advance(36 * 60);
    await runJob(t, 'payments.watch');
    expect((await orders())[0]).toMatchObject({ closedReason: 'expired', paidAt: null });
    expect((await payments())[0].state).toBe('expired');
  });

  it('has an order closed whose payment page was never opened', async () => {
    await shopper.buy(plan);
    t.clock.advance(36 * 60);
    await runJob(t, 'payments.watch');
    await runJob(t, 'orders.expire');
    expect((await orders())[0].closedReason).toBe('expired');
  });
});

describe('a charge of the saved card that is stored', () => {
  let orderId: number;
  beforeEach(async () => {
    ({ orderId } = await shopper.buy(plan));
    await t.db.query(
      `UPDATE payments SET way = 'off_session', state = 'created', session_ref = NULL, url_sealed = NULL, expires_at = NULL`,
    );
    bank.calls.length = 0;
  });

  it('opens no payment page', async () => {
    expect(await payments()).toMatchObject([{ way: 'off_session', state: 'created' }]);
    expect(await payable().pay(await shopper.viewer(), orderId)).toBeNull();
    expect(bank.calls).toEqual([]);
  });

  it('is not cancelled by an observation from before it was sent', async () => {
    const accounts = t.app.get(PaymentAccountsService);
    const accountOf = accounts.accountOf.bind(accounts);
    jest.spyOn(accounts, 'accountOf').mockImplementationOnce(async (payment) => {
      await t.db.query(`UPDATE payments SET state = 'unknown', requested_at = $1`, [t.clock.now()]);
      return accountOf(payment);
    });
    const { fanclub } = await shopper.viewer();
    expect(await observing().close(fanclub, orderId, 'cancelled', 'cancel')).toMatchObject({
      closedAt: null,
    });
    expect(await payments()).toMatchObject([{ state: 'unknown' }]);
  });
});
