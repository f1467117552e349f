import { PresaleCode, type PresalePool } from '#domains/presale-codes/presale-pool.entity';
import { countStatements } from '#libs/testing';
import { daysFrom } from '#samples';
import { loggedIn } from '../support/logged-in';
import { PresaleWorld, SELLER } from '../support/presale-world';
import { testApp } from '../support/start-test-app';

// The clock is at noon UTC on June 15, 2026.
const t = testApp();
const world = new PresaleWorld(t);

beforeEach(() => world.begin());

describe('a pool on request', () => {
  it('leads an entitled member to the page that gives a code, then to the seller with the code', async () => {
    const { pool, link, claimPage } = await world.presale({}, ['FIRST', 'SECOND']);
    const { api, customer } = await world.member();
    expect(await world.shown(api)).toEqual({ codes: ['CLUB'], url: claimPage });

    expect(await world.claim(customer, pool, link.id)).toMatchObject({ code: 'FIRST', refusal: null });

    expect(await world.shown(await loggedIn(t, customer))).toEqual({ codes: ['CLUB', 'FIRST'], url: SELLER });
    expect(await world.codeMails()).toMatchObject([
      { to: customer.email, link: claimPage, presale: { pool: pool.name, rows: [{ value: 'FIRST' }] } },
    ]);
  });

  it('gives a member the same code again, without a second mail', async () => {
    const { pool } = await world.presale({}, ['FIRST', 'SECOND']);
    const { customer } = await world.member();
    await world.claim(customer, pool);
    expect(await world.claim(customer, pool)).toMatchObject({ code: 'FIRST', refusal: null });
    expect(await world.codeMails()).toHaveLength(1);
  });

  it.each([
    ['before it opens', (now: Date) => ({ opensAt: daysFrom(now, 1) }), 'upcoming'],
    ['after it has closed', (now: Date) => ({ closesAt: daysFrom(now, -0.5) }), 'closed'],
  ])('gives no code %s', async (_, window, refusal) => {
    const { pool } = await world.presale(window(t.clock.now()), ['FIRST']);
    expect(await world.claim((await world.member()).customer, pool)).toMatchObject({ code: null, refusal });
  });

  it('says when no code is left', async () => {
    const { pool } = await world.presale({}, ['ONLY']);
    await world.claim((await world.member()).customer, pool);
    expect(await world.claim((await world.member()).customer, pool)).toMatchObject({
      code: null,
      refusal: 'none_left',
    });
  });

  it('gives a member as many codes of a group as its limit allows', async () => {
    const limit = { limitGroup: 'Tour', limitCodes: 2 };
    const pools: PresalePool[] = [];
    for (const code of ['A', 'B', 'C']) pools.push((await world.presale(limit, [code])).pool);
    const { customer } = await world.member();
    const refusals = [];
    for (const pool of pools) refusals.push((await world.claim(customer, pool))!.refusal);
    expect(refusals).toEqual([null, null, 'limit_reached']);
  });

  it('gives one code to a member who asks ten times at once, and keeps the limit over pools', async () => {
    const limit = { limitGroup: 'Tour', limitCodes: 2 };
    const pools: PresalePool[] = [];
    for (const n of [1, 2, 3]) pools.push((await world.presale(limit, [`${n}-A`, `${n}-B`])).pool);
    const { customer } = await world.member();
    await Promise.all(Array.from({ length: 12 }, (_, n) => world.claim(customer, pools[n % 3])));
    const given = await t.db.getRepository(PresaleCode).find({ where: { customerId: customer.id } });
    expect(given.map(({ limitPlace }) => limitPlace).sort()).toEqual([1, 2]);
    expect(new Set(given.map(({ poolId }) => poolId)).size).toBe(2);
    expect(await world.codeMails()).toHaveLength(2);
  });
});

it('reads a visit and its codes by one statement', async () => {
  const { api } = await world.member();
  await world.presale({}, ['A']);
  await api.get('/events');
  t.clock.advance(2);
  const counter = countStatements();
  await api.get('/events');
  expect(counter.stop()).toHaveLength(1);
});
