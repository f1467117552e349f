import type { Customer } from '#domains/accounts/customer.entity';
import type { Event } from '#domains/events/event.entity';
import type { Plan } from '#domains/plans/plan.entity';
import { PresaleCode, type PresalePool } from '#domains/presale-codes/presale-pool.entity';
import type { Subscription } from '#domains/subscriptions/subscription.entity';
import { countStatements } from '#libs/testing';
import { daysFrom } from '#samples';
import { PresaleCodesService } from '../../src/domains/presale-codes';
import { Published } from '../../src/platform/published';
import type { Api } from '../support/api';
import { EVERY_VIEWER } from '../support/every-viewer';
import { loggedIn } from '../support/logged-in';
import { mailsOf } from '../support/mails-of';
import { runJob } from '../support/run-job';
import { testApp } from '../support/start-test-app';

// The clock is at noon UTC on June 15, 2026.
const t = testApp();

let plan: Plan;
let event: Event;

beforeEach(async () => {
  await t.given.fanclub();
  plan = await t.given.plan();
  event = await t.given.event();
});

const SELLER = 'https://tickets.example/presale';

/** A pool with codes, and an exclusive link with it. */
async function presale(overrides: Partial<PresalePool> = {}, codes: readonly string[] = []) {
  const pool = await t.given.presalePool(overrides);
  const link = await t.given.ticketLink({ event, pool, exclusive: true, url: SELLER, codes: ['CLUB'] });
  for (const code of codes) await t.given.presaleCode({ pool, code });
  return { pool, link, claimPage: `${t.config.publicUrl}/fanclubs/${pool.fanclubId}/links/${link.id}/code` };
}

async function member(of = plan): Promise<{ customer: Customer; subscription: Subscription; api: Api }> {
  const customer = await t.given.customer();
  const subscription = await t.given.subscription({ customer, plan: of });
  return { customer, subscription, api: await loggedIn(t, customer) };
}

const shown = async (api: Api): Promise<{ codes: string[]; url: string }> => {
  const { codes, url } = (await api.get(`/events/${event.id}`)).body.event.links[0];
  return { codes, url };
};
const give = (): Promise<number> => runJob(t, 'presale_codes.give');
const claim = async (customer: Customer, pool: PresalePool, link: number | null = null) => {
  const fanclub = (await t.app.get(Published).byId(pool.fanclubId))!;
  const asked = { pool: pool.id, customer: customer.id, by: 'member', link } as const;
  return t.app.get(PresaleCodesService).claim(fanclub, asked);
};
const codeMails = async () => (await mailsOf(t)).filter(({ kind }) => kind === 'presale_code');
const stored = (pool: PresalePool): Promise<PresaleCode[]> =>
  t.db.getRepository(PresaleCode).find({ where: { poolId: pool.id }, order: { position: 'ASC' } });

describe('a pool on request', () => {
  it('leads an entitled member to the page that gives a code, then to the seller with the code', async () => {
    const { pool, link, claimPage } = await presale({}, ['FIRST', 'SECOND']);
    const { api, customer } = await member();
    expect(await shown(api)).toEqual({ codes: ['CLUB'], url: claimPage });

    expect(await claim(customer, pool, link.id)).toMatchObject({ code: 'FIRST', refusal: null });

    expect(await shown(await loggedIn(t, customer))).toEqual({ codes: ['CLUB', 'FIRST'], url: SELLER });
    expect(await codeMails()).toMatchObject([
      { to: customer.email, link: claimPage, presale: { pool: pool.name, rows: [{ value: 'FIRST' }] } },
    ]);
  });

  it('gives a member the same code again, without a second mail', async () => {
    const { pool } = await presale({}, ['FIRST', 'SECOND']);
    const { customer } = await member();
    await claim(customer, pool);
    expect(await claim(customer, pool)).toMatchObject({ code: 'FIRST', refusal: null });
    expect(await codeMails()).toHaveLength(1);
  });

  it.each([
    ['before it opens', (now: Date) => ({ opensAt: daysFrom(now, 1) }), 'upcoming'],
    ['after it has closed', (now: Date) => ({ closesAt: daysFrom(now, -0.5) }), 'closed'],
  ])('gives no code %s', async (_, window, refusal) => {
    const { pool } = await presale(window(t.clock.now()), ['FIRST']);
    expect(await claim((await member()).customer, pool)).toMatchObject({ code: null, refusal });
  });

  it('says when no code is left', async () => {
    const { pool } = await presale({}, ['ONLY']);
    await claim((await member()).customer, pool);
    expect(await claim((await member()).customer, pool)).toMatchObject({ code: null, refusal: 'none_left' });
  });

  it('gives a member as many codes of a group as its limit allows', async () => {
    const limit = { limitGroup: 'Tour', limitCodes: 2 };
    const pools: PresalePool[] = [];
    for (const code of ['A', 'B', 'C']) pools.push((await presale(limit, [code])).pool);
    const { customer } = await member();
    const refusals = [];
    for (const pool of pools) refusals.push((await claim(customer, pool))!.refusal);
    expect(refusals).toEqual([null, null, 'limit_reached']);
  });

  it('gives one code to a member who asks ten times at once, and keeps the limit over pools', async () => {
    const limit = { limitGroup: 'Tour', limitCodes: 2 };
    const pools: PresalePool[] = [];
    for (const n of [1, 2, 3]) pools.push((await presale(limit, [`${n}-A`, `${n}-B`])).pool);
    const { customer } = await member();
    await Promise.all(Array.from({ length: 12 }, (_, n) => claim(customer, pools[n % 3])));
    const given = await t.db.getRepository(PresaleCode).find({ where: { customerId: customer.id } });
    expect(given.map(({ limitPlace }) => limitPlace).sort()).toEqual([1, 2]);
    expect(new Set(given.map(({ poolId }) => poolId)).size).toBe(2);
    expect(await codeMails()).toHaveLength(2);
  });
});

