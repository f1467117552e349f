import { hundredths } from '#libs/money';
import { Sealer } from '#libs/sealed';
import { Customer } from '#domains/accounts/customer.entity';
import type { Plan } from '#domains/plans/plan.entity';
import { daysFrom } from '#samples';
import { PaymentCommandsService } from '../../src/domains/payments';
import { PaymentAccountsService, PROCESS_EVENT } from '../../src/domains/payment-providers';
import { Published } from '../../src/platform/published';
import { cases, inLongForm, it, itInBoth } from '../suite/form';
import { sessionCookie } from '../support/logged-in';
import { asServer } from '../support/database-roles';
import { freePort } from '../support/free-port';
import { Pages, type VisitedPage } from '../support/pages';
import { type BankAccount, openBank, payByCard } from '../support/payments/demo-bank';
import { runJob } from '../support/run-job';
import { Shopper } from '../support/shoppers';
import { SIGN_UP } from '../support/sign-up';
import {
  forkProcess,
  type RunningProcess,
  type ServerProcess,
  startServerProcess,
} from '../support/server-process';
import { testApp, testEnvironment, type TestEnvironment } from '../support/start-test-app';
import { type Moment, TcpProxy } from '../support/tcp-proxy';

/*
 * A process of the service is killed with SIGKILL at a named moment of a payment; the service of the test goes on, and stands for
 * every other process. The demo bank is that of the test, so it survives. The proxies before the bank and before the database stop
 * the doomed process at the moment.
 */
let settings: TestEnvironment;
let beforeBank: TcpProxy;
let beforeDatabase: TcpProxy;

const t = testApp(async () => {
  const port = await freePort();
  beforeBank = await TcpProxy.before(`http://127.0.0.1:${port}`);
  const address = beforeBank.through('http://127.0.0.1').replace(/\/$/, '');
  return (settings = { PORT: String(port), PUBLIC_URL: address, PAYMENTS_DEMO: 'true' });
});

let doomed: ServerProcess;
let bank: BankAccount;
let plan: Plan;
/** The buyer, at the doomed process. */
let buyer: Pages;

function doomedSettings(): NodeJS.ProcessEnv {
  const url = beforeDatabase.through(asServer(t.config.database.url));
  return { ...settings, PORT: '0', DATABASE_URL: url, RUN_JOBS: 'false' };
}

beforeAll(async () => {
  beforeDatabase = await TcpProxy.before(asServer(t.config.database.url));
});
beforeEach(async () => {
  doomed = await startServerProcess(t.config.database.url, doomedSettings());
  t.clock.set(new Date().toISOString());
  await t.given.fanclub({ name: 'The Lanterns' });
  bank = await openBank(t);
  plan = await t.given.plan({ name: 'Gold', price: '24.99' });
  buyer = new Pages(doomed.origin);
});
afterEach(async () => {
  await doomed.kill('SIGKILL');
  for (const proxy of [beforeBank, beforeDatabase]) proxy.become('pass');
});
afterAll(() => Promise.all([beforeBank.close(), beforeDatabase.close()]));

const BANK = '/demo-bank/v1';
/** The path of a page, without the origin of the process that wrote it. */
const pathOf = (url: string): string => new URL(url, t.origin).pathname;

/** Signs up at the checkout, and places an order whose payment page is not opened yet. @returns the path of the order's page */
async function order(): Promise<string> {
  const offer = await buyer.open(`/fanclubs/${plan.fanclubId}/plans/${plan.id}/checkout`);
  const details = await offer.submit({
    ...{ ...SIGN_UP, accept_terms: 'true' },
  });
  await details.follow();
  const customer = await t.db.getRepository(Customer).findOneByOrFail({ email: SIGN_UP.email });
  const { orderId } = await (await Shopper.of(t, customer)).buy(plan);
  return `/fanclubs/${plan.fanclubId}/orders/${orderId}`;
}

/** The same browser at the process that survives. */
function elsewhere(): Pages {
  const pages = new Pages(t.origin);
  for (const name of buyer.http.cookies.names) pages.http.cookies.set(name, buyer.http.cookies.get(name)!);
  return pages;
}

