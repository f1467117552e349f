import { PaymentStray } from '#domains/payments/reconciliation/payment-stray.entity';
import { Order } from '#domains/orders/order.entity';
import { PayableOrdersService, PaymentCommandsService } from '../../src/domains/payments';
import { Published } from '../../src/platform/published';
import { DemoBankService, testCard } from '../../src/demo-bank';
import { fanclub } from '../../src/tools/cli/main';
import { CARDS } from '../support/payments/contract';
import { type BankAccount, openBank, payByCard, withDemoBank } from '../support/payments/demo-bank';
import { runJob } from '../support/run-job';
import { Shopper } from '../support/shoppers';
import { testApp, testEnvironment, type TestEnvironment } from '../support/start-test-app';
import { withUntrustedServer } from '../support/untrusted-server';

let environment: TestEnvironment;
const t = testApp(async () => (environment = await withDemoBank()));

let bank: BankAccount;
let key: string;
let orderId: number;

interface Said {
  readonly code: number;
  readonly out: string[];
  readonly logged: string[];
}
const call = (...parameters: string[]): Promise<Said> => callWith(environment, ...parameters);

async function callWith(given: TestEnvironment, ...parameters: string[]): Promise<Said> {
  const [out, logged]: [string[], string[]] = [[], []];
  const terminal = { print: (line: string) => out.push(line), log: (line: string) => logged.push(line) };
  const variables = { ...testEnvironment(t.config.database.url), ...given };
  const code = await fanclub(['payments', ...parameters], variables, terminal);
  return { code, out, logged };
}

const order = async (): Promise<Order> => t.db.getRepository(Order).findOneByOrFail({ id: orderId });

/** Somebody pays on the page of the bank, and closes the browser. */
beforeEach(async () => {
  ({ key } = await t.given.fanclub());
  bank = await openBank(t);
  const shopper = await Shopper.of(t, await t.given.customer());
  ({ orderId } = await shopper.buy(await t.given.plan({ price: '24.99' })));
  const url = await t.app.get(PayableOrdersService).pay(await shopper.viewer(), orderId);
  await payByCard(t, url!);
});

it('finds the demo bank of npm start, which no setting names', async () => {
  const { PAYMENTS_DEMO: _, ...others } = environment;
  const { code, out } = await callWith(others, 'observe', key, String(orderId));
  expect([code, out]).toEqual([0, [`Order ${orderId} is paid; its payment is succeeded.`]]);
});

it('says that the certificate of the provider is not trusted', async () => {
  await withUntrustedServer(async (PUBLIC_URL) => {
    const given = { ...environment, PUBLIC_URL, PAYMENTS_DEMO: 'allow-public' };
    expect(await callWith(given, 'reconcile', key)).toEqual({
      code: 1,
      out: [],
      logged: [
        'This machine does not trust the certificate of the payment provider (DEPTH_ZERO_SELF_SIGNED_CERT); nothing is lost.',
        'If a proxy of your network makes it, name the file of its authority in NODE_EXTRA_CA_CERTS, for the servers too.',
      ],
    });
  });
});

it('shows accounts and payments, asks about one, and refunds it', async () => {
  const before = await call('status', key);
  expect(before.code).toBe(0);
  expect(before.out.join('\n')).toMatch(
    // The command has the clock of the machine, for which the page has ended long ago.
    /demo +test +enabled +none[^]*open +1[^]*payment that waits +order \d+/,
  );

  expect(await call('observe', key, String(orderId))).toEqual({
    code: 0,
    out: [`Order ${orderId} is paid; its payment is succeeded.`],
    logged: [],
  });
  const refund = await call('refund', key, String(orderId), '--reason', 'wrong plan', '--amount', '4.99');
  expect([refund.code, refund.out]).toEqual([0, [expect.stringMatching(/^Refund \d+ is succeeded\.$/)]]);
  const rest = await call('refund', key, String(orderId), '--reason', 'wrong plan', '--amount', '24.99');
  expect([rest.code, rest.logged.join()]).toEqual([1, expect.stringContaining('not more than 20.00')]);
});

