import fc from 'fast-check';
import { DomainError } from '#libs/envelope';
import { hundredths } from '#libs/money';
import type { Customer } from '#domains/accounts/customer.entity';
import type { Plan } from '#domains/plans/plan.entity';
import { compareMonth } from '../../src/domains/payments/bookings/booking.rules';
import { type Booking, BookingsService } from '../../src/domains/payments/bookings/bookings.service';
import type { Movement } from '../../src/domains/payment-providers';
import { ObservationsService, PayableOrdersService, RefundsService } from '../../src/domains/payments';
import { DisputesService } from '../../src/domains/payments/disputes/disputes.service';
import { PaymentAccountsService, ProviderUnavailable } from '../../src/domains/payment-providers';
import { PlansService } from '../../src/domains/plans';
import type { FanclubInfo, Viewer } from '../../src/platform/access';
import { Published } from '../../src/platform/published';
import { repetitions } from '../suite/form';
import type { ModelBank } from '../support/payments/model-bank';
import { withModelBank } from '../support/payments/with-model-bank';
import { refundOrder } from '../support/payments/refund';
import { runJob } from '../support/run-job';
import { Shopper } from '../support/shoppers';
import { secondService, type TestApp, testApp } from '../support/start-test-app';

/**
 * Any history of one buyer's orders and payments at two services. The buyer begins without a membership, on trial, or as a member who
 * can upgrade. The bank is away, loses answers, takes money on a page that it had ended, returns money without being asked, and lets
 * refunds fail. The buyer disputes payments. Processes die before or after a call. Events are repeated, late or out of order. Staff withdraw plans. Two requests
 * arrive at once. The buyer pays only on pages whose address the service has sent.
 * Afterwards the money of the bank is the money of the orders, and every paid order has its membership.
 * `MODEL_RUNS=300 MODEL_STEPS=40` runs more and longer ones.
 */
const RUNS = repetitions('MODEL_RUNS', { short: 2, long: 6 });
const STEPS = Number(process.env.MODEL_STEPS ?? 24);

const t = testApp();
const services = [t, secondService(t)];
afterEach(() => jest.restoreAllMocks());

/** The process dies: what it was doing goes no further. */
class Died extends Error {}

const index = fc.nat({ max: 5 });
const seldom = fc.constantFrom(true, false, false);
const act = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('order'), plan: fc.nat({ max: 2 }), opens: fc.boolean() }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('open'), order: index }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('pay'), session: index }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('decline'), session: index }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delay'), session: index }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('return'), order: index }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('event'), payment: index }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('cancel'), order: index }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('refund'), order: index, part: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('late'), session: index }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('elsewhere'), session: index, part: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('fail'), refund: index }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('dispute'), session: index, tells: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('decide'),
      dispute: index,
      is: fc.boolean(),
      tells: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('withdraw'), plan: fc.nat({ max: 2 }), is: seldom }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('jobs') }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('wait'), minutes: fc.constantFrom(1, 3, 20, 40) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('away'), is: seldom }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('lose') }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('die'), moment: fc.constantFrom('before', 'after') }) },
);
/** The same, at one of the services. */
const step = fc.tuple(act, fc.nat({ max: 1 })).map(([one, service]) => ({ ...one, service }));
interface Step {
  readonly service: number;
  readonly do: string;
  readonly plan?: number;
  readonly opens?: boolean;
  readonly order?: number;
  readonly session?: number;
  readonly payment?: number;
  readonly refund?: number;
  readonly dispute?: number;
  readonly tells?: boolean;
  readonly part?: boolean;
  readonly minutes?: number;
  readonly is?: boolean;
  readonly moment?: string;
}
/** One step, or two at the same time. */
const steps = fc.array(fc.oneof({ weight: 3, arbitrary: fc.tuple(step) }, fc.tuple(step, step)), {
  // Short histories show little, and fast-check prefers them.
  ...{ minLength: Math.floor(STEPS / 2), maxLength: STEPS, size: 'max' },
}) as fc.Arbitrary<Step[][]>;

/** What the buyer is at first: a stranger, on trial before the first plan, or a member for whom the first plan leads to others. */
const starts = fc.constantFrom('stranger', 'trial', 'member');