describe('who is entitled', () => {
  it.each(EVERY_VIEWER)('shows $name a code of the pool: $subscribed', async (kind) => {
    const { pool } = await presale({ mode: 'everyone' });
    for (let n = 0; n < 8; n += 1) await t.given.presaleCode({ pool, code: `SECRET-${n}` });
    const api = await kind.client(t, plan);
    await give();
    const answers = [await api.get(`/events/${event.id}`), await api.get('/events')];
    for (const { text } of answers) expect(text.includes('SECRET-')).toBe(kind.subscribed);
    const given = (await stored(pool)).filter(({ customerId }) => customerId !== null);
    expect(given).toHaveLength(kind.subscribed ? 1 : 0);
  });

  it.each([
    ['of another plan', async () => ({ of: await t.given.plan() })],
    [
      'of a plan without exclusive access',
      async () => ({ of: await t.given.plan({ exclusiveAccess: false }) }),
    ],
  ])('gives no code to a member %s', async (_, other) => {
    const { of } = await other();
    const pool = await t.given.presalePool({ mode: 'everyone', plans: [plan] });
    await t.given.ticketLink({ event, pool, exclusive: true });
    await t.given.presaleCode({ pool });
    const { customer } = await member(of);
    expect(await give()).toBe(0);
    expect(await claim(customer, pool)).toMatchObject({ code: null, refusal: 'not_entitled' });
  });

  it('hides the code of a member who is no longer entitled, and keeps it for them', async () => {
    const { pool } = await presale({}, ['MINE', 'OTHER']);
    const { customer, subscription } = await member();
    await claim(customer, pool);
    const repository = t.db.getRepository('subscriptions');
    await repository.update(subscription.id, { cancelled: true });
    const api = await loggedIn(t, customer);
    expect((await api.get('/events')).text).not.toContain('MINE');
    expect(await claim(customer, pool)).toMatchObject({ code: null, refusal: 'not_entitled' });

    await repository.update(subscription.id, { cancelled: false });
    expect((await shown(await loggedIn(t, customer))).codes).toEqual(['CLUB', 'MINE']);
    expect(await claim(customer, pool)).toMatchObject({ code: 'MINE' });
  });

  it('voids the code of a deleted customer, so that it is given to nobody else', async () => {
    const { pool } = await presale({}, ['GONE']);
    const customer = await t.given.customer();
    await t.db.getRepository(PresaleCode).delete({ poolId: pool.id });
    await t.given.presaleCode({ pool, customer, code: 'GONE' });
    await t.db.getRepository('customers').delete(customer.id);
    expect(await stored(pool)).toMatchObject([
      { code: 'GONE', customerId: null, assignedAt: null, voidReason: 'The member was deleted' },
    ]);
    expect(await claim((await member()).customer, pool)).toMatchObject({ refusal: 'none_left' });
  });
});