it('finds after a loss what was paid, and money without an order', async () => {
  await t.app.get(DemoBankService).act(bank.account.accountRef, async (own) => {
    const { ref } = await own.addCustomer({ email: 'x@x.example', name: null }, 'other');
    const asked = { customer: ref, amount: 500, currency: 'USD', lines: [{ name: 'x', amount: 500 }] };
    const urls = { returnUrl: 'http://x.example', cancelUrl: 'http://x.example' };
    const session = await own.openSession(
      {
        ...{ ...asked, ...urls, mode: 'payment', description: 'x', savesCard: false, metadata: {} },
        expiresAt: '2027-01-01T00:00:00Z',
      },
      'other',
    );
    await own.submit(session.ref, {
      card: testCard(CARDS.works)!,
      name: 'X',
      country: 'US',
      postalCode: null,
    });
  });

  const found = await call('reconcile', key, '--since', '2026-06-01');
  expect(found).toMatchObject({
    code: 0,
    out: [
      '2 missed events, 2 payments at the provider: 1 settled now, 0 refunded there, 0 disputes changed, 1 without an order; 0 of ours are not there',
    ],
  });
  expect((await order()).paidAt).toEqual(expect.any(Date));
  const [stray] = await t.db.getRepository(PaymentStray).find();
  expect(stray).toMatchObject({ amount: '5.00', currency: 'USD' });
  expect((await call('status', key)).out.join('\n')).toContain('5.00 USD');
  expect((await call('resolve', key, 'stray', String(stray.id), '--note', 'a test')).out).toEqual([
    'Resolved.',
  ]);
  expect((await call('resolve', key, 'stray', String(stray.id), '--note', 'a test')).code).toBe(1);
  expect((await call('reconcile', key, '--since', '2026-06-01')).out[0]).toMatch(
    /^0 missed.* 0 without an order;/,
  );
});

it('the hourly and nightly jobs find the same', async () => {
  expect(await runJob(t, 'payments.catch_up')).toBe(1);
  expect(await runJob(t, 'payments.compare')).toBe(1);
  expect((await order()).paidAt).toEqual(t.clock.now());
  expect(await runJob(t, 'payments.compare')).toBe(0);
});

it('says plainly what is wrong', async () => {
  expect((await call('status', 'nonsense')).logged.join()).toContain('No fan club has this key.');
  expect((await call('observe', key, '999999')).code).toBe(1);
  expect((await call('refund', key, String(orderId), '--reason', 'x', '--effect', 'y')).code).toBe(2);
  expect((await call('nonsense')).code).toBe(2);
  await t.app.get(DemoBankService).change(bank.account.accountRef, {
    switches: { unavailable: true, slow: false, repeating: false, silent: false, disordered: false },
  });
  const away = await call('observe', key, String(orderId));
  expect([away.code, away.logged.join()]).toEqual([1, expect.stringContaining('does not answer')]);
});

it('compares the bookings of a month with the provider, and fails if they differ', async () => {
  // At the time of the bank, which is not that of the command.
  const fanclub = (await t.app.get(Published).byKey(key))!;
  await t.app.get(PaymentCommandsService).observe(fanclub, orderId);
  const [{ month }] = await t.db.query<{ month: string }[]>(
    `SELECT to_char(max(t.at) AT TIME ZONE f.time_zone, 'YYYY-MM') AS month FROM payment_transitions t, fanclubs f GROUP BY f.time_zone`,
  );
  const same = await call('bookings', key, '--month', month);
  expect([same.code, same.logged]).toEqual([0, []]);
  expect(same.out.join('\n')).toMatch(
    /^ACCOUNT +CURRENCY +HERE +PROVIDER +FEES\s+\S+ +USD +24\.99 +24\.99 *$/,
  );
  await t.db.query(`UPDATE payments SET amount = '20.00'`);
  const other = await call('bookings', key, '--month', month);
  expect([other.code, other.logged]).toEqual([1, ['1 movements differ from the provider.']]);
  expect(other.out.join('\n')).toMatch(/DIFFERS[^]+payment +payment_\S+ +\d+ +\S+ +20\.00 +24\.99/);
  expect((await call('bookings', key, '--month', '2026')).code).toBe(2);
});
