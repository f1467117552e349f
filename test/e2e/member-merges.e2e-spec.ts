import { Sql } from '../../src/platform/database';
import { verifyAudits } from '../../src/platform/staff';
import type { Customer } from '#domains/accounts/customer.entity';
import type { Fanclub } from '#platform/tenants/fanclub.entity';
import { daysFrom, PASSWORD } from '#samples';
import { loggedIn } from '../support/logged-in';
import { personWithEverything } from '../support/personal-world';
import { staffOf } from '../support/staff-client';
import { testApp } from '../support/start-test-app';
import { examples } from '../suite/form';

const t = testApp();

let club: Fanclub;
beforeEach(async () => {
  club = await t.given.fanclub({ name: 'The Lanterns' });
});

type Member = Pick<Customer, 'id'>;
const pathOf = (into: Member, from: Member) => `/fanclubs/${club.id}/members/${into.id}/merges/${from.id}`;
const merge = { reason: 'the same person, as they wrote' };

interface Row {
  readonly table: string;
  readonly [fate: string]: unknown;
}
/** Which tables have rows of a fate. */
const tablesOf = (tables: readonly Row[], fate: string): string[] =>
  tables.filter((row) => (row[fate] as unknown[]).length > 0).map(({ table }) => table);

/** All rows of the fan club's members, to see whether anything changed. */
const everything = async (): Promise<string> =>
  JSON.stringify(
    await Promise.all(
      [
        'customers',
        'orders',
        'subscriptions',
        'presale_codes',
        'contest_entries',
        'sessions',
        'staff_audits',
      ].map((table) => t.db.query(`SELECT t::text FROM ${table} t ORDER BY 1`)),
    ),
  );

