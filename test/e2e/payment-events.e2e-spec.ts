import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from '#libs/testing';
import { Payment } from '#domains/payments/payment.entity';
import { PayableOrdersService } from '../../src/domains/payments';
import { PROCESS_EVENT } from '../../src/domains/payment-providers';
import { asServer } from '../support/database-roles';
import {
  type BankAccount,
  openBank,
  payByCard,
  postEvent,
  sendEvent,
  signatureHeader,
  withDemoBank,
} from '../support/payments/demo-bank';
import { runJob } from '../support/run-job';
import { startServerProcess } from '../support/server-process';
import { Shopper } from '../support/shoppers';
import { testApp, type TestEnvironment } from '../support/start-test-app';
import { TcpProxy } from '../support/tcp-proxy';

let settings: TestEnvironment;
const t = testApp(async () => (settings = await withDemoBank()));

/** The most bytes of an event. */
const MOST = 64 * 1024;

let bank: BankAccount;
beforeEach(async () => {
  bank = await openBank(t);
});

interface Facts {
  readonly id?: string;
  readonly type?: string;
  readonly object?: string;
  /** The payment that the event names. */
  readonly payment?: number;
}

const eventOf = ({ id = 'event_1', type = 'session.completed', object = 'session_1', payment }: Facts = {}) =>
  JSON.stringify({
    ...{ id, type, object, at: t.clock.now().toISOString() },
    metadata: { id: String(payment ?? 7), mode: 'payment' },
  });
/** An event of so many bytes. */
const eventOfSize = (bytes: number): string => eventOf().padEnd(bytes, ' ');

const secondsAgo = (seconds: number): Date => new Date(t.clock.now().getTime() - seconds * 1000);

/** Sends an event as the bank of the test does. */
const sent = (body: string, at = t.clock.now()): Promise<Answer> => sendEvent(t.origin, bank, body, at);

const stored = () =>
  t.db.query<{ event_ref: string; type: string; processed_at: Date | null; attempts: number }[]>(
    'SELECT event_ref, type, processed_at, attempts FROM payment_events ORDER BY event_ref',
  );
const queued = () =>
  t.db.query<{ payload: { eventRef: string } }[]>(
    `SELECT payload FROM graphile_worker._private_jobs WHERE payload->>'eventRef' IS NOT NULL`,
  );
/** Processes the events that are queued. @returns how many were processed now */
async function processed(): Promise<number> {
  let count = 0;
  for (const { payload } of await queued()) count += await runJob(t, PROCESS_EVENT, undefined, payload);
  return count;
}

