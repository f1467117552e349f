import fc from 'fast-check';
import { hundredths } from '#libs/money';
import { compareMonth } from '../../src/domains/payments/bookings/booking.rules';
import { type Booking, BookingsService } from '../../src/domains/payments/bookings/bookings.service';
import type { Movement } from '../../src/domains/payment-providers';
import { repetitions } from '../suite/form';
import { FAULTS_AT_THE_END, MONEY_OF_ORDERS, WHAT_HAPPENED } from '../support/payments/model/faults';
import { History } from '../support/payments/model/history';
import type { CardMood } from '../support/payments/model-bank';
import { histories } from '../support/payments/model/steps';
import { newWorld, type Start, type World } from '../support/payments/model/world';
import { secondService, testApp } from '../support/start-test-app';

/**
 * Any history of four people, at two services on one database: a stranger, one who may be on trial or able to upgrade, and two whose
 * memberships are renewed with a saved card. They order, pay, pay late, decline, close, come back, enter coupons and gift codes, wait
 * in line, save and remove cards, stop and resume renewals, pay them by hand, and dispute payments. Their cards are declined softly or
 * hard, or ask for authentication. The bank is away, loses answers, takes money on a page that it had ended, returns money without
 * being asked, and lets refunds fail. Processes die before or after a call. Events are repeated, late or out of order. Staff refund,
 * withdraw plans, and change prices and capacities. Two things happen at once. Days pass, in which the jobs run.
 *
 * `model/faults.ts` has what must hold after each step and at the end. Then the money of the bank is that of the orders, and the
 * bookings are its movements.
 *
 * `npm run test:payments` runs 300 histories of 40 steps. `MODEL_SEED` and `MODEL_PATH` repeat a history that failed, and shorten it.
 */
const RUNS = repetitions('MODEL_RUNS', { short: 2, long: 12 });
const STEPS = Number(process.env.MODEL_STEPS ?? 24);
/** So many steps in all reach everything that {@link WHAT_HAPPENED} counts. */
const ENOUGH = 30 * 40;
const { MODEL_SEED: seed, MODEL_PATH: path = '' } = process.env;
/** It takes long to shorten a history, so a seed must ask for it. */
const REPEATED = seed === undefined ? { endOnFailure: true } : { seed: Number(seed), path };

const t = testApp();
const services = [t, secondService(t)];
afterEach(() => jest.restoreAllMocks());

const starts = fc.constantFrom<Start>('stranger', 'trial', 'trial', 'member');
/** The cards with which three of them renew, or convert a trial. */
const cards = fc.tuple(
  ...[1, 2, 3].map(() => fc.constantFrom<CardMood>('works', 'works', 'poor', 'stolen', 'asks')),
);

async function expectBalance({ bank }: World): Promise<void> {
  expect(await t.db.query(FAULTS_AT_THE_END, [t.clock.now()])).toEqual([]);
  const [{ money, receipts }] = await t.db.query<[{ money: string; receipts: number[] }]>(MONEY_OF_ORDERS);
  expect(bank.balance).toBe(hundredths(money));
  expect(receipts).toEqual(receipts.map((_, at) => at + 1));
  await expectBookings(bank);
}

/** The bookings are the movements at the bank. */
async function expectBookings(bank: World['bank']): Promise<void> {
  const [{ id, fanclub }] = await t.db.query<[{ id: number; fanclub: number }]>(
    'SELECT id, fanclub_id AS fanclub FROM payment_accounts',
  );
  const always = { from: new Date('2020-01-01'), until: new Date('2100-01-01') };
  const bookings: Booking[] = [];
  for await (const booking of t.app.get(BookingsService).bookings(fanclub, always))
    if (booking.account === id) bookings.push(booking);
  const movements: Movement[] = [];
  for await (const movement of bank.movements(always.from, always.until)) movements.push(movement);
  expect(compareMonth(bookings, movements, always).differences).toEqual([]);
}

it('in any history, nothing is charged unannounced, used or sold too often, and the money of the bank is that of the orders', async () => {
  const happened: Record<string, number> = {};
  await fc.assert(
    fc.asyncProperty(starts, cards, histories(STEPS), async (start, moods, steps) => {
      jest.restoreAllMocks();
      const world = await newWorld(services, ['stranger', start, 'term', 'season']);
      const history = new History(world);
      for (const [n, mood] of moods.entries()) await history.saveCard(1 + n, mood);
      await history.check();
      for (const together of steps) {
        await Promise.all(together.map((one) => history.take(one)));
        await history.check();
      }
      await history.settleDown();
      await expectBalance(world);
      const [counts] = await t.db.query<[Record<string, number>]>(WHAT_HAPPENED);
      for (const [what, count] of Object.entries(counts)) happened[what] = (happened[what] ?? 0) + count;
    }),
    { numRuns: RUNS, ...REPEATED },
  );
  if (process.env.MODEL_RUNS) process.stdout.write(`${JSON.stringify(happened)}\n`);
  // Histories in which nothing happens would prove nothing; few of them may have little.
  if (RUNS * STEPS < ENOUGH) return;
  expect(Object.keys(happened).filter((what) => happened[what] === 0)).toEqual([]);
}, 7_200_000);
