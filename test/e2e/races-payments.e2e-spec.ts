import { setTimeout as sleep } from 'node:timers/promises';
import { randomUUID } from 'node:crypto';
import { DomainError } from '#libs/envelope';
import { HttpClient } from '#libs/testing';
import { hundredths } from '#libs/money';
import type { Plan } from '#domains/plans/plan.entity';
import { ObservationsService } from '../../src/domains/payments';
import { DisputesService } from '../../src/domains/payments/disputes/disputes.service';
import { DemoBankService } from '../../src/demo-bank';
import { CARDS } from '../support/payments/contract';
import { refundOrder } from '../support/payments/refund';
import { PaymentAccountsService } from '../../src/domains/payment-providers';
import { isLockTimeout } from '../../src/platform/database/failures.rules';
import { Published } from '../../src/platform/published';
import { sessionCookie } from '../support/logged-in';
import { Pages, type VisitedPage } from '../support/pages';
import { openPlaced } from '../support/payments/placed-order';
import {
  type BankAccount,
  openBank,
  payByCard,
  sendEvent,
  withDemoBank,
} from '../support/payments/demo-bank';
import { CROWD, race, twoServers } from '../support/races';
import { runJob } from '../support/run-job';
import { startServerProcess } from '../support/server-process';
import { staffOf } from '../support/staff-client';
import { testApp, type TestEnvironment } from '../support/start-test-app';

// The demo bank is that of the test's service. The two servers reach it over HTTP, and process its events.
let settings: TestEnvironment;
const t = testApp(async () => (settings = await withDemoBank()));
// Also in the short form they are processes: in one with the bank, a crowd holds up its answers until the calls to it time out.
const { crowd, origin } = twoServers(
  t,
  () => ({ ...settings, PORT: '0', RUN_JOBS: 'true' }),
  startServerProcess,
);

let bank: BankAccount;
let plan: Plan;

beforeEach(async () => {
  await t.given.fanclub({ supportRefundLimit: '100.00' });
  bank = await openBank(t);
  plan = await t.given.plan({ price: '24.99' });
});

// A job that still runs would meet the rows of the next test.
afterEach(() => jobsEnded());

/** A member's browsers, all with the same session, one for each request of a crowd. */
async function browsers(): Promise<(n: number) => Pages> {
  const customer = await t.given.customer();
  const cookie = sessionCookie(t, plan.fanclubId, await t.given.session({ customer }));
  return (n) => {
    const pages = new Pages(origin(n));
    pages.http.cookies.set(...cookie);
    return pages;
  };
}

const checkoutOf = ({ fanclubId, id }: Plan): string => `/fanclubs/${fanclubId}/plans/${id}/checkout`;

/** An order of a new member whose payment page is open. */
async function placed() {
  const browser = await browsers();
  const placing = await (await browser(0).open(checkoutOf(plan))).submit();
  const page = await openPlaced(t, browser(0), placing);
  return { browser, page, orderId: Number(page.path.split('/').at(-1)) };
}

const payAt = async (page: VisitedPage): Promise<number> =>
  (await payByCard(t, page.links['Go to the payment'])).status;

interface Found {
  readonly paid: boolean;
  readonly closed: boolean;
  readonly receipt: number | null;
  readonly terms: number;
  readonly live: number;
  readonly payment: number;
  readonly session: string;
}

const found = async (order: number): Promise<Found> =>
  (
    await t.db.query<Found[]>(
      `SELECT o.paid_at IS NOT NULL AS paid, o.closed_at IS NOT NULL AS closed, o.receipt_number AS receipt,
              (SELECT count(*)::integer FROM subscriptions s WHERE s.order_id = o.id AND NOT s.cancelled) AS terms,
              (SELECT count(*)::integer FROM payments p
               WHERE p.order_id = o.id AND p.state IN ('created', 'open', 'pending', 'unknown')) AS live,
              p.id AS payment, p.session_ref AS session
       FROM orders o JOIN payments p ON p.order_id = o.id WHERE o.id = $1 ORDER BY p.id DESC LIMIT 1`,
      [order],
    )
  )[0];

/** What the bank took for an order, in hundredths. */
async function taken(order: number): Promise<bigint[]> {
  const attempts = await t.db.query<{ id: number }[]>('SELECT id FROM payments WHERE order_id = $1', [order]);
  const { client } = (await t.app
    .get(PaymentAccountsService)
    .account(bank.account.fanclubId, bank.account.id))!;
  const amounts: bigint[] = [];
  for await (const { ownNumber, amount } of client.taken(new Date(0), new Date(Date.now() + 60_000)))
    if (attempts.some(({ id }) => id === ownNumber)) amounts.push(hundredths(amount));
  return amounts;
}

async function reportPaid(server: string, { payment, session }: Found): Promise<void> {
  const body = JSON.stringify({
    ...{ id: `event_${randomUUID()}`, type: 'session.completed', object: session },
    ...{ metadata: { id: String(payment), mode: 'payment' }, at: new Date().toISOString() },
  });
  await sendEvent(server, bank, body, new Date());
}

