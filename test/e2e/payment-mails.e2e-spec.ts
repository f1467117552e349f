import type { Customer } from '#domains/accounts/customer.entity';
import type { Plan } from '#domains/plans/plan.entity';
import { ObservationsService, PayableOrdersService, RefundsService } from '../../src/domains/payments';
import { Mail } from '../../src/platform/mail';
import { mailsOf } from '../support/mails-of';
import type { ModelBank } from '../support/payments/model-bank';
import { modelCheckout } from '../support/payments/with-model-bank';
import { refundOrder } from '../support/payments/refund';
import { runJob } from '../support/run-job';
import type { Shopper } from '../support/shoppers';
import { testApp } from '../support/start-test-app';

// The clock is at noon UTC on June 15, 2026.
const t = testApp();

let bank: ModelBank;
let customer: Customer;
let shopper: Shopper;
let plan: Plan;

beforeEach(async () => {
  await t.given.fanclub({ taxRate: '19.00', taxText: 'VAT' });
  const facts = { customer: { firstName: 'Ada' }, plan: { name: 'Gold' } };
  ({ bank, customer, shopper, plan } = await modelCheckout(t, facts));
});

const paidOrder = (): Promise<number> => shopper.buyAndPay(plan, bank);

async function refunded(orderId: number, amount: string | null): Promise<void> {
  const { fanclub } = await shopper.viewer();
  await refundOrder(t, fanclub, { orderId, amount });
}

describe('a receipt', () => {
  it('is mailed once, whoever reports the payment', async () => {
    const { orderId } = await shopper.buy(plan);
    const viewer = await shopper.viewer();
    await t.app.get(PayableOrdersService).pay(viewer, orderId);
    bank.pay(bank.sessions[0].ref);
    const { id } = bank.sessions[0].asked;
    await Promise.all([
      t.app.get(PayableOrdersService).observed(viewer, orderId),
      t.app.get(ObservationsService).observe(viewer.fanclub, id, 'webhook'),
      t.app.get(ObservationsService).observe(viewer.fanclub, id, 'watch'),
    ]);
    expect(await mailsOf(t)).toEqual([
      {
        kind: 'receipt',
        to: customer.email,
        firstName: 'Ada',
        link: `https://api.example.test/fanclubs/${viewer.fanclub.id}/orders/${orderId}`,
        payment: {
          plan: 'Gold',
          amount: '$24.99',
          rows: expect.arrayContaining([
            { label: 'Receipt number', value: '1' },
            { label: 'Included VAT (19%)', value: '$3.99' },
            { label: 'Paid by', value: 'Visa ending in 4242' },
          ]),
        },
      },
    ]);
  });

  it('is kept sealed until it was sent', async () => {
    await paidOrder();
    const [{ contentSealed }] = await t.db.getRepository(Mail).find();
    // Each has a character that no sealed text has: short words would stand in some of them by chance.
    for (const open of ['"Gold"', '$24.99', 'Visa ending in 4242', '"Ada"'])
      expect(contentSealed).not.toContain(open);
  });

  it('is not mailed for what costs nothing', async () => {
    await shopper.buy(await t.given.plan({ price: '0' }));
    expect(await mailsOf(t)).toEqual([]);
  });
});

describe('a refund', () => {
  it('is mailed when it was made, each part for itself', async () => {
    const orderId = await paidOrder();
    await refunded(orderId, '5.00');
    await refunded(orderId, null);
    const [, ...mails] = await mailsOf(t);
    expect(mails.map(({ kind, to, payment }) => [kind, to, payment?.amount])).toEqual([
      ['refund_issued', customer.email, '$5.00'],
      ['refund_issued', customer.email, '$19.99'],
    ]);
  });

  it('that fails later is mailed again', async () => {
    await refunded(await paidOrder(), null);
    bank.refunds[0].outcome = 'failed';
    const { fanclub } = await shopper.viewer();
    const [{ id }] = await t.db.query<{ id: number }[]>('SELECT id FROM refunds');
    await t.app.get(RefundsService).submit(fanclub.id, id, 'webhook');
    await t.app.get(RefundsService).submit(fanclub.id, id, 'webhook');
    expect((await mailsOf(t)).map(({ kind }) => kind)).toEqual(['receipt', 'refund_issued', 'refund_failed']);
  });

  it('that the provider refuses at once is not mailed', async () => {
    const orderId = await paidOrder();
    bank.refuses = 'charge_already_refunded';
    await refunded(orderId, null);
    expect((await mailsOf(t)).map(({ kind }) => kind)).toEqual(['receipt']);
  });

  it('of a surplus payment is mailed, too', async () => {
    const first = await shopper.buy(plan);
    await t.app.get(PayableOrdersService).pay(await shopper.viewer(), first.orderId);
    t.clock.advance(36 * 60);
    await runJob(t, 'payments.watch');
    t.clock.advance(60);
    await paidOrder();
    // The first page took money although its time was over.
    bank.sessions[0].outcome = 'succeeded';
    const { fanclub } = await shopper.viewer();
    await t.app.get(ObservationsService).observe(fanclub, bank.sessions[0].asked.id, 'webhook');
    await runJob(t, 'refunds.follow');
    const last = (await mailsOf(t)).at(-1)!;
    expect([last.kind, last.payment?.rows.map(({ label }) => label)]).toEqual([
      'refund_issued',
      ['Amount', 'For', 'Card'],
    ]);
  });
});
