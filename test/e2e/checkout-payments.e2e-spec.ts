import { newToken } from '#libs/token';
import { BenefitsService } from '../../src/domains/benefits';
import { type FanclubInfo, SessionKeeper } from '../../src/platform/access';
import {
  type Amounts,
  CheckoutService,
  type OrderAwaitingPayment,
  Payments,
} from '../../src/domains/checkout';
import type { Customer } from '#domains/accounts/customer.entity';
import { Sql } from '../../src/platform/database/sql';
import { Limits } from '../../src/platform/limits';
import { Order } from '#domains/orders/order.entity';
import { Shipment } from '#domains/orders/shipment.entity';
import { NoOrderFound } from '../../src/domains/orders';
import { PlansService } from '../../src/domains/plans';
import { Subscription } from '#domains/subscriptions/subscription.entity';
import { Shopper } from '../support/shoppers';
import { testApp } from '../support/start-test-app';

// The interface of payment providers. None exists yet; this one replaces it in tests.
class Provider extends Payments {
  readonly begun: OrderAwaitingPayment[] = [];

  isSetUpFor(): Promise<boolean> {
    return Promise.resolve(true);
  }

  start(order: OrderAwaitingPayment): Promise<string> {
    this.begun.push(order);
    return Promise.resolve(`https://pay.example/${order.id}`);
  }
}

const t = testApp();

const AMOUNTS: Amounts = { shipping: '5.00', discount: '2.00', subtotal: '24.99', total: '27.99' };

let provider: Provider;
let checkout: CheckoutService;
let customer: Customer;
let shopper: Shopper;
let fanclub: FanclubInfo;

beforeEach(async () => {
  provider = new Provider();
  const { app, clock } = t;
  checkout = new CheckoutService(
    app.get(Sql),
    app.get(PlansService),
    app.get(BenefitsService),
    app.get(SessionKeeper),
    provider,
    app.get(Limits),
    clock,
  );
  customer = await t.given.customer();
  shopper = await Shopper.of(t, customer);
  ({ fanclub } = await shopper.viewer());
});

const count = (entity: typeof Order | typeof Subscription | typeof Shipment): Promise<number> =>
  t.db.getRepository<{ id: number }>(entity).count();

async function placed(overrides: { price?: string } = {}) {
  const plan = await t.given.plan({ price: '24.99', ...overrides });
  await t.given.package(plan, [{}]);
  const reference = newToken();
  const placement = await checkout.place(await shopper.viewer(), plan.id, reference);
  return { plan, reference, ...placement };
}

it('offers a paid plan if payments are possible', async () => {
  const plan = await t.given.plan({ price: '24.99' });
  const offer = await checkout.offer(await shopper.viewer(), plan.id);
  expect(offer).toMatchObject({ availability: 'available', price: '$24.99' });
});

it('begins the payment of a placed order, and grants nothing before it is paid', async () => {
  const { plan, orderId, token, payAt } = await placed();

  expect([token, payAt]).toEqual([null, `https://pay.example/${orderId}`]);
  expect(provider.begun).toEqual([
    expect.objectContaining({ id: orderId, customerId: customer.id, price: '24.99' }),
  ]);
  expect([await count(Subscription), await count(Shipment)]).toEqual([0, 0]);
  await t.db.query('UPDATE plans SET price = 0 WHERE id = $1', [plan.id]);
  expect((await (await shopper.api()).get('/orders')).body.orders).toEqual([]);
});

it('leads the customer back to the payment when the form is sent again', async () => {
  const { plan, reference, orderId, payAt } = await placed();
  const again = await checkout.place(await shopper.viewer(), plan.id, reference);
  expect(again).toEqual({ orderId, token: null, payAt });
});

it('completes a paid order with the paid amount', async () => {
  const { orderId } = await placed();
  t.clock.advance(3600);

  await checkout.settle(fanclub, orderId, AMOUNTS);

  const api = await shopper.api();
  expect((await api.get('/orders/latest')).body.order).toMatchObject({
    id: orderId,
    totals: { shipping: '5.0', discount: '2.0', subtotal: '24.99', total: '27.99' },
    shipments: [{ status: 'Backordered' }],
  });
  expect((await api.get('/account')).body.customer.subscription).toMatchObject({
    start_date: '2026-06-15T13:00:00Z',
    end_date: '2027-06-15T13:00:00Z',
  });
});

it('completes an order once, even if fifty notifications arrive simultaneously', async () => {
  const { orderId } = await placed();
  await Promise.all(Array.from({ length: 50 }, () => checkout.settle(fanclub, orderId, AMOUNTS)));
  expect([await count(Subscription), await count(Shipment)]).toEqual([1, 1]);
});

it('completes a paid order even if the customer was blacklisted meanwhile', async () => {
  const { orderId } = await placed();
  await t.db.query('UPDATE customers SET blacklisted = true');
  await checkout.settle(fanclub, orderId, AMOUNTS);
  expect(await count(Subscription)).toBe(1);
});

it('finds no order of another fan club', async () => {
  const { orderId } = await placed();
  const { id } = await t.given.fanclub({});
  await expect(checkout.settle({ ...fanclub, id }, orderId, AMOUNTS)).rejects.toThrow(NoOrderFound);
  await expect(checkout.settle(fanclub, orderId + 1, AMOUNTS)).rejects.toThrow(NoOrderFound);
});

it('gives a new customer a session that cannot register before the payment', async () => {
  const stranger = await (await Shopper.stranger(t)).viewer();
  const plan = await t.given.plan({ price: '24.99' });
  const { token } = await checkout.place(stranger, plan.id, newToken());
  expect(token).not.toBeNull();
  expect(await t.db.query('SELECT order_id FROM sessions WHERE customer_id <> $1', [customer.id])).toEqual([
    { order_id: null },
  ]);
});