async function reportDisputed(server: string, { payment }: Found, object: string): Promise<void> {
  const body = JSON.stringify({
    ...{ id: `event_${randomUUID()}`, type: 'dispute.closed', object },
    ...{ metadata: { id: String(payment), mode: 'payment' }, at: new Date().toISOString() },
  });
  await sendEvent(server, bank, body, new Date());
}

/** The bank's id of the payment of an order. */
const paymentRef = async (order: number): Promise<string | null> =>
  (
    await t.db.query<{ ref: string | null }[]>(
      `SELECT payment_ref AS ref FROM payments WHERE order_id = $1 AND state = 'succeeded'`,
      [order],
    )
  )[0].ref;

/** The returned money of an order as the service counts it, and whether that is the sum of its parts. */
const RETURNED = `
  SELECT p.refunded::text AS refunded, o.refunded_at IS NOT NULL AS "isRefunded",
         (SELECT count(*)::integer FROM payment_disputes d WHERE d.payment_id = p.id) AS disputes,
         p.refunded = (SELECT coalesce(sum(r.amount), 0) FROM refunds r WHERE r.payment_id = p.id AND r.state <> 'failed')
                    + (SELECT coalesce(sum(d.amount), 0) FROM payment_disputes d WHERE d.payment_id = p.id AND d.state = 'lost')
           AS agrees
  FROM orders o JOIN payments p ON p.order_id = o.id WHERE o.id = $1`;

/** Ignores a refusal, and a lock timeout on a busy machine, after which a job repeats the work. */
const ignoreRefusal = (error: unknown): void => {
  if (!(error instanceof DomainError) && !isLockTimeout(error)) throw error;
};

/** Waits until the workers have processed all events. */
const eventsProcessed = (): Promise<void> => noRows('payment_events WHERE processed_at IS NULL');

/** Waits until the workers run no job. Jobs that wait, also to be repeated, are removed. */
async function jobsEnded(): Promise<void> {
  const removeWaiting = () => t.db.query('DELETE FROM graphile_worker._private_jobs WHERE locked_at IS NULL');
  await noRows('graphile_worker._private_jobs', removeWaiting);
}

async function noRows(from: string, before: () => Promise<unknown> = async () => {}): Promise<void> {
  for (;;) {
    await before();
    const [{ rows }] = await t.db.query<{ rows: number }[]>(`SELECT count(*)::integer AS rows FROM ${from}`);
    if (rows === 0) return;
    await sleep(50);
  }
}

