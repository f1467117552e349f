import { hashToken, newToken } from '#libs/token';
import { countStatements } from '#libs/testing';
import { SecurityEventRow } from '../../src/platform/audit';
import { SecurityEventJobs } from '../../src/platform/audit/security-event.jobs';
import { BATCH, RetryJob } from '../../src/platform/jobs';
import { Customer } from '#domains/accounts/customer.entity';
import { Mail } from '../../src/platform/mail';
import { PaymentCardPage } from '#domains/payments/customers/payment-card-page.entity';
import { PaymentEvent } from '#domains/payment-providers/payment-event.entity';
import { Order } from '#domains/orders/order.entity';
import { ShipmentItem, Shipment } from '#domains/orders/shipment.entity';
import { RateLimit } from '../../src/platform/limits';
import { SearchAudit } from '#domains/search/search-audit.entity';
import { Session } from '#platform/access/session.entity';
import { Subscription } from '#domains/subscriptions/subscription.entity';
import { StaffLimit, StaffSession, StaffToken } from '../../src/platform/staff/login/staff-login.entity';
import { StaffAudit } from '../../src/platform/staff/audit/staff-audit.entity';
import { OneTimeToken } from '../../src/platform/tokens';
import { jobRun, runJob } from '../support/run-job';
import { startWorker } from '../support/worker';
import { queueMails } from '../support/queue-mail';
import { testApp } from '../support/start-test-app';

const t = testApp();

const days = (count: number): Date => new Date(Date.now() + count * 86_400_000);
const idsOf = async (
  entity:
    | typeof Session
    | typeof OneTimeToken
    | typeof Mail
    | typeof SearchAudit
    | typeof SecurityEventRow
    | typeof StaffSession
    | typeof StaffToken
    | typeof StaffAudit
    | typeof PaymentCardPage,
) => (await t.db.getRepository<{ id: number }>(entity).find({ order: { id: 'ASC' } })).map(({ id }) => id);

/** Queues jobs as their schedule does, and waits until a worker has run them. */
async function work(...jobs: string[]): Promise<void> {
  await t.db.query('SELECT graphile_worker.add_job(job) FROM unnest($1::text[]) job', [jobs]);
  const { worker } = startWorker(t.config.database.url, {
    SEARCH_AUDIT_DAYS: '10',
    SECURITY_EVENTS_MONTHS: '4',
    STAFF_AUDIT_MONTHS: '4',
    UNREGISTERED_BUYER_DAYS: '20',
    SESSION_IDLE_DAYS: '3',
  });
  const end = performance.now() + 20_000;
  const left = () =>
    t.db.query<unknown[]>('SELECT FROM graphile_worker.jobs WHERE task_identifier = ANY ($1)', [jobs]);
  while ((await left()).length > 0 && performance.now() < end)
    await new Promise((resolve) => setTimeout(resolve, 50));
  await worker.stop();
  expect(await left()).toEqual([]);
}