const linkOf = (page: VisitedPage): string => pathOf(page.links['Go to the payment']);

async function payAt(path: string): Promise<void> {
  expect((await payByCard(t, path)).status).toBe(303);
}

/** Sends a request to the doomed process, and kills it at the moment. The request gets no answer. */
async function killDuring(stopped: Promise<void>, request: Promise<unknown>): Promise<void> {
  const lost = request.then(
    () => 'answered',
    () => 'lost',
  );
  await stopped;
  await doomed.kill('SIGKILL');
  expect(await lost).toBe('lost');
}

/** Time passes, and the jobs of the other processes run. */
async function jobs(minutes = 3): Promise<void> {
  t.clock.advance(minutes * 60);
  for (const job of ['payments.watch', 'orders.expire', 'refunds.follow']) await runJob(t, job);
}

interface State {
  readonly paid: number;
  readonly terms: number;
  readonly receipts: number[];
  /** Payments whose money may still arrive. */
  readonly live: number;
  readonly receiptMails: number;
}

const state = async (): Promise<State> =>
  (
    await t.db.query<State[]>(
      `SELECT (SELECT count(*)::integer FROM orders WHERE paid_at IS NOT NULL) AS paid,
              (SELECT count(*)::integer FROM subscriptions WHERE NOT cancelled) AS terms,
              (SELECT coalesce(array_agg(receipt_number ORDER BY 1), '{}') FROM orders
               WHERE receipt_number IS NOT NULL) AS receipts,
              (SELECT count(*)::integer FROM payments WHERE state IN ('created', 'open', 'pending', 'unknown')) AS live,
              (SELECT count(*)::integer FROM mails WHERE kind = 'receipt') AS "receiptMails"`,
    )
  )[0];

const PAID_ONCE: State = { paid: 1, terms: 1, receipts: [1], live: 0, receiptMails: 1 };
const NOTHING: State = { paid: 0, terms: 0, receipts: [], live: 0, receiptMails: 0 };

/** What the bank took, in hundredths, and the pages and refunds that it made. */
async function ledger(): Promise<{ taken: bigint[]; pages: number; refunds: number }> {
  const { client } = (await t.app
    .get(PaymentAccountsService)
    .account(bank.account.fanclubId, bank.account.id))!;
  const taken: bigint[] = [];
  for await (const { amount } of client.taken(new Date(0), t.clock.now())) taken.push(hundredths(amount));
  const [made] = await t.db.query<{ pages: number; refunds: number }[]>(
    `SELECT count(*) FILTER (WHERE kind = 'session')::integer AS pages,
            count(*) FILTER (WHERE kind = 'refund')::integer AS refunds FROM demo_bank.objects`,
  );
  return { taken, ...made };
}

const ONE_PAYMENT = { taken: [2499n], pages: 1, refunds: 0 };

