import type { Customer } from '#domains/accounts/customer.entity';
import type { Plan } from '#domains/plans/plan.entity';
import { PresaleCode, type PresalePool } from '#domains/presale-codes/presale-pool.entity';
import { daysFrom } from '#samples';
import { loggedIn } from '../support/logged-in';
import { type StaffAnswer, type StaffClient, staffOf } from '../support/staff-client';
import { testApp } from '../support/start-test-app';

// The clock is at noon UTC on June 15, 2026.
const t = testApp();

let plan: Plan;
let kim: StaffClient;
let base: string;

beforeEach(async () => {
  const { id } = await t.given.fanclub();
  plan = await t.given.plan({ name: 'Gold' });
  kim = await staffOf(t, 'manager');
  base = `/fanclubs/${id}`;
});

const upload = (pool: number, text: string, { to = 'codes', dryRun = false } = {}): Promise<StaffAnswer> =>
  kim.send('POST', `${base}/pools/${pool}/${to}${dryRun ? '?dry_run=true' : ''}`, text, {
    'content-type': 'text/csv',
  });
const stored = (pool: number): Promise<PresaleCode[]> =>
  t.db.getRepository(PresaleCode).find({ where: { poolId: pool }, order: { position: 'ASC' } });

async function member(): Promise<Customer> {
  const customer = await t.given.customer();
  await t.given.subscription({ customer, plan });
  return customer;
}
/** A pool in which a member has a code and others are free. */
async function given(
  free: readonly string[] = ['SPARE'],
): Promise<{ pool: PresalePool; customer: Customer; code: PresaleCode }> {
  const pool = await t.given.presalePool();
  const customer = await member();
  const code = await t.given.presaleCode({ pool, customer, code: 'SECRET-1' });
  for (const text of free) await t.given.presaleCode({ pool, code: text });
  return { pool, customer, code };
}

describe('a pool', () => {
  it('is made, changed and deleted while nothing refers to it', async () => {
    const opens = daysFrom(t.clock.now(), 1).toISOString();
    const made = await kim.post(`${base}/pools`, {
      name: 'Tour',
      mode: 'everyone',
      opens_at: opens,
      plans: [plan.id],
    });
    expect(made).toMatchObject({ status: 201, body: { name: 'Tour', mode: 'everyone', limit_group: null } });
    const path = `${base}/pools/${(made.body as { id: number }).id}`;
    const changed = await kim.patch(
      path,
      { limit_group: 'Spring', limit_codes: 2 },
      String(made.headers.etag),
    );
    expect(changed).toMatchObject({ status: 200, body: { limit_group: 'Spring', limit_codes: 2 } });
    expect(await kim.patch(path, { limit_codes: null }, String(changed.headers.etag))).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '#/limit_codes' }] },
    });
    expect((await kim.delete(path)).status).toBe(204);
  });

  it.each(['codes', 'a link'])('with %s cannot be deleted', async (what) => {
    const pool = await t.given.presalePool();
    if (what === 'codes') await t.given.presaleCode({ pool });
    else await t.given.ticketLink({ pool });
    expect((await kim.delete(`${base}/pools/${pool.id}`)).status).toBe(409);
  });

  it('can be the pool of all shows of a tour, one code for all of them', async () => {
    const pool = await t.given.presalePool();
    const links = [];
    for (const n of [1, 2, 3])
      links.push(
        await t.given.ticketLink({ event: await t.given.event({ title: `Show ${n}` }), exclusive: true }),
      );
    const set = await kim.send('PUT', `${base}/pools/${pool.id}/links`, { links: links.map(({ id }) => id) });
    expect(set.body).toMatchObject({
      total: 3,
      data: links.map(({ id }) => ({ id, pool: pool.id, published: true })),
    });

    const customer = await member();
    await t.given.presaleCode({ pool, customer, code: 'TOUR' });
    const { body } = await (await loggedIn(t, customer)).get('/events');
    const events = body.events as { links: { codes: string[] }[] }[];
    expect(events.map((event) => event.links[0].codes)).toEqual([['TOUR'], ['TOUR'], ['TOUR']]);

    await kim.send('PUT', `${base}/pools/${pool.id}/links`, { links: [links[1].id] });
    const { body: after } = await kim.get(`${base}/pools/${pool.id}/links`);
    expect((after as { data: { pool: number | null }[] }).data.map((link) => link.pool)).toEqual([
      null,
      pool.id,
      null,
    ]);
  });

  it('takes no link of another fan club', async () => {
    const pool = await t.given.presalePool();
    const other = await t.given.anotherFanclub();
    const { id } = await t.given.ticketLink({ event: await t.given.event({ fanclubId: other.id }) });
    expect(await kim.send('PUT', `${base}/pools/${pool.id}/links`, { links: [id] })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '#/links/0' }] },
    });
  });
});