describe('the worker, every night', () => {
  it('deletes expired sessions and tokens, and no others', async () => {
    const customer = await t.given.customer();
    const other = await t.given.customer();
    await t.given.session({ customer, expiresAt: days(-1) });
    await t.given.session({ customer, expiresAt: days(1) });
    await t.given.oneTimeToken({ customer, expiresAt: days(-1) });
    await t.given.oneTimeToken({ customer: other, expiresAt: days(1) });
    await work('sessions.purge', 'tokens.purge');
    expect([await idsOf(Session), await idsOf(OneTimeToken)]).toEqual([[2], [2]]);
  });

  it('deletes sessions of staff long after their end, links that no longer work, and counters', async () => {
    const { id: staffId } = await t.given.staff();
    await t.given.staffSession({ staffId, expiresAt: days(-91) });
    await t.given.staffSession({ staffId, expiresAt: days(-89) });
    await t.given.invitation({ expiresAt: days(-1) });
    await t.given.invitation({ expiresAt: days(1) });
    await t.given.staffLimit({ endsAt: days(-1) });
    await t.given.staffLimit({ endsAt: days(1) });
    await work('staff_sessions.purge', 'staff_tokens.purge', 'staff_limits.purge');
    expect([await idsOf(StaffSession), await idsOf(StaffToken)]).toEqual([[2], [2]]);
    expect(await t.db.getRepository(StaffLimit).count()).toBe(1);
  });

  it('deletes the records of mails after a month, but no pending mail', async () => {
    await queueMails(t, [{}, {}, {}, {}]);
    await t.db.query('DELETE FROM graphile_worker._private_jobs');
    const old = `now() - interval '31 days'`;
    await t.db.query(`UPDATE mails SET sent_at = ${old}, content_sealed = NULL WHERE id = 1`);
    await t.db.query(`UPDATE mails SET given_up_at = ${old} WHERE id = 2`);
    await t.db.query(`UPDATE mails SET created_at = ${old} WHERE id = 3`);
    await t.db.query(`UPDATE mails SET sent_at = now(), content_sealed = NULL WHERE id = 4`);
    await work('mails.purge');
    expect(await idsOf(Mail)).toEqual([3, 4]);
  });

  it('deletes searches from the audit after the configured time', async () => {
    await t.given.searchAudit({ createdAt: days(-11) });
    await t.given.searchAudit({ createdAt: days(-9) });
    await work('search_audits.purge');
    expect(await idsOf(SearchAudit)).toEqual([2]);
  });

  it('deletes security events after the configured time', async () => {
    await t.given.securityEvent({ at: days(-125) });
    await t.given.securityEvent({ at: days(-115) });
    await work('security_events.purge');
    expect(await idsOf(SecurityEventRow)).toEqual([2]);
  });

  it('deletes processed events of payment providers and finished pages for cards after 35 days', async () => {
    const [old, recent] = [days(-36), days(-34)];
    await t.given.paymentEvent({ eventRef: 'old', receivedAt: old, processedAt: old });
    await t.given.paymentEvent({ eventRef: 'waiting', receivedAt: old, processedAt: null });
    await t.given.paymentEvent({ eventRef: 'recent', receivedAt: recent, processedAt: recent });
    for (const finishedAt of [old, recent, null]) await t.given.paymentCardPage({ finishedAt });
    await work('payment_events.purge', 'payment_card_pages.purge');
    const left = await t.db.getRepository(PaymentEvent).find({ order: { eventRef: 'ASC' } });
    expect(left.map(({ eventRef }) => eventRef)).toEqual(['recent', 'waiting']);
    expect(await idsOf(PaymentCardPage)).toEqual([2, 3]);
  });

  it('deletes the record of what staff did after the configured time', async () => {
    const old = await t.given.fanclub();
    const recent = await t.given.fanclub({});
    await t.given.staffAudit({ at: days(-125), club: old });
    await t.given.staffAudit({ at: days(-115), club: recent });
    await work('staff_audits.purge');
    expect(await idsOf(StaffAudit)).toEqual([2]);
  });
});

