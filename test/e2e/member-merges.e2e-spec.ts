import { Sql } from '../../src/platform/database';
import { verifyAudits } from '../../src/platform/staff';
import type { Customer } from '#domains/accounts/customer.entity';
import type { Fanclub } from '#platform/tenants/fanclub.entity';
import { daysFrom, PASSWORD } from '#samples';
import { loggedIn, sessionCookie } from '../support/logged-in';
import { Pages } from '../support/pages';
import { personWithEverything } from '../support/personal-world';
import { staffOf } from '../support/staff-client';
import { testApp } from '../support/start-test-app';

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
    await t.db.query("UPDATE contest_winners SET state = 'confirmed', decided_at = now()");
    // The look is on record for both, once an hour.
    expect((await owner.post(`${pathOf(into, from)}/preview`, {})).status).toBe(200);
    const seen = await t.db.query(
      "SELECT customer_id FROM staff_audits WHERE action = 'member.seen' ORDER BY customer_id",
    );
    expect(seen).toEqual([from, into].map(({ id }) => ({ customer_id: id })));
    const before = await everything();
    const { body: preview } = await owner.post(`${pathOf(into, from)}/preview`, {});
    expect(await everything()).toBe(before);
    expect(preview.obstacles).toEqual([]);
    expect(tablesOf(preview.tables, 'removed')).toEqual([
      'authentications',
      'oidc_records',
      'one_time_tokens',
      'payment_card_pages',
      'person_exports',
      'sessions',
    ]);
    expect(tablesOf(preview.tables, 'kept')).toEqual(['customers']);
    expect(tablesOf(preview.tables, 'voided')).toEqual([]);
    expect(tablesOf(preview.tables, 'moved').length).toBe(preview.tables.length - 7);

    expect((await owner.post(pathOf(into, from), merge)).status).toBe(204);

    // Applications have yet to hear that the merged account is logged out.
    expect(await t.db.query('SELECT customer_id FROM oidc_log_ins')).toEqual([{ customer_id: from.id }]);
    const again = await owner.post(`${pathOf(into, from)}/preview`, {});
    expect(again.status).toBe(404);
    const { rows } = (
      await t.db.query<[{ after: { rows: Record<string, object> } }]>(
        `SELECT after FROM staff_audits WHERE action = 'member.merged' AND customer_id = $1`,
        [into.id],
      )
    )[0].after;
    // The looks of staff are not in a dry run, which is one.
    delete rows.staff_reads;
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
    const { body: preview } = await owner.post(`${pathOf(into, from)}/preview`, {});
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

  it('is refused while either account is being charged, something could be lost, or an account is not usable', async () => {
    const owner = await staffOf(t);
    const into = await t.given.customer();
    const refusal = async (from: Member, to: Member = into) => {
      const answer = await owner.post(pathOf(to, from), merge);
      const { obstacles } = (await owner.post(`${pathOf(to, from)}/preview`, {})).body;
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
    const [asked, winning] = [await t.given.customer(), await t.given.customer()];
    const [asks, won] = [await t.given.contest(), await t.given.contest()];
    const prize = await t.given.entry({ customer: asked, contest: asks });
    await t.given.contestWinner({ entry: prize, state: 'selected', decidedAt: null });
    const entry = await t.given.entry({ customer: winning, contest: won });
    await t.given.contestWinner({ entry, state: 'confirmed', decidedAt: t.clock.now() });
    await t.given.entry({ customer: into, contest: won });
    const unproven = await t.given.customer({ confirmedAt: null });
    const entering = await t.given.customer();
    await t.given.paymentCardPage({ customer: entering, finishedAt: null });
    const [movedHouse, atHome] = [await t.given.customer(), await t.given.customer()];
    for (const customer of [movedHouse, atHome])
      await t.given.shippingAddress({ customer, city: `of ${customer.id}` });
    const parcel = await t.given.shipment({
      order: await t.given.order({ customer: movedHouse }),
      shipDate: null,
      shippingAddress: null,
    });
    const leaving = await t.given.customer({ eraseAt: daysFrom(t.clock.now(), 7) });
    const blacklisted = await t.given.customer({ blacklisted: true });
    const buyer = await t.given.unregisteredCustomer();
    expect([
      await refusal(paying),
      await refusal(renewing),
      await refusal(into, paying),
      await refusal(into, renewing),
      await refusal(asked),
      await refusal(winning),
      await refusal(entering),
      await refusal(movedHouse, atHome),
      await refusal(leaving),
      await refusal(blacklisted),
      await refusal(into, blacklisted),
      await refusal(into, buyer),
      await refusal(into, unproven),
    ]).toEqual([
      [`Order ${order.id} waits for its payment, or for a refund.`],
      [`Renewal ${renewal.id} is being charged.`],
      [`Order ${order.id} waits for its payment, or for a refund.`],
      [`Renewal ${renewal.id} is being charged.`],
      [`A prize of the contest “${asks.name}” waits for the answer of member ${asked.id}.`],
      [
        `Both have entered the contest “${won.name}”, and member ${winning.id} has won. Their account must stay.`,
      ],
      [`Member ${entering.id} is entering a card.`],
      [
        `A parcel of order ${parcel.orderId} is to be sent, and the addresses of both differ: it would go to the address of member ${atHome.id}.`,
      ],
      [`Member ${leaving.id} has asked to be erased, and can still change their mind.`],
      [`Member ${blacklisted.id} is blacklisted.`],
      [`Member ${blacklisted.id} is blacklisted.`],
      [`Member ${buyer.id} is not registered, so nobody could log in.`],
      [`Member ${unproven.id} has not confirmed the e-mail address, which may be another person's.`],
    ]);
    const erased = await t.given.customer();
    await owner.post(`/fanclubs/${club.id}/members/${erased.id}/erase`, { reason: 'asked by mail' });
    for (const nobody of [erased, into, { id: 999_999 }])
      expect((await owner.post(pathOf(into, nobody), merge)).status).toBe(404);
    // The unregistered buyer of a free plan can be merged into a member.
    expect((await owner.post(pathOf(into, buyer), merge)).status).toBe(204);
  });

  it('leads nothing of an account to the other one that is not proven, and keeps what the other one may renew', async () => {
    const owner = await staffOf(t);
    const [gold, silver] = [await t.given.plan(), await t.given.plan()];
    const locked = (plan: { id: number } | null, renewals: number) =>
      t.given.customer({ lockedPlanId: plan?.id ?? null, renewals });
    const stranger = await t.given.customer({ confirmedAt: null });
    await t.given.authentication({ customer: stranger, name: 'facebook' });
    const [free, member] = [await locked(null, 0), await locked(null, 0)];
    await t.given.subscription({ customer: member, plan: silver });
    const same = await locked(gold, 1);
    for (const [into, from] of [
      [free, stranger],
      [free, await locked(gold, 2)],
      [member, await locked(gold, 2)],
      [same, await locked(gold, 2)],
    ])
      expect((await owner.post(pathOf(into, from), merge)).status).toBe(204);
    expect(await t.db.query('SELECT id FROM authentications')).toEqual([]);
    const kept = await t.db.query(
      'SELECT locked_plan_id AS plan, renewals FROM customers WHERE id = ANY ($1) ORDER BY id',
      [[free.id, member.id, same.id]],
    );
    expect(kept).toEqual([
      { plan: gold.id, renewals: 2 },
      { plan: null, renewals: 0 },
      { plan: gold.id, renewals: 3 },
    ]);
  });

  it('keeps the codes of both: of an affiliate in one list, of a presale the one that is used', async () => {
    const owner = await staffOf(t);
    const [from, into] = [await t.given.customer(), await t.given.customer()];
    const affiliate = await t.given.affiliate();
    await t.given.affiliateCodes({ customer: from, affiliate, codes: ['B', 'A', 'C'] });
    await t.given.affiliateCodes({ customer: into, affiliate, codes: ['A'] });
    const pool = await t.given.presalePool();
    const unused = await t.given.presaleCode({ customer: into, pool });
    const used = await t.given.presaleCode({ customer: from, pool, usedAt: t.clock.now() });
    const closed = await t.given.contest({ when: 'ended', entriesClosedAt: t.clock.now() });
    const entries = [
      await t.given.entry({ customer: from, contest: closed }),
      await t.given.entry({ customer: into, contest: closed }),
    ];
    const { tables } = (await owner.post(`${pathOf(into, from)}/preview`, {})).body;
    expect(tables.find(({ table }: Row) => table === 'contest_entries')).toMatchObject({
      voided: [],
      kept: [String(entries[0].id)],
    });
    expect((await owner.post(pathOf(into, from), merge)).status).toBe(204);
    expect(await t.db.query('SELECT codes FROM affiliate_codes')).toEqual([{ codes: ['A', 'B', 'C'] }]);
    expect(
      await t.db.query('SELECT id, customer_id, voided_at IS NULL AS live FROM presale_codes ORDER BY id'),
    ).toEqual([
      { id: unused.id, customer_id: into.id, live: false },
      { id: used.id, customer_id: into.id, live: true },
    ]);
  });

  it('lets nothing be bought over what follows the present membership', async () => {
    const owner = await staffOf(t);
    const [from, into] = [await t.given.customer(), await t.given.customer()];
    const [plan, other] = [await t.given.plan({ price: '0' }), await t.given.plan({ price: '0' })];
    for (const customer of [from, into])
      await t.given.subscription({ customer, plan, endDate: daysFrom(t.clock.now(), 20) });
    expect((await owner.post(pathOf(into, from), merge)).status).toBe(204);
    const pages = new Pages(t.origin);
    pages.http.cookies.set(...sessionCookie(t, club.id, await t.given.session({ customer: into })));
    for (const { id } of [plan, other]) {
      const page = await pages.open(`/fanclubs/${club.id}/plans/${id}/checkout`);
      expect([page.text, page.buttons]).toEqual([expect.stringMatching(/already|begin/i), []]);
    }
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
    /** How much time from now on terms cover. Infinity: one has no end. */
    const covered = async (customer: number): Promise<number> => {
      const terms = await t.db.query<{ start: Date; end: Date | null }[]>(
        `SELECT start_date AS start, end_date AS "end" FROM subscriptions WHERE NOT cancelled AND customer_id = $1
         UNION ALL SELECT starts_at, end_date FROM queued_subscriptions WHERE processed_at IS NULL AND customer_id = $1
         ORDER BY 1`,
        [customer],
      );
      let [sum, until] = [0, now.getTime()];
      for (const { start, end } of terms) {
        if (end === null) return Infinity;
        const begins = Math.max(start.getTime(), until);
        if (end.getTime() <= begins) continue;
        sum += end.getTime() - begins;
        until = end.getTime();
      }
      return sum;
    };
    const random = (most: number) => Math.floor(Math.random() * most);
    const now = t.clock.now();
    for (let example = 0; example < 10; example += 1) {
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
      const left = (await covered(from.id)) + (await covered(into.id));
      const merged = await owner.post(pathOf(into, from), merge);
      expect(merged).toMatchObject({ status: 204 });
      expect(await t.db.query(sums, [[into.id]])).toEqual(before);
      // More if terms of the merged account overlapped: they follow each other now.
      expect(await covered(into.id)).toBeGreaterThanOrEqual(left);
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
    // Said again, it is on record again.
    expect((await distinguish(second, other)).status).toBe(204);
    for (const nobody of [second, { id: 999_999 }])
      expect((await distinguish(second, nobody)).status).toBe(404);
    // Staff who read the record of one see nothing about the other one, nor does an export of it.
    const record = await t.db.query(
      "SELECT DISTINCT action, customer_id, after FROM staff_audits WHERE action LIKE '%compared' OR action LIKE '%distinguished' ORDER BY 2",
    );
    expect(record).toEqual([
      { action: 'member.distinguished', customer_id: second.id, after: null },
      { action: 'member.distinguished', customer_id: other.id, after: null },
      { action: 'members.compared', customer_id: null, after: { page: 1, count: 2, searched: false } },
    ]);
    expect((await owner.post(pathOf(first, second), merge)).status).toBe(204);
    // The address is now the first one's, and nobody has said anything about those two.
    expect(await listed()).toEqual([[first.id, other.id, ['address']]]);
  });

  it('are listed with the next alike member once staff have distinguished them from the oldest', async () => {
    const owner = await staffOf(t);
    const likeness = { firstName: 'Ada', lastName: 'Byron', birthdate: '1990-01-31' };
    const [first, second, third] = [
      await t.given.customer(likeness),
      await t.given.customer(likeness),
      await t.given.customer(likeness),
    ];
    await owner.post(`/fanclubs/${club.id}/duplicates/distinct`, { first: first.id, second: third.id });
    const { data } = (await owner.get(`/fanclubs/${club.id}/duplicates`)).body;
    expect(data.map((pair: Record<string, Member>) => [pair.first.id, pair.second.id])).toEqual([
      [second.id, third.id],
      [first.id, second.id],
    ]);
  });
});