describe('a process that is killed', () => {
  itInBoth.each(
    cases({
      short: [['after the bank opened the page, whose name is not stored', 'sessions', 'after']],
      long: [
        ['after the order was placed, before the bank knows the customer', 'customers', 'before'],
        ['after the bank made the customer', 'customers', 'after'],
        ['before the bank opens the page', 'sessions', 'before'],
      ],
    } as const),
  )('%s: another one opens the page, once', async (_title, object, moment) => {
    const page = await order();
    const stopped = beforeBank.hold(new RegExp(`^POST ${BANK}/${object} `), moment);
    await killDuring(stopped, buyer.open(page));
    expect(await state()).toEqual({ ...NOTHING, live: 1 });
    const pages = elsewhere();
    await payAt(linkOf(await pages.open(page)));
    expect((await pages.open(`${page}/return`)).heading).toBe('Thank you');
    expect([await state(), await ledger()]).toEqual([PAID_ONCE, ONE_PAYMENT]);
  });

  inLongForm(() => {
    it('after the bank opened the page, and the buyer comes back late: the page is found by our id, and ended first', async () => {
      const page = await order();
      await killDuring(beforeBank.hold(new RegExp(`^POST ${BANK}/sessions `), 'after'), buyer.open(page));
      t.clock.advance(5 * 60);
      const pages = elsewhere();
      const link = linkOf(await pages.open(page));
      await payAt(link);
      await pages.open(`${page}/return`);
      expect(await state()).toEqual(PAID_ONCE);
      expect(await ledger()).toEqual({ ...ONE_PAYMENT, pages: 2 });
    });

    it('while the buyer pays and closes the browser: the watch settles the order', async () => {
      const page = await order();
      const link = linkOf(await buyer.open(page));
      await doomed.kill('SIGKILL');
      await payAt(link);
      await jobs();
      expect([await state(), await ledger()]).toEqual([PAID_ONCE, ONE_PAYMENT]);
    });

    it('after it answered an event with 200: the event is processed by another one', async () => {
      const page = await order();
      const link = linkOf(await buyer.open(page));
      await t.db.query(
        `UPDATE demo_bank.objects SET content = jsonb_set(content, '{eventsUrl}', to_jsonb($1::text)) WHERE kind = 'account'`,
        [`${doomed.origin}/payments/demo/${bank.account.id}/events`],
      );
      await payAt(link);
      const [sending] = await queued("payload->>'event' IS NOT NULL");
      expect(await runJob(t, 'demo_bank.send_event', undefined, sending)).toBe(1);
      await doomed.kill('SIGKILL');
      expect(await state()).toEqual({ ...NOTHING, live: 1 });
      const [processing] = await queued("payload->>'eventRef' IS NOT NULL");
      expect(await runJob(t, PROCESS_EVENT, undefined, processing)).toBe(1);
      expect([await state(), await ledger()]).toEqual([PAID_ONCE, ONE_PAYMENT]);
    });

    it.each([
      [
        'before the settling transaction is committed: nothing of it stays, and it is settled again',
        'before',
      ],
      ['after it was committed, without hearing of it: the order is settled once', 'after'],
    ] as const)('%s', async (_title, moment) => {
      const page = await order();
      await payAt(linkOf(await buyer.open(page)));
      await killDuring(beforeDatabase.hold(/COMMIT/, moment), buyer.open(`${page}/return`));
      await noTransactions();
      expect(await state()).toEqual(moment === 'before' ? { ...NOTHING, live: 1 } : PAID_ONCE);
      expect((await elsewhere().open(`${page}/return`)).heading).toBe('Thank you');
      await jobs();
      expect([await state(), await ledger()]).toEqual([PAID_ONCE, ONE_PAYMENT]);
    });

    it.each([
      [
        'before the bank ends the page, on which the buyer pays now: the order is settled',
        'before',
        PAID_ONCE,
      ],
      ['after the bank ended the page: the order ends as well', 'after', NOTHING],
    ] as const)('while the buyer cancels, %s', async (_title, moment, expected) => {
      const page = await order();
      const shown = await buyer.open(page);
      const stopped = beforeBank.hold(new RegExp(`^POST ${BANK}/sessions/[^/]+/expire `), moment);
      const cancelling = shown.submit();
      await killDuring(stopped, cancelling);
      if (moment === 'before') await payAt(linkOf(shown));
      await jobs(40);
      await jobs(5);
      expect(await state()).toEqual(expected);
      expect(await ledger()).toEqual({ ...ONE_PAYMENT, taken: moment === 'before' ? [2499n] : [] });
    });

    it.each(['before', 'after'] as const)(
      '%s the bank has made a refund: it is made once, and takes effect',
      async (moment) => {
        const page = await order();
        await payAt(linkOf(await buyer.open(page)));
        await buyer.open(`${page}/return`);
        const { command, ended } = await refundCommand(page.split('/').at(-1)!, moment);
        await command.kill('SIGKILL');
        expect(await ended).toBeNull();
        expect(await refundRows()).toEqual([{ state: 'requested', refunded: '24.99' }]);
        await jobs();
        expect(await refundRows()).toEqual([{ state: 'succeeded', refunded: '24.99' }]);
        expect([await state(), (await ledger()).refunds]).toEqual([{ ...PAID_ONCE, terms: 0 }, 1]);
      },
    );
  });
});