async function beginsAs(start: string, customer: Customer, plans: readonly Plan[]): Promise<void> {
  const now = t.clock.now().getTime();
  const [startDate, endDate] = [new Date(now - 86_400_000), new Date(now + 7_200_000)];
  if (start === 'member') await t.given.subscription({ customer, plan: plans[0], startDate });
  if (start !== 'trial') return;
  const plan = await t.given.plan({ price: '0', trial: true, convertsIntoPlanId: plans[0].id });
  await t.given.subscription({ customer, plan, trialMembership: true, startDate, endDate });
}

/** One buyer at one bank. */
class History {
  private readonly orders: number[] = [];
  /** The pages of the bank whose addresses the buyer knows. */
  private readonly pages: string[] = [];
  private dies: string | null = null;

  constructor(
    /** The buyer at each service. */
    private readonly shoppers: readonly Shopper[],
    private readonly bank: ModelBank,
    private readonly plans: readonly Plan[],
  ) {
    bank.gate = (_call, moment) => {
      if (this.dies !== moment) return Promise.resolve();
      this.dies = null;
      return Promise.reject(new Died());
    };
  }

  /** Refusals, a bank that is away and a death are part of any history; anything else is a fault. */
  async take(one: Step): Promise<void> {
    try {
      await this.act(one);
    } catch (error) {
      const isExpected =
        error instanceof DomainError || error instanceof ProviderUnavailable || error instanceof Died;
      if (!isExpected) throw error;
    }
  }

  /** The bank answers again, time passes, and the jobs run: everything that is open comes to its end. */
  async settleDown(): Promise<void> {
    Object.assign(this.bank, { isAway: false, losesNext: false });
    for (const { ref, outcome } of this.bank.disputes) if (outcome === 'open') this.bank.decide(ref, 'lost');
    this.dies = null;
    for (const session of this.bank.sessions) if (session.outcome === 'pending') this.bank.pay(session.ref);
    for (const refund of this.bank.refunds)
      if (refund.outcome === 'failed') await this.tellOfRefund(t, refund.ref);
    for (let round = 0; round < 3; round += 1) {
      t.clock.advance(40 * 60);
      await this.jobs(services[round % 2]);
      await runJob(services[round % 2], 'payments.compare');
    }
  }

  private async act(one: Step): Promise<void> {
    const { bank, orders } = this;
    const [t, shopper] = [services[one.service], this.shoppers[one.service]];
    const viewer = await shopper.viewer();
    const order = orders[(one.order ?? 0) % Math.max(1, orders.length)];
    const page = this.pages[(one.session ?? 0) % Math.max(1, this.pages.length)];
    const session = bank.sessions.find(({ ref }) => ref === page);
    if (one.do === 'order') {
      t.clock.advance(1);
      const { orderId } = await shopper.buy(this.plans[one.plan!]);
      if (!orders.includes(orderId)) orders.push(orderId);
      if (one.opens) await this.open(t, await shopper.viewer(), orderId);
    } else if (one.do === 'open' && order) await this.open(t, viewer, order);
    else if (one.do === 'pay' && page) bank.pay(page);
    else if (one.do === 'decline' && session?.outcome === 'open') bank.decline(session.ref);
    else if (one.do === 'delay' && session?.outcome === 'open') session.outcome = 'pending';
    else if (one.do === 'return' && order) await t.app.get(PayableOrdersService).observed(viewer, order);
    else if (one.do === 'event') {
      const asked = bank.sessions[(one.payment ?? 0) % Math.max(1, bank.sessions.length)]?.asked;
      if (asked) await t.app.get(ObservationsService).observe(viewer.fanclub, asked.id, 'webhook');
    } else if (one.do === 'cancel' && order) await t.app.get(PayableOrdersService).cancel(viewer, order);
    else if (one.do === 'refund' && order) await this.refund(t, viewer.fanclub, order, one.part ?? false);
    else if (one.do === 'jobs') await this.jobs(t);
    else if (one.do === 'late' && page) bank.payLate(page);
    else if (one.do === 'elsewhere' && page) bank.refundElsewhere(page, one.part ? '1.00' : session!.amount);
    else if (one.do === 'fail') await this.failRefund(t, one.refund!);
    else if (one.do === 'dispute' && session?.outcome === 'succeeded') {
      bank.dispute(session.ref);
      if (one.tells) await this.tellOfDispute(t, session.ref);
    } else if (one.do === 'decide') {
      const dispute = bank.disputes[(one.dispute ?? 0) % Math.max(1, bank.disputes.length)];
      if (dispute?.outcome === 'open') bank.decide(dispute.ref, one.is ? 'won' : 'lost');
      if (dispute && one.tells) await this.tellOfDispute(t, dispute.payment);
    } else if (one.do === 'withdraw') await this.withdraw(one.plan!, one.is!);
    else if (one.do === 'wait') t.clock.advance(one.minutes! * 60);
    else if (one.do === 'away') bank.isAway = one.is!;
    else if (one.do === 'lose') bank.losesNext = true;
    else if (one.do === 'die') this.dies = one.moment!;
  }