describe('a pool for everybody', () => {
  it('gives each entitled member a code when it opens, and who becomes entitled later theirs', async () => {
    const opensAt = daysFrom(t.clock.now(), 1);
    const { pool } = await presale({ mode: 'everyone', opensAt }, ['A', 'B', 'C']);
    const ada = await member();
    const bob = await member();
    expect(await give()).toBe(0);
    t.clock.set(opensAt);
    expect(await give()).toBe(2);
    expect(await give()).toBe(0);
    const cleo = await member();
    expect(await give()).toBe(1);

    const own = await Promise.all(
      [ada, bob, cleo].map(async ({ customer }) => shown(await loggedIn(t, customer))),
    );
    expect(own.map(({ codes }) => codes[1])).toEqual(['A', 'B', 'C']);
    expect((await codeMails()).map(({ to }) => to)).toEqual(
      [ada, bob, cleo].map(({ customer }) => customer.email),
    );
    expect((await stored(pool)).every(({ mailedAt }) => mailedAt !== null)).toBe(true);
  });

  it('gives what there is to the members who have been customers for longest', async () => {
    await presale({ mode: 'everyone' }, ['A']);
    const first = await member();
    const second = await member();
    expect(await give()).toBe(1);
    expect((await shown(await loggedIn(t, first.customer))).codes).toEqual(['CLUB', 'A']);
    expect(await shown(await loggedIn(t, second.customer))).toEqual({ codes: ['CLUB'], url: SELLER });
  });

  it('shows nothing before it opens, also of a code that staff gave', async () => {
    const { pool } = await presale({ mode: 'everyone', opensAt: daysFrom(t.clock.now(), 1) });
    const { customer, api } = await member();
    await t.given.presaleCode({ pool, customer, code: 'EARLY' });
    expect(await shown(api)).toEqual({ codes: ['CLUB'], url: SELLER });
  });

  it('reaches every pool, however many others have codes left', async () => {
    for (let n = 0; n < 100; n += 1) await presale({ mode: 'everyone' }, [`LEFT-${n}`]);
    const other = await t.given.plan();
    await t.db.query('INSERT INTO presale_pool_plans SELECT fanclub_id, id, $1 FROM presale_pools', [
      other.id,
    ]);
    await presale({ mode: 'everyone' }, ['A']);
    await member();
    expect(await give()).toBe(1);
  });

  it('goes on with other pools if one cannot be given', async () => {
    const { pool } = await presale({ mode: 'everyone' }, ['A']);
    await presale({ mode: 'everyone', opensAt: t.clock.now() }, ['B']);
    await member();
    const published = t.app.get(Published);
    const byId = published.byId.bind(published);
    const broken = jest.spyOn(published, 'byId').mockRejectedValueOnce(new Error('The cache is away'));
    broken.mockImplementation(byId);
    expect(await give()).toBe(1);
    expect((await stored(pool))[0].customerId).toBeNull();
    broken.mockRestore();
  });

  it('gives no code that the seller has seen used', async () => {
    const { pool } = await presale({ mode: 'everyone' }, ['USED', 'FRESH']);
    await t.db.getRepository(PresaleCode).update({ code: 'USED' }, { usedAt: t.clock.now() });
    const { customer } = await member();
    expect(await give()).toBe(1);
    expect(await stored(pool)).toMatchObject([{ customerId: null }, { customerId: customer.id }]);
    expect(await claim((await member()).customer, pool)).toMatchObject({ refusal: 'none_left' });
  });

  it('mails codes after all other mails', async () => {
    await presale({ mode: 'everyone' }, ['A']);
    await member();
    await give();
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
    await member();
    await give();
    const [{ link }] = await codeMails();
    expect(link).toMatch(new RegExp(`/links/${links[2].id}/code$`));
  });

  it('mails no code to an address that does not work', async () => {
    const { pool } = await presale({ mode: 'everyone' }, ['A']);
    const customer = await t.given.customer({ invalidEmail: true });
    await t.given.subscription({ customer, plan });
    expect(await give()).toBe(1);
    expect(await codeMails()).toEqual([]);
    expect(await stored(pool)).toMatchObject([{ customerId: customer.id, mailedAt: null }]);
  });
});

it('reads codes by one more statement, only in a fan club whose links have a pool', async () => {
  const count = async (api: Api): Promise<number> => {
    await api.get('/events');
    t.clock.advance(2);
    const counter = countStatements();
    await api.get('/events');
    return counter.stop().length;
  };
  const { api } = await member();
  const without = await count(api);
  await presale({}, ['A']);
  expect(await count(api)).toBe(without + 1);
  expect(await count((await member(await t.given.plan({ exclusiveAccess: false }))).api)).toBe(without);
});
