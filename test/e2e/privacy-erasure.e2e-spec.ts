import { Sql } from '../../src/platform/database';
import { exportPerson, personTables } from '../../src/platform/erasure';
import { verifyAudits } from '../../src/platform/staff';
import { PaymentAccountsService } from '#domains/payment-providers';
import { PaymentCustomersService, payerOf, problemsBefore } from '#domains/payments';
import { LIST_PROBLEMS } from '../../src/domains/payments/problems/problems.queries';
import type { Customer } from '#domains/accounts/customer.entity';
import type { Fanclub } from '#platform/tenants/fanclub.entity';
import { openBank, withDemoBank } from '../support/payments/demo-bank';
import { CANARY, personWithEverything, plantCanaries, tablesWith } from '../support/personal-world';
import { runJob } from '../support/run-job';
import { staffOf } from '../support/staff-client';
import { testApp } from '../support/start-test-app';
import { recordLog } from '../support/worker';

const t = testApp(withDemoBank);

let club: Fanclub;
beforeEach(async () => {
  club = await t.given.fanclub({ name: 'The Lanterns' });
});

const pathOf = (customer: Pick<Customer, 'id'>) => `/fanclubs/${club.id}/members/${customer.id}`;
const erase = { reason: 'asked by mail' };

describe('an erasure by staff', () => {
  it('leaves nothing of a person that the declarations say goes, the record of changes valid, and the address free', async () => {
    await openBank(t);
    const owner = await staffOf(t);
    const customer = await personWithEverything(t, club);
    const refused = await plantCanaries(t, club);
    // Only these columns take no free text.
    expect(refused).toEqual([
      'issue_mails.issue',
      'one_time_tokens.purpose',
      'presale_codes.assigned_by',
      'presale_codes.limit_group',
      'shipping_addresses.country',
      'waiting_entries.state',
      'webhook_deliveries.state',
      'webhook_messages.type',
    ]);
    await t.db.query(`UPDATE customers SET email = 'ada.canary@example.test' WHERE id = $1`, [customer.id]);
    await t.db.query(`UPDATE contacts SET email = 'Ada.Canary@example.test'`);
    const seen = await owner.get(pathOf(customer));
    const version = String(seen.headers.etag);
    expect((await owner.patch(pathOf(customer), { first_name: `${CANARY} again` }, version)).status).toBe(
      200,
    );
    await t.db.query(`UPDATE refunds SET state = 'failed', resolved_at = NULL, note = NULL`);
    const [refund] = await t.db.query<[{ id: number }]>('SELECT id FROM refunds');
    const resolution = { note: `${CANARY} was paid in cash` };
    const resolving = `/fanclubs/${club.id}/payments/refunds/${refund.id}/resolve`;
    expect((await owner.post(resolving, resolution)).status).toBe(204);
    const bystander = await t.given.customer({ firstName: 'Bystander' });
    await t.given.shippingAddress({ customer: bystander, city: 'Bystander' });

    const mails = await t.db.query<{ id: number }[]>('SELECT id FROM mails');
    expect(mails).toHaveLength(1);

    expect((await owner.post(`${pathOf(customer)}/erase`, erase)).body).toBeUndefined();

    // The billing address stays until the retention of orders is over.
    expect(await tablesWith(t, CANARY)).toEqual(['orders']);
    await t.db.query(
      `UPDATE orders SET created_at = now() - interval '11 years' WHERE billing_address IS NOT NULL`,
    );
    await runJob(t, 'orders.erase_addresses');
    expect(await tablesWith(t, CANARY)).toEqual([]);
    const { log, lines } = recordLog();
    // The queue still has the job of the deleted mail. Nothing is delivered.
    expect(await runJob(t, 'send_mail', undefined, { fanclubId: club.id, mailId: mails[0].id }, log)).toBe(0);
    await runJob(t, 'payment_customers.erase', undefined, undefined, log);
    const files = await Promise.all(
      ['members.csv', 'contacts.csv'].map((file) => owner.text(`/fanclubs/${club.id}/${file}`)),
    );
    expect(JSON.stringify([files, lines]).toLowerCase()).not.toContain(CANARY);
    expect(await tablesWith(t, 'Bystander')).toEqual(['customers', 'shipping_addresses']);
    expect(await verifyAudits(t.app.get(Sql), null)).toMatchObject([{ fault: null }]);
    // The name of the club of a shell, and its memberships, are still there for the books.
    const rest = await exportPerson(
      t.app.get(Sql),
      { fanclub: club.id, person: customer.id, digests: [], unconfirmed: [], now: t.clock.now() },
      10,
    );
    expect(Object.keys(rest)).toEqual(
      personTables()
        .filter(({ name, declaration }) => name in rest && !declaration.deleted)
        .map(({ name }) => name),
    );
    expect(rest.orders.rows.map(({ total }) => Number(total)).every((total) => total > 0)).toBe(true);
    expect(rest.subscriptions.rows).toMatchObject([{ cancelled: true }]);
    expect((await owner.get(pathOf(customer))).status).toBe(200);
    await t.given.customer({ email: 'ada.canary@example.test' });
  });

  it('removes the customer and the card at the payment provider by a job', async () => {
    await openBank(t);
    const customer = await t.given.customer({ firstName: 'Ada', autoRenewalEnabled: true });
    const account = (await t.app.get(PaymentAccountsService).enabledFor(club.id))!;
    const payer = payerOf(customer as never)!;
    const ref = await t.app.get(PaymentCustomersService).refOf(account, payer);
    await t.given.paymentMethod({ customer, accountId: account.id });
    const owner = await staffOf(t);
    expect((await owner.post(`${pathOf(customer)}/erase`, erase)).status).toBe(204);

    expect(await runJob(t, 'payment_customers.erase')).toBe(1);
    expect(await account.client.updateCustomer(ref, { email: 'x@example.test', name: null })).toBe(false);
    const left = await t.db.query('SELECT 1 FROM payment_customers UNION ALL SELECT 1 FROM payment_methods');
    expect(left).toEqual([]);
    // Nobody is left to remove.
    expect(await runJob(t, 'payment_customers.erase')).toBe(0);
  });

  it('shows staff a customer whom the provider does not delete, and tries once a day from then on', async () => {
    await openBank(t);
    const account = (await t.app.get(PaymentAccountsService).enabledFor(club.id))!;
    const customer = await t.given.customer();
    const { providerRef } = await t.given.paymentCustomer({ customer, accountId: account.id });
    const owner = await staffOf(t);
    expect((await owner.post(`${pathOf(customer)}/erase`, erase)).status).toBe(204);
    await t.db.query(`UPDATE payment_accounts SET provider = 'unknown'`);
    const { log, lines } = recordLog();
    const tries = async (hours: number): Promise<number> => {
      t.clock.advance(hours * 3_600);
      const before = lines.length;
      await runJob(t, 'payment_customers.erase', undefined, undefined, log);
      return lines.length - before;
    };
    const problems = async () =>
      t.app
        .get(Sql)
        .rows(LIST_PROBLEMS, { fanclub: club.id, before: problemsBefore(t.clock.now()), limit: 9 });
    expect([await tries(0), await tries(1), await tries(1)]).toEqual([1, 1, 1]);
    expect(await problems()).toEqual([]);
    expect([await tries(24), await tries(1), await tries(1), await tries(22)]).toEqual([1, 0, 0, 1]);
    expect(await problems()).toMatchObject([{ kind: 'customer_stays', ref: providerRef, orderId: null }]);
  });

  it('is refused while a payment is open, or a parcel or a gift was not sent, and says which', async () => {
    const customer = await t.given.customer();
    const gift = await t.given.order({ customer, kind: 'gift_purchase' });
    await t.given.boughtGift({ order: gift, mailOn: '2026-12-24' });
    const code = await t.given.redeemCode({ boughtOrderId: gift.id });
    const waiting = await t.given.order({ customer, paidAt: null, checkoutReference: 'open', total: '5.00' });
    const paid = await t.given.order({ customer });
    await t.given.shipment({ order: paid, shipDate: null });
    const mismatched = await t.given.payment({
      order: await t.given.order({ customer }),
      ...{ state: 'cancelled', failure: 'amount_mismatch', settledAt: null },
    });
    const refunded = await t.given.payment({
      order: await t.given.order({ customer }),
      ...{ state: 'succeeded', settledAt: t.clock.now() },
    });
    await t.given.refund({ payment: refunded, state: 'failed' });
    const owner = await staffOf(t);
    const answer = await owner.post(`${pathOf(customer)}/erase`, erase);
    const waits = (order: number) => `Order ${order} waits for its payment, or for a refund.`;
    expect([answer.status, answer.body.detail]).toEqual([
      409,
      [
        `The gift of order ${gift.id} has not been sent to its recipient.`,
        waits(waiting.id),
        `The parcel of order ${paid.id} has not been sent.`,
        waits(mismatched.orderId),
        waits(refunded.orderId),
      ].join(' '),
    ]);
    await t.db.query('UPDATE redeem_codes SET used = 1 WHERE id = $1', [code.id]);
    await t.db.query(`UPDATE payments SET note = 'returned' WHERE id = $1`, [mismatched.id]);
    await t.db.query(`UPDATE refunds SET resolved_at = now(), note = 'paid in cash'`);
    const later = await owner.post(`${pathOf(customer)}/erase`, erase);
    expect(later.body.detail).toBe(`${waits(waiting.id)} The parcel of order ${paid.id} has not been sent.`);
    expect((await t.db.query('SELECT erased_at FROM customers'))[0]).toEqual({ erased_at: null });
  });
});