  private async open(t: TestApp, viewer: Viewer, order: number): Promise<void> {
    const url = await t.app.get(PayableOrdersService).pay(viewer, order);
    if (url !== null) this.pages.push(url.slice('https://bank.example/'.length));
  }

  private async refund(t: TestApp, fanclub: FanclubInfo, orderId: number, isPart: boolean): Promise<void> {
    await refundOrder(t, fanclub, { orderId, amount: isPart ? '1.00' : null });
  }

  /** A refund fails after it was made, and its event arrives. */
  private async failRefund(t: TestApp, at: number): Promise<void> {
    const refund = this.bank.refunds[at % Math.max(1, this.bank.refunds.length)];
    if (!refund) return;
    refund.outcome = 'failed';
    await this.tellOfRefund(t, refund.ref);
  }

  private async tellOfRefund(t: TestApp, ref: string): Promise<void> {
    const [known] = await t.db.query<{ id: number; fanclub: number }[]>(
      'SELECT id, fanclub_id AS fanclub FROM refunds WHERE provider_ref = $1 ORDER BY id DESC LIMIT 1',
      [ref],
    );
    if (known) await t.app.get(RefundsService).submit(known.fanclub, known.id, 'webhook');
  }

  /** The event of a dispute arrives. */
  private async tellOfDispute(t: TestApp, ref: string): Promise<void> {
    const asked = this.bank.sessions.find(
      (one) => one.ref === ref || `payment-${one.asked.id}` === ref,
    )!.asked;
    const fanclub = (await this.shoppers[0].viewer()).fanclub;
    const [{ account }] = await t.db.query<[{ account: number }]>(
      'SELECT account_id AS account FROM payments WHERE id = $1',
      [asked.id],
    );
    const connected = (await t.app.get(PaymentAccountsService).account(fanclub.id, account))!;
    await t.app.get(DisputesService).ofPayment(fanclub, connected, `payment-${asked.id}`, 'webhook');
  }

  private async withdraw(plan: number, isWithdrawn: boolean): Promise<void> {
    await t.db.query('UPDATE plans SET deleted = $2 WHERE id = $1', [this.plans[plan].id, isWithdrawn]);
  }

  private async jobs(t: TestApp): Promise<void> {
    for (const job of JOBS) await runJob(t, job);
  }
}

const JOBS = [
  'payments.watch',
  'orders.expire',
  'orders.withdraw',
  'refunds.follow',
  'queued_subscriptions.begin',
];