describe('buyers who never registered', () => {
  const reference = (n: number): string => `${n}`.padEnd(43, 'r');
  let number = 0;
  /** An unregistered buyer of a free plan with a package, who ordered this many days ago. */
  const buyer = async (
    bought: number,
    { order = {}, session }: { order?: Partial<Order>; session?: Partial<Session> } = {},
  ): Promise<Customer> => {
    const customer = await t.given.unregisteredCustomer({ email: null, createdAt: days(-bought) });
    const plan = await t.given.plan({ price: '0.00' });
    const placed = await t.given.order({
      customer,
      plan,
      createdAt: days(-bought),
      checkoutReference: reference((number += 1)),
      shipping: '0.00',
      discount: '0.00',
      subtotal: '0.00',
      total: '0.00',
      ...order,
    });
    await t.given.shipment({ order: placed });
    await t.given.subscription({ customer, plan });
    if (session) await t.given.session({ customer, orderId: placed.id, lastSeenAt: new Date(), ...session });
    return customer;
  };
  const customersLeft = async (): Promise<number[]> =>
    (await t.db.getRepository(Customer).find({ order: { id: 'ASC' } })).map(({ id }) => id);

  it('are purged with their orders, subscriptions and shipments, after the configured days', async () => {
    await buyer(21);
    await buyer(40, { session: { expiresAt: days(-1) } });
    const { id: recent } = await buyer(19);
    await work('unregistered_buyers.purge');
    expect(await customersLeft()).toEqual([recent]);
    for (const entity of [Order, Shipment, ShipmentItem, Subscription])
      expect(await t.db.getRepository<object>(entity).count()).toBeLessThanOrEqual(1);
    expect(await t.db.getRepository(Order).find()).toMatchObject([{ customerId: recent }]);
    expect(await t.db.getRepository(Subscription).find()).toMatchObject([{ customerId: recent }]);
  });

  it('leave no data about them in the record of what staff did', async () => {
    const customer = await buyer(21);
    const { id } = customer;
    const order = await t.db.getRepository(Order).findOneByOrFail({ customerId: id });
    const shipments = await t.db.getRepository(Shipment).findBy({ orderId: order.id });
    // What else staff's work adds does not prevent the deletion.
    await t.given.staffRead({ customer });
    await t.given.issueMail({ customer });
    await t.given.orderGift({ order });
    await t.given.parcelBatch({ shipments });
    await t.given.staffAudit({ club: await t.given.fanclub(), customerId: id, after: { last_name: 'Doe' } });
    await work('unregistered_buyers.purge');
    expect(await customersLeft()).toEqual([]);
    expect(await t.db.getRepository(StaffAudit).find()).toMatchObject([{ customerId: id, after: null }]);
  });

  it('are purged once their session has expired, ended or become idle', async () => {
    const live = await buyer(40, { session: { expiresAt: days(1) } });
    await buyer(40, { session: { expiresAt: days(1), revokedAt: days(-1) } });
    await buyer(40, { session: { expiresAt: days(1), lastSeenAt: days(-4) } });
    await work('unregistered_buyers.purge');
    expect(await customersLeft()).toEqual([live.id]);
  });

  it('are kept if they paid, or bought again recently', async () => {
    const paid = { shipping: '1.00', discount: '0.00', subtotal: '9.00', total: '10.00' };
    const payer = await buyer(40, { order: paid });
    const again = await buyer(40);
    await t.given.order({ customer: again, plan: await t.given.plan(), createdAt: days(-2) });
    await work('unregistered_buyers.purge');
    expect(await customersLeft()).toEqual([payer.id, again.id]);
  });

  it('do not include customers with an address or from an import', async () => {
    const named = await t.given.unregisteredCustomer({ email: 'new@x.example', createdAt: days(-90) });
    const imported = await t.given.unregisteredCustomer({ email: null, createdAt: days(-90) });
    await t.given.order({ customer: imported, plan: await t.given.plan(), createdAt: days(-90) });
    await work('unregistered_buyers.purge');
    expect(await customersLeft()).toEqual([named.id, imported.id]);
  });
});

describe('the worker, every ten minutes', () => {
  it('deletes counts whose window has passed', async () => {
    const minutes = (count: number): Date => new Date(Date.now() + count * 60_000);
    await t.given.rateLimit({ endsAt: minutes(-1) });
    const { digest } = await t.given.rateLimit({ endsAt: minutes(10) });
    await work('rate_limits.purge');
    expect(await t.db.getRepository(RateLimit).find()).toMatchObject([{ digest }]);
  });
});

describe('purging', () => {
  it('deletes in batches, until all is deleted', async () => {
    const customer = await t.given.customer();
    const rows = Array.from({ length: 2 * BATCH + 1 }, () => ({
      fanclubId: customer.fanclubId,
      customerId: customer.id,
      tokenHash: hashToken(newToken()),
      expiresAt: days(-1),
    }));
    await t.db.getRepository(Session).insert(rows);
    const counter = countStatements();
    const count = await runJob(t, 'sessions.purge');
    const deletions = counter.stop().filter((text) => text.includes('DELETE FROM sessions'));
    expect([count, deletions.length]).toEqual([2 * BATCH + 1, 3]);
    expect(await idsOf(Session)).toEqual([]);
  });

  it('keeps security events of the last three months with any setting', async () => {
    const { id } = await t.given.securityEvent({ at: days(-80) });
    await t.given.securityEvent({ at: days(-100) });
    const retention = { ...t.config.retention, securityEventsMonths: 0 };
    await new SecurityEventJobs({ ...t.config, retention }).purge(jobRun(t));
    expect(await idsOf(SecurityEventRow)).toEqual([id]);
  });

  it('stops between batches when it is aborted, and is left to the next worker', async () => {
    const customer = await t.given.customer();
    await t.given.session({ customer, expiresAt: days(-1) });
    await expect(runJob(t, 'sessions.purge', AbortSignal.abort())).rejects.toThrow(RetryJob);
    expect(await idsOf(Session)).toHaveLength(1);
  });
});