describe('the address for events of a payment provider', () => {
  it.each([
    ['that is 300 seconds old', () => [eventOf(), 300] as const],
    ['of exactly 64 KiB', () => [eventOfSize(MOST), 0] as const],
    ['whose clock is 300 seconds ahead', () => [eventOf(), -300] as const],
  ])('stores an event %s', async (_title, make) => {
    const [body, age] = make();
    expect((await sent(body, secondsAgo(age))).status).toBe(200);
    expect(await stored()).toMatchObject([{ event_ref: 'event_1' }]);
    expect(await queued()).toHaveLength(1);
  });

  it.each<[string, number, () => Promise<Answer>]>([
    ['that is 301 seconds old', 400, () => sent(eventOf(), secondsAgo(301))],
    ['whose clock is 301 seconds ahead', 400, () => sent(eventOf(), secondsAgo(-301))],
    ['without a signature', 400, () => postEvent(t.origin, bank, eventOf(), {})],
    ['with a signature of another secret', 400, () => forged('other')],
    ['with a signature of the secret API key', 400, () => forged(bank.secret)],
    ['that was altered by one byte', 400, () => altered()],
    ['of 64 KiB and one byte', 413, () => sent(eventOfSize(MOST + 1))],
  ])('refuses an event %s', async (_title, status, send) => {
    expect((await send()).status).toBe(status);
    expect([await stored(), await queued()]).toEqual([[], []]);
  });

  const forged = (secret: string): Promise<Answer> =>
    postEvent(t.origin, bank, eventOf(), signatureHeader(eventOf(), secret, t.clock.now()));
  const altered = (): Promise<Answer> => {
    const header = signatureHeader(eventOf({ payment: 7 }), bank.webhookSecret, t.clock.now());
    return postEvent(t.origin, bank, eventOf({ payment: 8 }), header);
  };
  it('refuses an event that was signed for the account of another fan club, whose own address takes it', async () => {
    const other = await openBank(t, (await t.given.fanclub({})).id);
    const header = signatureHeader(eventOf(), other.webhookSecret, t.clock.now());
    expect((await postEvent(t.origin, bank, eventOf(), header)).status).toBe(400);
    expect(await stored()).toEqual([]);
    expect((await postEvent(t.origin, other, eventOf(), header)).status).toBe(200);
    expect(await stored()).toHaveLength(1);
  });

  it('stores an event once of which eight copies arrive at the same time', async () => {
    for (let round = 1; round <= 5; round += 1) {
      const event = eventOf({ id: `event_${round}` });
      const answers = await Promise.all(Array.from({ length: 8 }, () => sent(event)));
      expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
      expect([(await stored()).length, (await queued()).length]).toEqual([round, round]);
    }
  });

  it('stores an event that arrives twice once, and processes it once', async () => {
    expect([(await sent(eventOf())).status, (await sent(eventOf())).status]).toEqual([200, 200]);
    const jobs = await queued();
    expect(jobs).toHaveLength(1);
    expect(await processed()).toBe(1);
    expect((await sent(eventOf())).status).toBe(200);
    expect(await queued()).toHaveLength(1);
    expect(await processed()).toBe(0);
    expect(await stored()).toMatchObject([{ processed_at: t.clock.now(), attempts: 1 }]);
  });

  it.each(['account.updated', 'session.renamed', 'payment'])(
    'stores an event of the unknown type %s, whose processing does nothing',
    async (type) => {
      expect((await sent(eventOf({ type, object: 'thing_1' }))).status).toBe(200);
      expect(await processed()).toBe(1);
      expect(await stored()).toMatchObject([{ type, processed_at: t.clock.now(), attempts: 1 }]);
    },
  );

  it('lets an account report nothing about the payments of others', async () => {
    const shopper = await Shopper.of(t, await t.given.customer());
    const { orderId } = await shopper.buy(await t.given.plan({ price: '24.99' }));
    const url = await t.app.get(PayableOrdersService).pay(await shopper.viewer(), orderId);
    await payByCard(t, url!);
    const payments = t.db.getRepository(Payment);
    const { id, sessionRef } = await payments.findOneByOrFail({ orderId });
    const facts = { payment: id, object: sessionRef! };
    const other = await t.given.paymentAccount({
      fanclubId: (await t.given.fanclub({})).id,
      accountRef: bank.account.accountRef,
      secretSealed: bank.account.secretSealed,
      webhookSecretSealed: bank.account.webhookSecretSealed,
    });
    const header = signatureHeader(eventOf(facts), bank.webhookSecret, t.clock.now());
    expect((await postEvent(t.origin, { account: other }, eventOf(facts), header)).status).toBe(200);
    expect(await processed()).toBe(1);
    expect((await payments.findOneByOrFail({ id })).state).toBe('open');
    expect((await sent(eventOf(facts))).status).toBe(200);
    expect(await processed()).toBe(1);
    expect((await payments.findOneByOrFail({ id })).state).toBe('succeeded');
  });
});

it('an event is answered with 503 while the database is away, and is stored when it is repeated', async () => {
  const proxy = await TcpProxy.before(asServer(t.config.database.url));
  const url = proxy.through(asServer(t.config.database.url));
  const limits = { DATABASE_ACQUIRE_TIMEOUT_MS: '2000', DATABASE_ANSWER_TIMEOUT_MS: '2000' };
  const server = await startServerProcess(t.config.database.url, {
    ...{ ...settings, PORT: '0', DATABASE_URL: url, RUN_JOBS: 'false', ...limits },
  });
  try {
    // The process uses the real time.
    t.clock.set(new Date());
    const send = (): Promise<Answer> => sendEvent(server.origin, bank, eventOf(), new Date());
    proxy.become('refuse');
    const away = await send();
    expect([away.status, JSON.parse(away.text)]).toEqual([503, { status: 'unavailable' }]);
    expect(await stored()).toEqual([]);
    proxy.become('pass');
    while ((await send()).status !== 200) await sleep(20);
    await send();
    expect(await stored()).toMatchObject([{ event_ref: 'event_1' }]);
    expect(await queued()).toHaveLength(1);
  } finally {
    await server.kill('SIGKILL');
    await proxy.close();
  }
}, 60_000);
