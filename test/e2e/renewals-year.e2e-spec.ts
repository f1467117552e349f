import { PayableOrdersService, SavedCardsService } from '../../src/domains/payments';
import { RenewalsService } from '../../src/domains/renewals';
import { Published } from '../../src/platform/published';
import { mailsOf } from '../support/mails-of';
import { FAULTS_OF_RENEWALS } from '../support/payments/model/faults';
import { type Club, fillYear, type Profile, profileOf, type Year } from '../support/payments/model/members';
import { runJob } from '../support/run-job';
import { Shopper } from '../support/shoppers';
import { testApp } from '../support/start-test-app';

/**
 * A year of three clubs: seasons, monthly memberships, and trials that convert. The jobs run as they do in production, but every six
 * hours, and until nothing is left. Members do what their profile says. The bank is in memory: the year is about what is charged and
 * mailed when, not about requests, and the demo bank would double its time.
 * `npm run test:year` takes 10,000 members.
 */
const MEMBERS = Number(process.env.YEAR_MEMBERS ?? 60);
const HOURS = 6;

const t = testApp();
afterEach(() => jest.restoreAllMocks());

const BATCHES = ['queued_subscriptions.begin', 'payments.watch', 'orders.expire'];

let year: Year;
const spent = new Map<string, { runs: number; sum: number; most: number }>();

async function job(name: string): Promise<number> {
  const start = performance.now();
  const count = await runJob(t, name);
  const took = performance.now() - start;
  const { runs, sum, most } = spent.get(name) ?? { runs: 0, sum: 0, most: 0 };
  spent.set(name, { runs: runs + 1, sum: sum + took, most: Math.max(most, took) });
  return count;
}

interface Acting {
  readonly id: number;
  readonly customer: number;
  readonly club: Club;
  readonly profile: Profile;
}

/** Renewals of a state whose members have not acted yet. */
async function reached(
  states: readonly string[],
  acted: Set<number>,
  profiles: readonly Profile[],
): Promise<Acting[]> {
  const found = await t.db.query<{ id: number; customer: number }[]>(
    'SELECT id, customer_id AS customer FROM renewals WHERE state = ANY ($1) ORDER BY id',
    [states],
  );
  return found
    .filter(({ id, customer }) => !acted.has(id) && profiles.includes(profileOf(customer)))
    .map(({ id, customer }) => {
      const club = year.clubs.find(({ after, count }) => customer > after && customer <= after + count)!;
      return { id, customer, club, profile: profileOf(customer) };
    });
}

/** What members do on a day. */
async function act(acted: Set<number>): Promise<void> {
  const cards = t.app.get(SavedCardsService);
  for (const one of await reached(['announced'], acted, ['removes the card', 'stops', 'pays by hand'])) {
    acted.add(one.id);
    const fanclub = (await t.app.get(Published).byId(one.club.next.fanclubId))!;
    if (one.profile === 'removes the card') await cards.remove(fanclub, one.customer);
    else if (one.profile === 'stops') await cards.setAutoRenewal(fanclub, one.customer, false);
    else if (one.club.kind !== 'monthly') await (await shopper(one)).buyAndPay(one.club.next, year.bank);
    await t.app.get(RenewalsService).follow(fanclub, one.customer);
  }
  for (const one of await reached(['action_needed'], acted, ['asks, paid by link', 'expired, replaced'])) {
    acted.add(one.id);
    const fanclub = (await t.app.get(Published).byId(one.club.next.fanclubId))!;
    if (one.profile === 'expired, replaced') {
      const url = await cards.openPage(
        fanclub,
        { id: one.customer, email: `${one.customer}@x.example`, firstName: null, lastName: null },
        'Charge me.',
      );
      year.bank.enterCard(url, 'works');
      await cards.observe(fanclub.id, one.customer);
      await t.app.get(RenewalsService).follow(fanclub, one.customer);
      continue;
    }
    const orders = t.app.get(PayableOrdersService);
    // The link of the mail, which places the order if the renewal has none yet.
    const order = (await t.app.get(RenewalsService).toPay(fanclub, one.id))?.order ?? null;
    if (order === null) continue;
    const viewer = await (await shopper(one)).viewer();
    await orders.pay(viewer, order);
    year.bank.pay(year.bank.sessions.at(-1)!.ref);
    await orders.observed(viewer, order);
  }
}

const shopper = async ({ customer, club }: Acting): Promise<Shopper> => {
  const token = await t.given.session({ fanclubId: club.next.fanclubId, customerId: customer });
  return Shopper.ofSession(t, token, club.next.fanclubId);
};

/** Each kind of mail as a letter, in the order of an orderly renewal. */
const LETTERS: Readonly<Record<string, string>> = {
  renewal_announced: 'A',
  renewal_open: 'O',
  trial_ending: 'T',
  membership_ending: 'E',
  card_expiring: 'X',
  payment_failed: 'F',
  payment_action_needed: 'N',
  receipt: 'R',
  auto_renewal_stopped: 'S',
  renewal_given_up: 'G',
};

/**
 * The mails of a member in order. Each renewal begins with its announcement or invitation; a charge follows, fails, or is given up;
 * somebody who stopped is reminded; no further mail follows one that was given up. A term of which the year begins with the last days
 * leaves no time for a notice. The year may end in between.
 */
const ORDERLY = /^(NR?)?((O|T)[TE]*R?|AX?(F{0,3}(R|G)|NR?|NG|S[TE]*))*(AX?F{0,3})?$/;

