import type { Customer } from '#domains/accounts/customer.entity';
import { PaymentCustomer } from '#domains/payments/customers/payment-customer.entity';
import { PaymentMethod } from '#domains/payments/customers/payment-method.entity';
import { PayableOrdersService, type Payer, PaymentCustomersService } from '../../src/domains/payments';
import { PaymentAccountsService, ProviderUnavailable } from '../../src/domains/payment-providers';
import type { ModelBank } from '../support/payments/model-bank';
import { withModelBank } from '../support/payments/with-model-bank';
import { runJob } from '../support/run-job';
import { Shopper } from '../support/shoppers';
import { testApp } from '../support/start-test-app';

const t = testApp();

let bank: ModelBank;
let customer: Customer;

beforeEach(async () => {
  bank = await withModelBank(t);
  customer = await t.given.customer({ email: 'ada@x.example', firstName: 'Ada', lastName: 'Lovelace' });
});
afterEach(() => jest.restoreAllMocks());

const account = async () => (await t.app.get(PaymentAccountsService).enabledFor(customer.fanclubId))!;
const payer = (facts: Partial<Payer> = {}): Payer => ({
  ...{ id: customer.id, email: 'ada@x.example', firstName: 'Ada', lastName: 'Lovelace', ...facts },
});
const refOf = async (facts: Partial<Payer> = {}): Promise<string> =>
  t.app.get(PaymentCustomersService).refOf(await account(), payer(facts));
const rows = (): Promise<PaymentCustomer[]> => t.db.getRepository(PaymentCustomer).find();
const cards = (): Promise<PaymentMethod[]> =>
  t.db.getRepository(PaymentMethod).find({ order: { id: 'ASC' } });
const renews = async (): Promise<boolean> =>
  (await t.db.query<[{ on: boolean }]>('SELECT auto_renewal_enabled AS on FROM customers'))[0].on;

/** Processes an event that the provider has sent about an object. */
async function notified(subject: 'card' | 'customer', objectRef: string): Promise<number> {
  const { id: accountId, fanclubId } = await account();
  const { eventRef } = await t.given.paymentEvent({
    ...{ fanclubId, accountId, subject, objectRef, processedAt: null },
  });
  return runJob(t, 'payments.process_event', undefined, { fanclubId, accountId, eventRef });
}

describe('a customer at a payment provider', () => {
  it('is added once, with a key of its own, and without its address in the table', async () => {
    expect(await refOf()).toBe('customer-1');
    expect(await refOf()).toBe('customer-1');
    expect(bank.calls).toEqual(['addCustomer']);
    const [{ sentDigest: digest, accountId }] = await rows();
    expect(bank.customers).toEqual([
      {
        ...{ fanclubId: customer.fanclubId, customerId: customer.id },
        ...{ email: 'ada@x.example', name: 'Ada Lovelace' },
        idempotencyKey: `customer-${accountId}-${customer.id}-${digest}`,
      },
    ]);
    expect(digest).toMatch(/^[\w-]{22,43}$/);
  });

  it.each([
    ['e-mail address', { email: 'ada@y.example' }, { email: 'ada@y.example', name: 'Ada Lovelace' }],
    ['name', { lastName: 'King' }, { email: 'ada@x.example', name: 'Ada King' }],
    ['name, which is gone,', { firstName: null, lastName: null }, { email: 'ada@x.example', name: null }],
  ])('with another %s is changed there once', async (_what, facts, expected) => {
    await refOf();
    expect([await refOf(facts), await refOf(facts)]).toEqual(['customer-1', 'customer-1']);
    expect(bank.calls).toEqual(['addCustomer', 'updateCustomer']);
    expect(bank.customers).toEqual([expect.objectContaining(expected)]);
    await refOf();
    expect(bank.calls).toEqual(['addCustomer', 'updateCustomer', 'updateCustomer']);
  });

  it('is changed before a page is opened', async () => {
    await refOf({ email: 'former@x.example' });
    const shopper = await Shopper.of(t, customer);
    const { orderId } = await shopper.buy(await t.given.plan({ price: '24.99' }));
    await t.app.get(PayableOrdersService).pay(await shopper.viewer(), orderId);
    expect(bank.calls).toEqual(['addCustomer', 'updateCustomer', 'openCheckout']);
    expect(bank.customers[0].email).toBe('ada@x.example');
  });

  it('of which nothing is known, because an earlier version added it, is changed once', async () => {
    await refOf();
    await t.db.query('UPDATE payment_customers SET sent_digest = NULL');
    await refOf();
    await refOf();
    expect(bank.calls).toEqual(['addCustomer', 'updateCustomer']);
  });

  it('is changed later if the provider is away, or its answer is lost', async () => {
    await refOf();
    bank.isAway = true;
    await expect(refOf({ email: 'ada@y.example' })).rejects.toThrow(ProviderUnavailable);
    bank.isAway = false;
    bank.losesNext = true;
    await expect(refOf({ email: 'ada@y.example' })).rejects.toThrow(ProviderUnavailable);
    await refOf({ email: 'ada@y.example' });
    expect(bank.calls.filter((call) => call === 'updateCustomer')).toHaveLength(3);
  });

  it('is sent again if two different changes meet', async () => {
    await refOf();
    let isFirst = true;
    bank.gate = async (_call, moment) => {
      if (moment === 'before' || !isFirst) return;
      isFirst = false;
      await refOf({ email: 'ada@z.example' });
    };
    await refOf({ email: 'ada@y.example' });
    expect((await rows())[0].sentDigest).toBeNull();
    await refOf({ email: 'ada@z.example' });
    expect(bank.customers[0].email).toBe('ada@z.example');
  });

  it('has a key that no other person meets who gets the same id, nor the same person with another address', async () => {
    bank.losesNext = true;
    await expect(refOf()).rejects.toThrow(ProviderUnavailable);
    expect(await refOf({ email: 'grace@x.example', firstName: 'Grace', lastName: 'Hopper' })).toBe(
      'customer-2',
    );
    expect(bank.customers.map(({ email }) => email)).toEqual(['ada@x.example', 'grace@x.example']);
  });

  it('that the provider does not know any more is added again, and its cards are gone', async () => {
    await refOf();
    const { id: accountId } = await account();
    await t.given.paymentMethod({ customer, accountId });
    bank.customers.length = 0;
    expect(await refOf({ email: 'ada@y.example' })).toBe('customer-1');
    expect(bank.calls).toEqual(['addCustomer', 'updateCustomer', 'addCustomer']);
    expect(await cards()).toEqual([
      expect.objectContaining({ detachedAt: t.clock.now(), deletedAt: t.clock.now() }),
    ]);
  });

  it('that was deleted there, as an event says, is added again with the next purchase', async () => {
    await t.db.query('UPDATE customers SET auto_renewal_enabled = true');
    const ref = await refOf();
    const { id: accountId } = await account();
    await t.given.paymentMethod({ customer, accountId });
    expect(await notified('customer', 'customer-of-another-system')).toBe(1);
    expect([(await rows()).length, await renews()]).toEqual([1, true]);
    expect(await notified('customer', ref)).toBe(1);
    expect([await rows(), await renews()]).toEqual([[], false]);
    expect(await cards()).toEqual([expect.objectContaining({ deletedAt: t.clock.now() })]);
    await refOf();
    expect(bank.calls).toEqual(['addCustomer', 'addCustomer']);
  });
});