describe('a merge of two accounts of one person', () => {
  it('moves every row to the other account, as a dry run has listed it, and leaves an empty account', async () => {
    const owner = await staffOf(t);
    const from = await personWithEverything(t, club);
    const into = await t.given.customer({ email: 'ada@example.test', lastName: null });
    const before = await everything();
    const { body: preview } = await owner.get(pathOf(into, from));
    expect(await everything()).toBe(before);
    expect(preview.obstacles).toEqual([]);
    expect(tablesOf(preview.tables, 'removed')).toEqual([
      'one_time_tokens',
      'payment_card_pages',
      'person_exports',
      'sessions',
      'staff_reads',
    ]);
    expect(tablesOf(preview.tables, 'kept')).toEqual(['customers']);
    expect(tablesOf(preview.tables, 'voided')).toEqual([]);
    expect(tablesOf(preview.tables, 'moved').length).toBe(preview.tables.length - 6);

    expect((await owner.post(pathOf(into, from), merge)).status).toBe(204);

    const again = await owner.get(pathOf(into, from));
    expect(again.status).toBe(404);
    const { rows } = (
      await t.db.query<[{ after: { rows: Record<string, object> } }]>(
        `SELECT after FROM staff_audits WHERE action = 'member.merged' AND customer_id = $1`,
        [into.id],
      )
    )[0].after;
    expect(rows).toEqual(
      Object.fromEntries(
        preview.tables.map(({ table, moved, voided, removed, kept }: Record<string, string[]>) => [
          table,
          { moved: moved.length, voided: voided.length, removed: removed.length, kept: kept.length },
        ]),
      ),
    );
    expect(await verifyAudits(t.app.get(Sql), null)).toMatchObject([{ fault: null }]);
    const [merged, kept] = await Promise.all(
      [from, into].map(async ({ id }) => (await owner.get(`/fanclubs/${club.id}/members/${id}`)).body),
    );
    expect([merged.merged_into, merged.email, merged.orders]).toEqual([into.id, null, []]);
    // What the account lacks comes from the other one.
    expect([kept.email, kept.last_name]).toEqual(['ada@example.test', from.lastName]);
    expect(kept.email_aliases).toContain('ada.canary@example.test');
  });

  it('ends the sessions of the merged account, and leads its confirmed address to the other one where aliases do', async () => {
    const owner = await staffOf(t);
    const [from, into, unconfirmed] = await Promise.all([
      t.given.customer({ email: 'old@example.test' }),
      t.given.customer({ email: 'new@example.test' }),
      t.given.customer({ email: 'typo@example.test', confirmedAt: null }),
    ]);
    const browser = await loggedIn(t, from);
    const other = await loggedIn(t, into);
    for (const one of [from, unconfirmed])
      expect((await owner.post(pathOf(into, one), merge)).status).toBe(204);

    expect((await browser.get('/account')).body.customer).toBeNull();
    expect((await other.get('/account')).body.customer.email_aliases).toEqual([
      'new@example.test',
      'old@example.test',
    ]);
    const login = (email: string) => t.api.stranger().post('/login', { email, password: PASSWORD });
    expect((await login('old@example.test')).body).toMatchObject({ status: 'error' });
    // The address is free, as after an erasure.
    await t.given.customer({ email: 'old@example.test' });
    // An erasure of what is left erases the record of the merged account as well.
    await owner.post(`/fanclubs/${club.id}/members/${into.id}/erase`, { reason: 'asked by mail' });
    const left = await t.db.query(
      `SELECT id FROM staff_audits WHERE customer_id = ANY ($1) AND after::text LIKE '%the same person%'`,
      [[from.id, into.id]],
    );
    expect(left).toEqual([]);
  });

  it('keeps what the account has of its own, and voids what is alike with a note', async () => {
    const owner = await staffOf(t);
    const [from, into] = [await t.given.customer(), await t.given.customer()];
    const [pool, other] = [
      await t.given.presalePool({ limitGroup: 'tour', limitCodes: 2 }),
      await t.given.presalePool({ limitGroup: 'tour', limitCodes: 2 }),
    ];
    const place = { limitGroup: 'tour', limitPlace: 1 };
    const mine = await t.given.presaleCode({ customer: into, poolId: pool.id, ...place });
    const double = await t.given.presaleCode({ customer: from, poolId: pool.id, ...place });
    const single = await t.given.presaleCode({
      customer: from,
      poolId: other.id,
      limitGroup: 'tour',
      limitPlace: 2,
    });
    const contest = await t.given.contest();
    const entry = await t.given.entry({ customer: from, contest });
    await t.given.entry({ customer: into, contest });
    const account = await t.given.paymentAccount();
    const cards = [];
    for (const customer of [from, into]) {
      await t.given.paymentCustomer({ customer, accountId: account.id });
      cards.push(await t.given.paymentMethod({ customer, accountId: account.id }));
      await t.given.shippingAddress({ customer, city: `of ${customer.id}` });
      await t.given.authentication({ customer, name: 'facebook' });
      await t.given.issueMail({ customer });
    }
    const { body: preview } = await owner.get(pathOf(into, from));
    expect(preview.tables.filter(({ voided }: { voided: string[] }) => voided.length > 0)).toMatchObject([
      { table: 'contest_entries', present: 1, voided: [String(entry.id)] },
      { table: 'payment_methods', present: 1, voided: [String(cards[0].id)] },
      { table: 'presale_codes', present: 1, moved: [String(single.id)], voided: [String(double.id)] },
    ]);
    expect(tablesOf(preview.tables, 'removed')).toEqual([
      'authentications',
      'issue_mails',
      'shipping_addresses',
    ]);
    expect((await owner.post(pathOf(into, from), merge)).status).toBe(204);
    expect(
      await t.db.query('SELECT id, customer_id, limit_place, void_reason FROM presale_codes ORDER BY id'),
    ).toEqual([
      { id: mine.id, customer_id: into.id, limit_place: 1, void_reason: null },
      {
        id: double.id,
        customer_id: into.id,
        limit_place: 1,
        void_reason: 'The account was merged into another one with a code',
      },
      { id: single.id, customer_id: into.id, limit_place: 3, void_reason: null },
    ]);
    expect(await t.db.query('SELECT entry_id, reason FROM contest_exclusions')).toEqual([
      { entry_id: entry.id, reason: 'The account was merged into another one with an entry' },
    ]);
    expect(
      await t.db.query(
        `SELECT id, detached_at IS NULL AS present, customer_id FROM payment_methods ORDER BY id`,
      ),
    ).toEqual([
      { id: cards[0].id, present: false, customer_id: from.id },
      { id: cards[1].id, present: true, customer_id: into.id },
    ]);
    expect(await t.db.query('SELECT city FROM shipping_addresses')).toEqual([{ city: `of ${into.id}` }]);
  });

  it('moves a card together with its account at the provider only', async () => {
    const owner = await staffOf(t);
    const [from, into] = [await t.given.customer(), await t.given.customer()];
    const account = await t.given.paymentAccount();
    await t.given.paymentCustomer({ customer: from, accountId: account.id });
    await t.given.paymentMethod({ customer: from, accountId: account.id });
    expect((await owner.post(pathOf(into, from), merge)).status).toBe(204);
    const present = 'SELECT customer_id, detached_at FROM payment_methods';
    expect(await t.db.query(present)).toEqual([{ customer_id: into.id, detached_at: null }]);
    expect(await t.db.query('SELECT customer_id FROM payment_customers')).toEqual([{ customer_id: into.id }]);
  });

  it('is refused while something of the merged account is being paid, a prize waits, or an account is not usable', async () => {
    const owner = await staffOf(t);
    const into = await t.given.customer();
    const refusal = async (from: Member, to: Member = into) => {
      const answer = await owner.post(pathOf(to, from), merge);
      const { obstacles } = (await owner.get(pathOf(to, from))).body;
      expect([answer.status, answer.body.detail]).toEqual([409, obstacles.join(' ')]);
      return obstacles as string[];
    };
    const paying = await t.given.customer();
    const order = await t.given.order({
      customer: paying,
      paidAt: null,
      checkoutReference: 'open',
      total: '5.00',
    });
    const renewing = await t.given.customer();
    const renewal = await t.given.renewal({
      subscription: await t.given.subscription({ customer: renewing }),
      state: 'charging',
    });
    const winning = await t.given.customer();
    const entry = await t.given.entry({ customer: winning });
    await t.given.contestWinner({ entry, state: 'selected', decidedAt: null });
    const [contest] = await t.db.query<[{ name: string; id: number }]>('SELECT name, id FROM contests');
    await t.db.query(
      'INSERT INTO contest_entries (fanclub_id, contest_id, customer_id) VALUES ($1, $2, $3)',
      [club.id, contest.id, into.id],
    );
    const leaving = await t.given.customer({ eraseAt: daysFrom(t.clock.now(), 7) });
    const blacklisted = await t.given.customer({ blacklisted: true });
    const buyer = await t.given.unregisteredCustomer();
    expect([
      await refusal(paying),
      await refusal(renewing),
      await refusal(winning),
      await refusal(leaving),
      await refusal(blacklisted),
      await refusal(into, blacklisted),
      await refusal(into, buyer),
    ]).toEqual([
      [`Order ${order.id} waits for its payment, or for a refund.`],
      [`Renewal ${renewal.id} is being charged.`],
      [`Both have entered the contest “${contest.name}”, and a prize waits for member ${winning.id}.`],
      [`Member ${leaving.id} has asked to be erased, and can still change their mind.`],
      [`Member ${blacklisted.id} is blacklisted.`],
      [`Member ${blacklisted.id} is blacklisted.`],
      [`Member ${buyer.id} is not registered, so nobody could log in.`],
    ]);
    const erased = await t.given.customer();
    await owner.post(`/fanclubs/${club.id}/members/${erased.id}/erase`, { reason: 'asked by mail' });
    for (const nobody of [erased, into, { id: 999_999 }])
      expect((await owner.post(pathOf(into, nobody), merge)).status).toBe(404);
    // The unregistered buyer of a free plan can be merged into a member.
    expect((await owner.post(pathOf(into, buyer), merge)).status).toBe(204);
  });

  it('loses neither money nor days of membership, whatever the two accounts have', async () => {
    const owner = await staffOf(t);
    const plans = [await t.given.plan(), await t.given.plan()];
    const sums = `
      SELECT (SELECT coalesce(sum(total), 0) FROM orders WHERE paid_at IS NOT NULL AND customer_id = ANY ($1)) AS paid,
             (SELECT coalesce(sum(r.amount), 0) FROM refunds r JOIN payments p ON p.id = r.payment_id
              JOIN orders o ON o.id = p.order_id WHERE o.customer_id = ANY ($1)) AS refunded,
             (SELECT coalesce(sum(extract(epoch FROM end_date - start_date)), 0) FROM subscriptions
              WHERE NOT cancelled AND end_date IS NOT NULL AND customer_id = ANY ($1))
             + (SELECT coalesce(sum(extract(epoch FROM end_date - starts_at)), 0) FROM queued_subscriptions
                WHERE processed_at IS NULL AND customer_id = ANY ($1)) AS seconds,
             (SELECT count(*)::integer FROM subscriptions WHERE end_date IS NULL AND customer_id = ANY ($1)) AS lasting`;
    const random = (most: number) => Math.floor(Math.random() * most);
    const now = t.clock.now();
    for (let example = 0; example < examples(20); example += 1) {
      const [from, into] = [await t.given.customer(), await t.given.customer()];
      for (const customer of [from, into]) {
        // Few beginnings, so that both accounts often have the same.
        for (let n = random(4); n > 0; n -= 1) {
          const plan = plans[random(2)];
          const startDate = daysFrom(now, 30 * (random(4) - 2) - n);
          const days = random(10) === 0 ? null : daysFrom(startDate, 1 + random(60));
          const order = await t.given.order({ customer, plan, createdAt: startDate });
          if (random(2) === 0) {
            const payment = await t.given.payment({ order, state: 'succeeded', settledAt: now });
            await t.given.refund({ payment, state: 'succeeded' });
          }
          const cancelled = random(5) === 0;
          await t.given.subscription({
            customer,
            plan,
            startDate,
            endDate: days,
            cancelled,
            orderId: order.id,
          });
        }
        if (random(2) === 0) {
          const startsAt = daysFrom(now, 100);
          await t.given.queuedSubscription({
            customer,
            plan: plans[0],
            startsAt,
            endDate: daysFrom(startsAt, 30),
          });
        }
      }
      const before = await t.db.query(sums, [[from.id, into.id]]);
      const merged = await owner.post(pathOf(into, from), merge);
      expect(merged).toMatchObject({ status: 204 });
      expect(await t.db.query(sums, [[into.id]])).toEqual(before);
    }
  });
});