describe(`${CROWD} simultaneous requests, over two servers`, () => {
  let receipts = 0;
  beforeEach(() => (receipts = 0));

  race('settle an order once, by its return page, events and the watch', async () => {
    const { browser, page, orderId } = await placed();
    expect(await payAt(page)).toBe(303);
    const before = await found(orderId);
    const fanclub = (await t.app.get(Published).byId(plan.fanclubId))!;
    await crowd<unknown>((server, n) => {
      if (n % 3 === 0) return browser(n).open(`${page.path}/return`);
      if (n % 3 === 1) return reportPaid(server, before);
      return t.app.get(ObservationsService).observe(fanclub, before.payment, 'watch');
    });
    await eventsProcessed();
    receipts += 1;
    expect(await found(orderId)).toMatchObject({
      paid: true,
      receipt: receipts,
      terms: 1,
      live: 0,
    });
    expect(await taken(orderId)).toEqual([2499n]);
    const mails = await t.db.query(`SELECT id FROM mails WHERE kind = 'receipt'`);
    expect(mails).toHaveLength(receipts);
  });

  race('refund no more than was paid, and a repeated request once', async () => {
    const { browser, page, orderId } = await placed();
    await payAt(page);
    await browser(0).open(`${page.path}/return`);
    const kim = await staffOf(t);
    const refund = async (server: string, amount: string, key: string): Promise<number> => {
      const client = new HttpClient(`${server}/staff/api`, { origin: t.config.publicUrl });
      for (const name of kim.cookies.names) client.cookies.set(name, kim.cookies.get(name)!);
      const body = { amount, reason: 'race', effect: 'keep' };
      const path = `/fanclubs/${plan.fanclubId}/orders/${orderId}/refunds`;
      for (;;) {
        const { status } = await client.post(path, body, { headers: { 'idempotency-key': key } });
        // On a busy machine the server may be overloaded.
        if (status !== 503) return status;
        await sleep(200);
      }
    };
    const answers = await crowd((server) => refund(server, '8.00', randomUUID()));
    expect(answers.filter((status) => status === 200)).toHaveLength(3);
    expect(answers.filter((status) => status === 422)).toHaveLength(CROWD - 3);
    const key = randomUUID();
    expect(new Set(await crowd((server) => refund(server, '0.99', key)))).toEqual(new Set([200]));
    const made = await t.db.query<{ amount: string }[]>(
      `SELECT r.amount::text FROM refunds r JOIN payments p ON p.id = r.payment_id
       WHERE p.order_id = $1 AND r.state = 'succeeded' ORDER BY r.amount`,
      [orderId],
    );
    expect(made.map(({ amount }) => amount)).toEqual(['0.99', '8.00', '8.00', '8.00']);
    const { payment } = await found(orderId);
    const [{ refunded }] = await t.db.query<{ refunded: number }[]>(
      `SELECT sum((content->>'amount')::integer)::integer AS refunded FROM demo_bank.objects
       WHERE kind = 'refund' AND content->'metadata'->>'id' IN (
         SELECT id::text FROM refunds WHERE payment_id = $1)`,
      [payment],
    );
    expect(refunded).toBe(2499);
  });

  race('return the money of an order once, by refunds or by a lost dispute', async (round) => {
    const { browser, page, orderId } = await placed();
    expect((await payByCard(t, page.links['Go to the payment'], CARDS.disputed)).status).toBe(303);
    await browser(0).open(`${page.path}/return`);
    const fanclub = (await t.app.get(Published).byId(plan.fanclubId))!;
    const payment = (await paymentRef(orderId))!;
    const account = bank.account.accountRef;
    const { id: accountId } = bank.account;
    const connected = (await t.app.get(PaymentAccountsService).account(fanclub.id, accountId))!;
    const disputes = t.app.get(DisputesService);
    const decide = async (): Promise<void> => {
      await sleep((round % 5) * 20);
      await t.app.get(DemoBankService).act(account, async (at) => {
        const open = await at.disputes.ofPayment(payment);
        for (const { ref } of open) await at.disputes.decide(ref, round % 2 === 0 ? 'lost' : 'won');
      });
    };
    await Promise.all([
      decide(),
      crowd<unknown>(async (server, n) => {
        if (n % 3 === 0) return reportDisputed(server, await found(orderId), payment);
        if (n % 3 === 1) return disputes.ofPayment(fanclub, connected, payment, 'watch').catch(ignoreRefusal);
        return refundOrder(t, fanclub, { orderId, amount: '1.00', effect: 'keep' }).catch(ignoreRefusal);
      }),
    ]);
    await eventsProcessed();
    await disputes.ofPayment(fanclub, connected, payment, 'watch');
    await runJob(t, 'refunds.follow');
    const [after] = await t.db.query<Record<string, unknown>[]>(RETURNED, [orderId]);
    expect(after).toMatchObject({ disputes: 1, agrees: true, isRefunded: round % 2 === 0 });
    expect((await found(orderId)).terms).toBe(round % 2 === 0 ? 0 : 1);
    const [{ returned }] = await t.db.query<{ returned: number }[]>(
      `SELECT coalesce(sum((content->>'amount')::integer), 0)::integer AS returned FROM demo_bank.objects
       WHERE content->>'payment' = $1
         AND (kind = 'refund' OR kind = 'dispute' AND content->>'status' = 'lost')`,
      [payment],
    );
    expect(BigInt(returned)).toBe(hundredths(after.refunded as string));
    expect(returned).toBeLessThanOrEqual(2499);
  });

  race('either cancel an order or settle it, if it is paid in the same moment', async (round) => {
    const { browser, page, orderId } = await placed();
    const shown = await Promise.all([0, 1, 2, 3].map((n) => browser(n).open(page.path)));
    await Promise.all([
      new Promise((resolve) => setTimeout(resolve, (round % 5) * 20)).then(() => payAt(page)),
      ...shown.map((one) => one.submit()),
      crowd((_, n) => browser(n).open(`${page.path}/return`), 10),
    ]);
    await eventsProcessed();
    for (const job of ['payments.watch', 'orders.expire']) await runJob(t, job);
    const after = await found(orderId);
    const money = await taken(orderId);
    expect(after).toMatchObject(
      money.length > 0
        ? { paid: true, closed: false, terms: 1, live: 0 }
        : { paid: false, closed: true, terms: 0, live: 0 },
    );
    expect(money.length).toBeLessThanOrEqual(1);
  });

  race('make one order of a plan with one payment page, whatever is sent and opened at once', async () => {
    const browser = await browsers();
    const offers = await Promise.all([...Array(10).keys()].map((n) => browser(n).open(checkoutOf(plan))));
    const placings = await Promise.all(offers.map((offer) => offer.submit()));
    const { path } = await openPlaced(t, browser(0), placings[0]);
    expect(new Set(placings.map(({ location }) => location)).size).toBe(1);
    const shown = await crowd((_, n) => browser(n).open(path));
    expect(new Set(shown.map(({ links }) => links['Go to the payment']))).toEqual(
      new Set([placings[0].location]),
    );
    const [{ pages }] = await t.db.query<{ pages: number }[]>(
      `SELECT count(*)::integer AS pages FROM demo_bank.objects
       WHERE kind = 'session' AND content->'metadata'->>'id' = $1`,
      [String((await found(Number(path.split('/').at(-1)))).payment)],
    );
    expect(pages).toBe(1);
  });
});