it(`charges the members of three clubs once for each term, never before the notice, and while they have access (${MEMBERS} members)`, async () => {
  t.clock.set('2026-01-01T12:00:00Z');
  year = await fillYear(t, MEMBERS);
  const [until, acted] = [new Date('2027-01-01T12:00:00Z'), new Set<number>()];
  let last = 0;
  while (t.clock.now() < until) {
    t.clock.advance(HOURS * 3_600);
    const isDay = t.clock.now().getUTCHours() === 12;
    for (const name of isDay ? BATCHES : []) while ((await job(name)) >= 100);
    await job('renewals.plan');
    await job('renewals.run');
    if (isDay) {
      await job('renewals.ask_for_cards');
      // A card that is saved in the same moment as a decline would be the declined one.
      t.clock.advance(60);
      await act(acted);
      t.clock.advance(-60);
    }
    expect(await t.db.query(FAULTS_OF_RENEWALS, [t.clock.now(), last])).toEqual([]);
    const [found] = await t.db.query<[{ last: number | null }]>('SELECT max(id) AS last FROM payments');
    last = found.last ?? 0;
  }

  const twice = await t.db.query(
    `SELECT o.renews_subscription_id AS term, count(*) FROM payments p JOIN orders o ON o.id = p.order_id
     WHERE p.state = 'succeeded' GROUP BY 1 HAVING count(*) > 1`,
  );
  expect(twice).toEqual([]);
  const sequences = new Map<number, string>();
  for (const { kind, to } of await mailsOf(t)) {
    const id = Number(/^member-(\d+)@/.exec(to)![1]);
    sequences.set(id, (sequences.get(id) ?? '') + (LETTERS[kind] ?? `[${kind}]`));
  }
  expect([...sequences].filter(([, letters]) => !ORDERLY.test(letters))).toEqual([]);
  await report(sequences);
}, 7_200_000);

interface Row {
  readonly customer: number;
  readonly charges: number;
  readonly charged: number;
  readonly byHand: number;
  readonly notice: number | null;
  readonly late: number | null;
}

/** What became of the members of each club and profile, and what the jobs took. */
async function report(sequences: ReadonlyMap<number, string>): Promise<void> {
  const rows = await t.db.query<Row[]>(
    `SELECT o.customer_id AS customer, count(*) FILTER (WHERE p.way = 'off_session')::integer AS charges,
            count(*) FILTER (WHERE p.way = 'off_session' AND p.state = 'succeeded')::integer AS charged,
            count(*) FILTER (WHERE p.way = 'checkout' AND p.state = 'succeeded')::integer AS "byHand",
            min(extract(epoch FROM p.created_at - r.announced_at) / 86400) FILTER (WHERE p.way = 'off_session')::float AS notice,
            max(extract(epoch FROM p.created_at - r.charge_at) / 86400) FILTER (WHERE p.way = 'off_session')::float AS late
     FROM payments p JOIN orders o ON o.id = p.order_id LEFT JOIN renewals r ON r.order_id = o.id GROUP BY 1`,
  );
  const of = new Map(rows.map((row) => [row.customer, row]));
  const table = new Map<
    string,
    { members: number; sums: number[]; notice: number; late: number; mails: Map<string, number> }
  >();
  for (const { kind, after, count } of year.clubs)
    for (let id = after + 1; id <= after + count; id += 1) {
      const key = `${kind.padEnd(8)} ${profileOf(id).padEnd(19)}`;
      const line = table.get(key) ?? {
        members: 0,
        sums: [0, 0, 0],
        notice: Infinity,
        late: 0,
        mails: new Map(),
      };
      const { charges = 0, charged = 0, byHand = 0, notice, late } = of.get(id) ?? {};
      const letters = sequences.get(id) ?? '-';
      table.set(key, {
        members: line.members + 1,
        sums: [charges, charged, byHand].map((n, at) => line.sums[at] + n),
        notice: Math.min(line.notice, notice ?? Infinity),
        late: Math.max(line.late, late ?? 0),
        mails: line.mails.set(letters, (line.mails.get(letters) ?? 0) + 1),
      });
    }
  const lines = [...table].map(([key, { members, sums, notice, late, mails }]) => {
    const often = [...mails].sort(([, one], [, other]) => other - one).slice(0, 3);
    const days =
      notice === Infinity ? '    -     -' : `${notice.toFixed(1).padStart(5)} ${late.toFixed(1).padStart(5)}`;
    const kinds = often.map(([letters, n]) => `${letters} ${n}`).join(', ');
    return `${key} ${String(members).padStart(6)} ${sums.map((n) => String(n).padStart(6)).join(' ')} ${days}  ${kinds}`;
  });
  const jobs = [...spent].map(
    ([name, { runs, sum, most }]) =>
      `${name.padEnd(28)} ${String(runs).padStart(6)} ${(sum / 1000).toFixed(1).padStart(8)} s ${most.toFixed(0).padStart(7)} ms`,
  );
  const head = 'club     profile             members charges charged by hand notice last  mails';
  if (process.env.YEAR_MEMBERS)
    process.stdout.write([head, ...lines, '', 'job  runs  all  longest', ...jobs, ''].join('\n'));
  for (const [key, { sums, notice }] of table) {
    const [, charged] = sums;
    if (/works|declined once|replaced/.test(key)) expect([key, charged > 0]).toEqual([key, true]);
    if (/declined always|stolen|asks|ignored|leaves/.test(key)) expect([key, charged]).toEqual([key, 0]);
    expect(notice).toBeGreaterThanOrEqual(3);
  }
}