describe('an upload', () => {
  it('says what it would do, then adds the new codes in their order', async () => {
    const [pool, other] = [await t.given.presalePool(), await t.given.presalePool({ name: 'Autumn' })];
    await t.given.presaleCode({ pool, code: 'HERE' });
    await t.given.presaleCode({ pool: other, code: 'THERE' });
    const file = `seat,code\n1,NEW-B\n2, HERE \n3,THERE\n4,NEW-B\n5,1.2E+12\n6,\n7,NEW-A\n8,Total 8\n`;
    const expected = {
      ...{ new: 2, repeated: 1, present: 1, elsewhere: 1, unusable: 2 },
      lines: [
        { line: 3, kind: 'present', detail: 'The pool has this code already.' },
        { line: 4, kind: 'elsewhere', detail: 'The pool “Autumn” has this code.' },
        { line: 5, kind: 'repeated', detail: 'The file has this code more than once.' },
        {
          line: 6,
          kind: 'unusable',
          detail: 'A spreadsheet has rounded this number. Format the column as text.',
        },
        { line: 9, kind: 'unusable', detail: 'A code has no spaces.' },
      ],
    };
    expect(await upload(pool.id, file, { dryRun: true })).toMatchObject({ status: 200, body: expected });
    expect(await stored(pool.id)).toHaveLength(1);
    expect(await upload(pool.id, file)).toMatchObject({ status: 200, body: expected });
    expect((await stored(pool.id)).map(({ code }) => code)).toEqual(['HERE', 'NEW-B', 'NEW-A']);
    expect((await upload(pool.id, file)).body).toMatchObject({ new: 0, present: 4 });
  });

  it('takes a pasted list, and keeps the case', async () => {
    const pool = await t.given.presalePool();
    expect((await upload(pool.id, 'abC\n  dEf \n\n')).body).toMatchObject({ new: 2, lines: [] });
    expect((await stored(pool.id)).map(({ code }) => code)).toEqual(['abC', 'dEf']);
  });

  it('of used codes marks them', async () => {
    const { pool, code } = await given();
    const report = await upload(pool.id, 'code\nSECRET-1\nSTRANGE\n', { to: 'used' });
    expect(report.body).toMatchObject({
      new: 1,
      unusable: 1,
      lines: [{ line: 3, detail: 'The pool has no such code.' }],
    });
    const [marked] = await stored(pool.id);
    expect([marked.id, marked.usedAt]).toEqual([code.id, t.clock.now()]);
  });
});

it('reports what was given, mailed and used, and who has none; and exports for the seller', async () => {
  const { pool, code } = await given(['A', 'B']);
  await t.db.getRepository(PresaleCode).update(code.id, { mailedAt: t.clock.now(), usedAt: t.clock.now() });
  await member();
  const figures = { given: 1, mailed: 1, used: 1 };
  expect((await kim.get(`${base}/pools/${pool.id}/report`)).body).toEqual({
    ...{ id: pool.id, total: 3, free: 2, voided: 0, entitled_without_code: 1, ...figures },
    by_day: [{ day: '2026-06-15', ...figures }],
    by_plan: [{ plan: plan.id, name: 'Gold', ...figures }],
  });
  const csv = (await kim.text(`${base}/pools/${pool.id}/report.csv`)).replace('\ufeff', '').split('\r\n');
  expect(csv.slice(0, 5)).toEqual([
    'what,name,given,mailed,used',
    'total,3,1,1,1',
    'day,2026-06-15,1,1,1',
    'plan,Gold,1,1,1',
    'entitled_without_code,1,,,',
  ]);
  expect((await kim.download(`${base}/pools/${pool.id}/export`)).replace('\ufeff', '')).toBe(
    'code\r\nSECRET-1\r\n',
  );
  expect((await kim.get(`${base}/pools/${pool.id}`)).body).toMatchObject({ notes: ['1 of 3 codes given.'] });
});

it('shows viewers codes and names masked, everywhere', async () => {
  const { pool, customer } = await given();
  await t.given.ticketLink({ pool, exclusive: true });
  const vera = await staffOf(t, 'viewer');
  const listed = await vera.get(`${base}/pools/${pool.id}/codes`);
  expect(listed.body).toMatchObject({ total: 2, data: [{ code: 'SE…', state: 'given' }, { code: 'SP…' }] });
  expect((await vera.get(`${base}/pools/${pool.id}/codes?q=SECRET`)).status).toBe(403);
  const seen = [
    listed,
    await vera.get(`${base}/preview/events?as=member:${customer.id}`),
    await vera.get(`${base}/members/${customer.id}/view`),
    await vera.get(`${base}/pools/${pool.id}/report`),
    await vera.get(`${base}/members/${customer.id}/presale_codes`),
  ];
  for (const { body } of seen) expect(JSON.stringify(body)).not.toMatch(/SECRET|SPARE/);
  expect(await kim.get(`${base}/members/${customer.id}/presale_codes`)).toMatchObject({
    status: 200,
    body: { total: 1, data: [{ pool: pool.id, code: 'SECRET-1', state: 'given' }] },
  });
  const full = await kim.get(`${base}/preview/events?as=member:${customer.id}`);
  expect(JSON.stringify(full.body)).toContain('SECRET-1');
  expect((await kim.get(`${base}/pools/${pool.id}/codes?q=secret&state=given`)).body).toMatchObject({
    total: 1,
  });
});

it('names pools with too few codes on the first page, before they open', async () => {
  const opensAt = daysFrom(t.clock.now(), 3);
  const { id } = await t.given.presalePool({ mode: 'everyone', opensAt });
  const empty = await t.given.presalePool({ opensAt });
  await t.given.presalePool({ opensAt: daysFrom(t.clock.now(), 60) });
  await t.given.presalePool({ closesAt: daysFrom(t.clock.now(), -0.5) });
  const customer = await member();
  await member();
  const full = await t.given.presalePool();
  await t.given.presaleCode({ pool: full });
  await t.given.presaleCode({ pool: full, customer });
  const { body } = await kim.get(`${base}/dashboard`);
  expect(body).toMatchObject({ presale: { given: 1, total: 2, short_pools: [id, empty.id] } });
});
