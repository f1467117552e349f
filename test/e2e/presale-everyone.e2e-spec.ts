import { DatabaseError } from 'pg';
import type { Customer } from '#domains/accounts/customer.entity';
import { PresaleCode } from '#domains/presale-codes/presale-pool.entity';
import { daysFrom } from '#samples';
import { PresaleCodesService } from '../../src/domains/presale-codes';
import { Sql } from '../../src/platform/database';
import { Published } from '../../src/platform/published';
import { untilWaiting } from '../support/lock-waits';
import { loggedIn } from '../support/logged-in';
import { PresaleWorld, SELLER } from '../support/presale-world';
import { testApp } from '../support/start-test-app';

// The clock is at noon UTC on June 15, 2026.
const t = testApp();
const world = new PresaleWorld(t);

/** What PostgreSQL reports of a statement that takes too long. */
const SLOW = { code: '57014', severity: 'ERROR' };

beforeEach(() => world.begin());

describe('a pool for everybody', () => {
  it('gives each entitled member a code when it opens, and who becomes entitled later theirs', async () => {
    const opensAt = daysFrom(t.clock.now(), 1);
    const { pool } = await world.presale({ mode: 'everyone', opensAt }, ['A', 'B', 'C']);
    const ada = await world.member();
    const bob = await world.member();
    expect(await world.give()).toBe(0);
    t.clock.set(opensAt);
    expect(await world.give()).toBe(2);
    expect(await world.give()).toBe(0);
    const cleo = await world.member();
    expect(await world.give()).toBe(1);

    const own = await Promise.all(
      [ada, bob, cleo].map(async ({ customer }) => world.shown(await loggedIn(t, customer))),
    );
    expect(own.map(({ codes }) => codes[1])).toEqual(['A', 'B', 'C']);
    expect((await world.codeMails()).map(({ to }) => to)).toEqual(
      [ada, bob, cleo].map(({ customer }) => customer.email),
    );
    expect((await world.stored(pool)).every(({ mailedAt }) => mailedAt !== null)).toBe(true);
  });

  it('gives what there is to the members who have been customers for longest', async () => {
    await world.presale({ mode: 'everyone' }, ['A']);
    const first = await world.member();
    const second = await world.member();
    expect(await world.give()).toBe(1);
    expect((await world.shown(await loggedIn(t, first.customer))).codes).toEqual(['CLUB', 'A']);
    expect(await world.shown(await loggedIn(t, second.customer))).toEqual({ codes: ['CLUB'], url: SELLER });
  });

  it('shows nothing before it opens, also of a code that staff gave', async () => {
    const { pool } = await world.presale({ mode: 'everyone', opensAt: daysFrom(t.clock.now(), 1) });
    const { customer, api } = await world.member();
    await t.given.presaleCode({ pool, customer, code: 'EARLY' });
    expect(await world.shown(api)).toEqual({ codes: ['CLUB'], url: SELLER });
  });

  it('reaches every pool, however many others have codes left', async () => {
    for (let n = 0; n < 100; n += 1) await world.presale({ mode: 'everyone' }, [`LEFT-${n}`]);
    const other = await t.given.plan();
    await t.db.query('INSERT INTO presale_pool_plans SELECT fanclub_id, id, $1 FROM presale_pools', [
      other.id,
    ]);
    await world.presale({ mode: 'everyone' }, ['A']);
    await world.member();
    expect(await world.give()).toBe(1);
  });

  it('goes on with other pools if one cannot be given', async () => {
    const { pool } = await world.presale({ mode: 'everyone' }, ['A']);
    await world.presale({ mode: 'everyone', opensAt: t.clock.now() }, ['B']);
    await world.member();
    const published = t.app.get(Published);
    const byId = published.byId.bind(published);
    const broken = jest.spyOn(published, 'byId').mockRejectedValueOnce(new Error('The cache is away'));
    broken.mockImplementation(byId);
    expect(await world.give()).toBe(1);
    expect((await world.stored(pool))[0].customerId).toBeNull();
    broken.mockRestore();
  });

  it('halves a batch in which a member claims a code at the same moment, and misses nobody', async () => {
    const { pool } = await world.presale({ mode: 'everyone' }, ['A', 'B', 'C', 'D']);
    const members: Customer[] = [];
    for (let n = 0; n < 4; n += 1) members.push((await world.member()).customer);
    const fanclub = (await t.app.get(Published).byId(pool.fanclubId))!;
    const service = t.app.get(PresaleCodesService);
    const sql = t.app.get(Sql);
    const batches: number[] = [];
    const giving = async (): Promise<void> => {
      for await (const count of service.give(sql, fanclub, pool, new AbortController().signal))
        batches.push(count);
    };
    let job = Promise.resolve();
    await t.app.get(Sql).transaction(async (tx) => {
      const asked = { pool: pool.id, customer: members[1].id, by: 'member', link: null } as const;
      await service.claimIn(tx, fanclub, asked);
      job = giving();
      await untilWaiting(t, 1);
    });
    await job;
    // Of four, none; then the first one of two, as the second one has a code; then the other two.
    expect(batches).toEqual([1, 2]);
    const given = (await world.stored(pool)).map(({ customerId }) => customerId);
    expect(given.toSorted()).toEqual(members.map(({ id }) => id));
    expect(await world.codeMails()).toHaveLength(4);
  });

  it('gives smaller batches if the database is too busy for large ones', async () => {
    const { pool } = await world.presale({ mode: 'everyone' }, ['A', 'B', 'C', 'D']);
    for (let n = 0; n < 4; n += 1) await world.member();
    const sql = t.app.get(Sql);
    const transactions = jest.spyOn(sql, 'transaction');
    transactions.mockRejectedValueOnce(Object.assign(new DatabaseError('slow', 4, 'error'), SLOW));
    expect(await world.give()).toBe(4);
    // Four in one, then two each.
    expect(transactions).toHaveBeenCalledTimes(3);
    transactions.mockRestore();
    expect((await world.stored(pool)).every(({ customerId }) => customerId !== null)).toBe(true);

    await world.presale({ mode: 'everyone' }, ['E']);
    const always = jest.spyOn(sql, 'transaction');
    always.mockRejectedValue(Object.assign(new DatabaseError('slow', 4, 'error'), SLOW));
    expect(await world.give()).toBe(0);
    always.mockRestore();
    expect(await world.give()).toBe(1);
  });

  it('gives no code that the seller has seen used', async () => {
    const { pool } = await world.presale({ mode: 'everyone' }, ['USED', 'FRESH']);
    await t.db.getRepository(PresaleCode).update({ code: 'USED' }, { usedAt: t.clock.now() });
    const { customer } = await world.member();
    expect(await world.give()).toBe(1);
    expect(await world.stored(pool)).toMatchObject([{ customerId: null }, { customerId: customer.id }]);
    expect(await world.claim((await world.member()).customer, pool)).toMatchObject({ refusal: 'none_left' });
  });

  it('mails codes after all other mails', async () => {
    await world.presale({ mode: 'everyone' }, ['A']);
    await world.member();
    await world.give();
    const jobs = await t.db.query(
      `SELECT priority FROM graphile_worker.jobs WHERE task_identifier = 'send_mail'`,
    );
    expect(jobs).toEqual([{ priority: 10 }]);
  });

  it('leads in its mail to the next show, to the link for all plans', async () => {
    const past = await t.given.event({ start: daysFrom(t.clock.now(), -9) });
    const next = await t.given.event({ start: daysFrom(t.clock.now(), 9) });
    const later = await t.given.event({ start: daysFrom(t.clock.now(), 90) });
    const pool = await t.given.presalePool({ mode: 'everyone' });
    const links = [];
    for (const show of [past, later, next]) links.push(await t.given.ticketLink({ event: show, pool }));
    await t.given.presaleCode({ pool });
    await world.member();
    await world.give();
    const [{ link }] = await world.codeMails();
    expect(link).toMatch(new RegExp(`/links/${links[2].id}/code$`));
  });

  it('mails no code to an address that does not work', async () => {
    const { pool } = await world.presale({ mode: 'everyone' }, ['A']);
    const customer = await t.given.customer({ invalidEmail: true });
    await t.given.subscription({ customer, plan: world.plan });
    expect(await world.give()).toBe(1);
    expect(await world.codeMails()).toEqual([]);
    expect(await world.stored(pool)).toMatchObject([{ customerId: customer.id, mailedAt: null }]);
  });
});