describe('a process that is killed while it charges a saved card', () => {
  /** A member at the doomed process, whose announced charge is due. @returns the request that makes the doomed process send it */
  async function due(): Promise<() => Promise<unknown>> {
    const now = t.clock.now();
    const customer = await t.given.customer({ autoRenewalEnabled: false });
    buyer.http.cookies.set(...sessionCookie(t, plan.fanclubId, await t.given.session({ customer })));
    const root = `/fanclubs/${plan.fanclubId}/membership`;
    const step = await (await buyer.open(root)).submit();
    await payAt(pathOf(step.links['Enter the card']));
    await buyer.open(`${root}/return`);
    const page = await buyer.open(root);
    const term = { startDate: daysFrom(now, -348), endDate: daysFrom(now, 17) };
    const subscription = await t.given.subscription({ customer, plan, ...term });
    const announcedAt = daysFrom(now, -14);
    const dates = { announcedAt, chargeAt: now, nextAt: now, announcedTotal: '24.99' };
    await t.given.renewal({ subscription, ...dates });
    const token = { form_token: page.fields.form_token.value };
    return () => buyer.send(`${root}/renewal-on`, token);
  }

  /** The term that is renewed goes on; what follows it is queued. */
  const UNPAID: State = { ...NOTHING, terms: 1 };

  const renewed = async (): Promise<{ renewal: string; payments: string[]; taken: bigint[] }> => {
    const payments = await t.db.query<{ state: string }[]>('SELECT state FROM payments ORDER BY id');
    const [{ state: renewal }] = await t.db.query<[{ state: string }]>('SELECT state FROM renewals');
    const { taken } = await ledger();
    return { renewal, payments: payments.map(({ state: of }) => of), taken };
  };
  /** The watch finds out about the charge, and the job of renewals goes on. */
  const goesOn = async (): Promise<void> => {
    await jobs();
    for (let minute = 0; minute < 2; minute += 1) {
      await runJob(t, 'renewals.run');
      t.clock.advance(60);
    }
  };

  itInBoth.each(
    cases({
      short: [['after the bank took the money', 'after', ['succeeded']]],
      long: [['before the bank has the request', 'before', ['cancelled', 'succeeded']]],
    } as const),
  )('%s: the renewal is charged once', async (_title, moment, payments) => {
    const charge = await due();
    await killDuring(beforeBank.hold(new RegExp(`^POST ${BANK}/payments `), moment), charge());
    expect([await state(), (await renewed()).payments]).toEqual([{ ...UNPAID, live: 1 }, ['unknown']]);
    await goesOn();
    expect(await renewed()).toEqual({ renewal: 'done', payments, taken: [2499n] });
    expect(await state()).toEqual(PAID_ONCE);
  });

  inLongForm(() => {
    it.each([
      ['before it has stored that it sends the charge', /SET state = 'unknown'/, ['cancelled', 'succeeded']],
      ['while it settles the charge', /SET paid_at = /, ['succeeded']],
    ] as const)('%s: the renewal is charged once', async (_title, statement, payments) => {
      const charge = await due();
      await killDuring(beforeDatabase.hold(statement, 'before'), charge());
      await noTransactions();
      await goesOn();
      expect(await renewed()).toEqual({ renewal: 'done', payments, taken: [2499n] });
      expect(await state()).toEqual(PAID_ONCE);
    });
  });
});