/** Waits until a service has heard of a plan. */
async function planKnown({ app }: TestApp, { id, fanclubId }: Plan): Promise<void> {
  for (;;) {
    const fanclub = await app.get(Published).byId(fanclubId);
    const plans = fanclub ? await app.get(PlansService).stored(fanclub) : [];
    if (plans.some((one) => one.id === id)) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

const numbers = async <Row>(sql: string, customer: number): Promise<Row> =>
  (await t.db.query<Row[]>(sql, [customer]))[0];

async function expectBalance(bank: ModelBank, customer: number): Promise<void> {
  const { paid, surplus, refunded, lost } = await numbers<
    Record<'paid' | 'surplus' | 'refunded' | 'lost', string>
  >(
    `SELECT (SELECT coalesce(sum(total), 0)::numeric(12,2)::text FROM orders WHERE customer_id = $1 AND paid_at IS NOT NULL) AS paid,
            (SELECT coalesce(sum(p.amount), 0)::numeric(12,2)::text FROM payments p JOIN orders o ON o.id = p.order_id
             WHERE o.customer_id = $1 AND p.surplus) AS surplus,
            (SELECT coalesce(sum(r.amount), 0)::numeric(12,2)::text FROM refunds r JOIN payments p ON p.id = r.payment_id
             JOIN orders o ON o.id = p.order_id WHERE o.customer_id = $1 AND r.state = 'succeeded') AS refunded,
            (SELECT coalesce(sum(d.amount), 0)::numeric(12,2)::text FROM payment_disputes d JOIN payments p ON p.id = d.payment_id
             JOIN orders o ON o.id = p.order_id WHERE o.customer_id = $1 AND d.state = 'lost') AS lost`,
    customer,
  );
  expect(bank.balance).toBe(hundredths(paid) + hundredths(surplus) - hundredths(refunded) - hundredths(lost));
  const faults = await t.db.query<{ fault: string }[]>(
    `SELECT 'paid order without one membership: ' || o.id AS fault FROM orders o
     WHERE o.customer_id = $1 AND o.paid_at IS NOT NULL
       AND (SELECT count(*) FROM subscriptions s WHERE s.order_id = o.id)
         + (SELECT count(*) FROM queued_subscriptions q WHERE q.order_id = o.id AND q.subscription_id IS NULL) <> 1
     UNION ALL
     SELECT 'membership that nobody ended: ' || s.id FROM subscriptions s JOIN orders o ON o.id = s.order_id
     WHERE o.customer_id = $1 AND s.cancelled
       AND NOT EXISTS (SELECT FROM orders x WHERE x.paid_at IS NOT NULL AND s.id IN (x.replaces_subscription_id, x.renews_subscription_id))
       AND NOT EXISTS (SELECT FROM refunds r JOIN payments p ON p.id = r.payment_id
                       WHERE p.order_id = o.id AND r.effect <> 'keep')
       AND NOT EXISTS (SELECT FROM payment_disputes d JOIN payments p ON p.id = d.payment_id
                       WHERE p.order_id = o.id AND d.state = 'lost')
     UNION ALL
     SELECT 'order of a lost dispute that is not refunded: ' || o.id FROM payment_disputes d JOIN payments p ON p.id = d.payment_id
     JOIN orders o ON o.id = p.order_id
     WHERE o.customer_id = $1 AND d.state = 'lost' AND NOT p.surplus AND o.refunded_at IS NULL
     UNION ALL
     SELECT 'wrong flag: ' || o.id FROM orders o
     WHERE o.customer_id = $1 AND (o.disputed_at IS NOT NULL) <> EXISTS (
       SELECT FROM payment_disputes d JOIN payments p ON p.id = d.payment_id
       WHERE p.order_id = o.id AND NOT p.surplus AND d.state <> 'won')
     UNION ALL
     SELECT 'membership of a refunded order: ' || s.id FROM subscriptions s JOIN orders o ON o.id = s.order_id
     WHERE o.customer_id = $1 AND o.refunded_at IS NOT NULL AND NOT s.cancelled
     UNION ALL
     SELECT 'live payment of a closed order: ' || p.id FROM payments p JOIN orders o ON o.id = p.order_id
     WHERE o.customer_id = $1 AND (o.closed_at IS NOT NULL OR o.paid_at IS NOT NULL)
       AND p.state IN ('created', 'open', 'pending', 'unknown')
     UNION ALL
     SELECT 'order that never ended: ' || o.id FROM orders o
     WHERE o.customer_id = $1 AND o.paid_at IS NULL AND o.closed_at IS NULL
     UNION ALL
     SELECT 'surplus that was kept: ' || p.id FROM payments p JOIN orders o ON o.id = p.order_id
     WHERE o.customer_id = $1 AND p.surplus AND p.refunded <> p.amount
       AND NOT EXISTS (SELECT FROM refunds r WHERE r.payment_id = p.id AND r.state = 'failed')
     UNION ALL
     SELECT 'refund of no money: ' || p.id FROM payments p JOIN orders o ON o.id = p.order_id
     WHERE o.customer_id = $1 AND p.refunded <> (
       SELECT coalesce(sum(r.amount), 0) FROM refunds r WHERE r.payment_id = p.id AND r.state <> 'failed') + (
       SELECT coalesce(sum(d.amount), 0) FROM payment_disputes d WHERE d.payment_id = p.id AND d.state = 'lost')
     UNION ALL
     SELECT 'refund that never ended: ' || r.id FROM refunds r JOIN payments p ON p.id = r.payment_id
     JOIN orders o ON o.id = p.order_id WHERE o.customer_id = $1 AND r.state IN ('requested', 'pending')`,
    [customer],
  );
  expect(faults).toEqual([]);
  const receipts = await t.db.query<{ receipt_number: number }[]>(
    'SELECT receipt_number FROM orders WHERE receipt_number IS NOT NULL ORDER BY 1',
  );
  expect(receipts.map(({ receipt_number }) => receipt_number)).toEqual(receipts.map((_, at) => at + 1));
  await expectBookings(bank);
}

/** The bookings are the movements at the bank. */
async function expectBookings(bank: ModelBank): Promise<void> {
  const [{ id, fanclub }] = await t.db.query<{ id: number; fanclub: number }[]>(
    'SELECT id, fanclub_id AS fanclub FROM payment_accounts WHERE enabled',
  );
  const always = { from: new Date('2020-01-01'), until: new Date('2100-01-01') };
  const bookings: Booking[] = [];
  for await (const booking of t.app.get(BookingsService).bookings(Number(fanclub), always))
    if (booking.account === Number(id)) bookings.push(booking);
  const movements: Movement[] = [];
  for await (const movement of bank.movements(always.from, always.until)) movements.push(movement);
  expect(compareMonth(bookings, movements, always).differences).toEqual([]);
}

it('after any history, the money of the bank is that of the orders, and each paid order has its membership', async () => {
  await t.given.fanclub();
  await fc.assert(
    fc.asyncProperty(starts, steps, async (start, history) => {
      jest.restoreAllMocks();
      await t.db.query('UPDATE payment_accounts SET enabled = false');
      const bank = await withModelBank(t, services[1]);
      const gold = await t.given.plan({ price: '24.99' });
      const plans = [gold, await t.given.plan({ price: '50.00' }), await t.given.plan({ price: '80.00' })];
      await t.given.upgrade(gold, plans[1]);
      await t.given.upgrade(gold, plans[2]);
      const customer = await t.given.customer();
      await beginsAs(start, customer, plans);
      const shoppers = [await Shopper.of(t, customer), await Shopper.of(services[1], customer)];
      await planKnown(services[1], plans[2]);
      const buyer = new History(shoppers, bank, plans);
      for (const together of history) await Promise.all(together.map((one) => buyer.take(one)));
      await buyer.settleDown();
      await expectBalance(bank, customer.id);
    }),
    { numRuns: RUNS },
  );
  // Histories in which nothing happens would prove nothing; few of them may have little.
  const [seen] = await t.db.query<Record<string, number>[]>(WHAT_HAPPENED);
  const missing = Object.keys(seen).filter((what) => seen[what] === 0);
  expect(RUNS >= 300 ? missing : []).toEqual([]);
}, 1_800_000);

/** How often each thing happened, in all histories. */
const WHAT_HAPPENED = `
  SELECT count(*) FILTER (WHERE o.paid_at IS NOT NULL)::integer AS paid,
         count(*) FILTER (WHERE o.paid_at IS NOT NULL AND o.kind = 'upgrade')::integer AS upgraded,
         count(*) FILTER (WHERE o.paid_at IS NOT NULL AND o.kind = 'conversion')::integer AS converted,
         count(*) FILTER (WHERE o.closed_at IS NOT NULL)::integer AS closed,
         count(*) FILTER (WHERE o.closed_reason = 'withdrawn')::integer AS withdrawn,
         (SELECT count(*) FROM payments WHERE surplus)::integer AS surplus,
         (SELECT count(*) FROM refunds WHERE state = 'succeeded')::integer AS refunded,
         (SELECT count(*) FROM refunds WHERE state = 'failed')::integer AS failed,
         (SELECT count(*) FROM refunds WHERE reason = 'made at the provider')::integer AS elsewhere,
         (SELECT count(*) FROM payment_transitions WHERE subject = 'order' AND to_state = 'paid' AND from_state <> 'open')::integer AS late,
         (SELECT count(*) FROM queued_subscriptions WHERE subscription_id IS NOT NULL)::integer AS begun
  FROM orders o`;