describe('members who may be the same person', () => {
  it('are listed with what they have in common, until staff say that they are two persons, or merge them', async () => {
    const owner = await staffOf(t);
    const likeness = { firstName: 'Ada', lastName: 'Byron', birthdate: '1990-01-31' };
    const first = await t.given.customer(likeness);
    const second = await t.given.customer({ ...likeness, firstName: 'ADA' });
    const other = await t.given.customer({ ...likeness, birthdate: '1991-01-31' });
    const home = { address: '1 Lantern Lane', city: 'London', postalCode: 'N1' };
    for (const customer of [second, other]) await t.given.shippingAddress({ customer, ...home });
    const listed = async () =>
      (await owner.get(`/fanclubs/${club.id}/duplicates`)).body.data.map(
        (pair: Record<string, { id: number }>) => [pair.first.id, pair.second.id, pair.alike],
      );
    expect(await listed()).toEqual([
      [second.id, other.id, ['address']],
      [first.id, second.id, ['name']],
    ]);
    const distinguish = (one: Member, two: Member) =>
      owner.post(`/fanclubs/${club.id}/duplicates/distinct`, { first: one.id, second: two.id });
    expect((await distinguish(other, second)).status).toBe(204);
    expect(await listed()).toEqual([[first.id, second.id, ['name']]]);
    for (const nobody of [other, { id: 999_999 }])
      expect((await distinguish(second, nobody)).status).toBe(404);
    expect((await owner.post(pathOf(first, second), merge)).status).toBe(204);
    // The address is now the first one's, and nobody has said anything about those two.
    expect(await listed()).toEqual([[first.id, other.id, ['address']]]);
  });
});