describe('a process that is killed while an order has a code', () => {
  let shown: VisitedPage;

  /** A member at the doomed process, whose order form has a code. */
  async function enters(batch: Parameters<typeof t.given.redeemBatch>[0]): Promise<void> {
    const { text } = await t.given.redeemCode({ batch: await t.given.redeemBatch(batch) });
    const session = await t.given.session({ customer: await t.given.customer() });
    buyer.http.cookies.set(...sessionCookie(t, plan.fanclubId, session));
    const offer = await buyer.open(`/fanclubs/${plan.fanclubId}/plans/${plan.id}/checkout`);
    shown = await (await offer.send('Use this code', { code: text })).follow();
  }

  /** The same form at the process that survives, loaded again. */
  const again = (): Promise<VisitedPage> => elsewhere().open(shown.path);

  /** How often the code is held and used, and the states of its uses. */
  const code = async () =>
    (
      await t.db.query<{ held: number; used: number; uses: string[] }[]>(
        `SELECT c.held, c.used, ARRAY(SELECT u.state FROM redeem_uses u WHERE u.code_id = c.id ORDER BY u.order_id) AS uses
         FROM redeem_codes c`,
      )
    )[0];
  const UNUSED = { held: 0, used: 0, uses: [] };
  const USED = { held: 0, used: 1, uses: ['used'] };

  inLongForm(() => {
    it.each([
      ['before the gift code is spent', 'before'],
      ['after it was spent, before that is committed', 'after'],
    ] as const)('%s: nothing stays, and it is redeemed once', async (_title, moment) => {
      await enters({ plan });
      await killDuring(beforeDatabase.hold(/SET state = 'used'/, moment), shown.send('Redeem the gift', {}));
      await noTransactions();
      expect([await code(), await state()]).toEqual([UNUSED, NOTHING]);
      expect((await (await again()).send('Redeem the gift', {})).status).toBe(303);
      expect([await code(), (await state()).terms]).toEqual([USED, 1]);
    });

    it('before the coupon is reserved: no order stays', async () => {
      await enters({ maxUses: 1 });
      const stopped = beforeDatabase.hold(/INSERT INTO redeem_uses/, 'before');
      await killDuring(stopped, shown.send('Continue to payment', {}));
      await noTransactions();
      expect([await code(), await state()]).toEqual([UNUSED, NOTHING]);
    });

    it.each([
      ['is paid elsewhere: the coupon is used once', true, USED],
      ['is never paid: others can use the coupon', false, { held: 0, used: 0, uses: ['released'] }],
    ] as const)(
      'after the coupon was reserved, before the page opens, and %s',
      async (_title, pays, expected) => {
        await enters({ maxUses: 1 });
        const stopped = beforeBank.hold(new RegExp(`^POST ${BANK}/sessions `), 'before');
        await killDuring(stopped, shown.send('Continue to payment', {}));
        expect(await code()).toEqual({ held: 1, used: 0, uses: ['held'] });
        const [{ id }] = await t.db.query<[{ id: number }]>('SELECT id FROM orders');
        const page = `/fanclubs/${plan.fanclubId}/orders/${id}`;
        if (pays) {
          await payAt(linkOf(await elsewhere().open(page)));
          await elsewhere().open(`${page}/return`);
        } else for (let round = 0; round < 2; round += 1) await jobs(40);
        expect(await code()).toEqual(expected);
        expect((await ledger()).taken).toEqual(pays ? [1999n] : []);
      },
    );

    it('while the order is settled, before the coupon counts: it is settled again, and counts once', async () => {
      await enters({ maxUses: 1 });
      await shown.send('Continue to payment', {});
      const [{ id }] = await t.db.query<[{ id: number }]>('SELECT id FROM orders');
      const page = `/fanclubs/${plan.fanclubId}/orders/${id}`;
      await payAt(linkOf(await buyer.open(page)));
      const stopped = beforeDatabase.hold(/SET state = 'used'/, 'before');
      await killDuring(stopped, buyer.open(`${page}/return`));
      await noTransactions();
      expect([await code(), await state()]).toEqual([
        { held: 1, used: 0, uses: ['held'] },
        { ...NOTHING, live: 1 },
      ]);
      await jobs();
      expect([await code(), await state()]).toEqual([USED, PAID_ONCE]);
    });
  });
});

const refundRows = () =>
  t.db.query(
    'SELECT r.state, p.refunded::text FROM refunds r JOIN payments p ON p.id = r.payment_id ORDER BY r.id',
  );

/** Runs `fanclub payments refund` until its request to the bank is stopped. */
async function refundCommand(id: string, moment: Moment) {
  const { key } = await t.given.fanclub();
  const stopped = beforeBank.hold(new RegExp(`^POST ${BANK}/refunds `), moment);
  const variables = { ...testEnvironment(t.config.database.url), ...settings, PORT: '0' };
  const parameters = ['payments', 'refund', key, id, '--reason', 'asked for it'];
  const { child, running } = forkProcess('command-process.ts', variables, parameters);
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  await Promise.race([stopped, ended.then(() => Promise.reject(new Error(running.output())))]);
  return { command: running satisfies RunningProcess, ended };
}

/** The inputs of queued jobs. */
const queued = async (condition: string): Promise<unknown[]> =>
  (
    await t.db.query<{ payload: unknown }[]>(
      `SELECT payload FROM graphile_worker._private_jobs WHERE ${condition} ORDER BY id`,
    )
  ).map(({ payload }) => payload);

/** Waits until the database has noticed that the killed process is gone. */
async function noTransactions(): Promise<void> {
  beforeDatabase.reset();
  for (;;) {
    const [{ open }] = await t.db.query<{ open: number }[]>(
      `SELECT count(*)::integer AS open FROM pg_stat_activity
       WHERE datname = current_database() AND state LIKE 'idle in transaction%'`,
    );
    if (open === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

inLongForm(() => {
  it('a backup that is older than the bank: a comparison settles what was paid, and lists what has no order', async () => {
    const page = await order();
    await payAt(linkOf(await buyer.open(page)));
    // The backup is from before the payment; a second order was placed and paid after it.
    const orderId = Number(page.split('/').at(-1));
    const { client } = (await t.app
      .get(PaymentAccountsService)
      .account(bank.account.fanclubId, bank.account.id))!;
    const customer = await client.addCustomer({
      ...{ fanclubId: plan.fanclubId, customerId: 999_999, email: 'bea@x.example', name: null },
      idempotencyKey: 'customer-lost',
    });
    const lost = await client.openCheckout({
      ...{ id: 999_999, fanclubId: plan.fanclubId, orderId: 999_999, customer, idempotencyKey: 'lost' },
      ...{ amount: '5.00', currency: 'USD', description: 'Gold', saveCard: false },
      lines: [{ name: 'Gold', amount: '5.00' }],
      ...{ returnUrl: 'http://127.0.0.1:1', cancelUrl: 'http://127.0.0.1:1' },
      expiresAt: new Date(t.clock.now().getTime() + 35 * 60_000),
    });
    await payAt(pathOf(lost.url));
    await t.db.query(
      `UPDATE payments SET state = 'created', session_ref = NULL, url_sealed = NULL WHERE order_id = $1`,
      [orderId],
    );
    const fanclub = (await t.app.get(Published).byId(plan.fanclubId))!;
    t.clock.advance(3600);
    const found = await t.app
      .get(PaymentCommandsService)
      .reconcile(fanclub, new Date(t.clock.now().getTime() - 7_200_000));
    expect(found).toMatchObject({ taken: 2, settled: 1, strays: 1 });
    expect(await state()).toEqual(PAID_ONCE);
  });

  it('a wrong key: the page says that the fan club has to repair something, and the order is paid when it is right', async () => {
    const page = await order();
    const right = bank.account.secretSealed;
    const store = (secret: string) => t.db.query('UPDATE payment_accounts SET secret_sealed = $1', [secret]);
    await store(t.app.get(Sealer).seal('wrong'));
    const shown = await buyer.open(page);
    expect([shown.status, shown.links['Go to the payment']]).toEqual([503, undefined]);
    expect(await state()).toEqual({ ...NOTHING, live: 1 });
    await store(right);
    await payAt(linkOf(await buyer.open(page)));
    expect((await buyer.open(`${page}/return`)).heading).toBe('Thank you');
    expect([await state(), await ledger()]).toEqual([PAID_ONCE, ONE_PAYMENT]);
  });
});
