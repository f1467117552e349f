import { randomInt } from 'node:crypto';
import type { Customer } from '#domains/accounts/customer.entity';
import { PresaleCode, type PresalePool } from '#domains/presale-codes/presale-pool.entity';
import { byForm, inLongForm, it, itInBoth } from '../suite/form';
import { sessionCookie } from '../support/logged-in';
import { mailsOf } from '../support/mails-of';
import { Pages } from '../support/pages';
import { race, twoServers } from '../support/races';
import { runJob } from '../support/run-job';
import { staffOf } from '../support/staff-client';
import { testApp } from '../support/start-test-app';

const t = testApp();
const { crowd, origin } = twoServers(t);

/** People, the codes that are there for them, and connections that send so many claims each. */
const { people, codes, connections, claims } = byForm({
  short: { people: 16, codes: 12, connections: 10, claims: 4 },
  long: { people: 400, codes: 300, connections: 50, claims: 20 },
});

/** A browser of a member on each server, with the same cookies and the form of the page. */
interface Claimer {
  readonly customer: Customer;
  readonly browsers: readonly Pages[];
  readonly token: string;
}

const uploaded = async (pool: PresalePool, count: number): Promise<void> => {
  await t.db.query(
    `INSERT INTO presale_codes (fanclub_id, pool_id, position, code)
     SELECT $1::bigint, $2::bigint, n, 'P' || $2::bigint || '-' || n FROM generate_series(1, $3::integer) n`,
    [pool.fanclubId, pool.id, count],
  );
};
const given = (pool: PresalePool): Promise<PresaleCode[]> =>
  t.db
    .getRepository(PresaleCode)
    .createQueryBuilder('code')
    .where('code.poolId = :id AND code.customerId IS NOT NULL', { id: pool.id })
    .getMany();

async function claimer(path: string): Promise<Claimer> {
  const customer = await t.given.customer();
  await t.given.subscription({ customer });
  const cookie = sessionCookie(t, customer.fanclubId, await t.given.session({ customer }));
  const browsers = [0, 1].map((n) => new Pages(origin(n)));
  for (const { http } of browsers) http.cookies.set(...cookie);
  const page = await browsers[0].open(path);
  const { cookies } = browsers[0].http;
  for (const name of cookies.names) browsers[1].http.cookies.set(name, cookies.get(name)!);
  return { customer, browsers, token: page.fields.form_token.value };
}

/** What a claim showed: a code, or null for none. The server may shed load; then it is sent again. */
async function claimed({ browsers, token }: Claimer, path: string, n: number): Promise<string | null> {
  for (;;) {
    const page = await browsers[n % 2].send(path, { form_token: token });
    if (page.status === 503) continue;
    const [, code = null] = /<code>([^<]+)<\/code>/.exec(page.html) ?? [];
    if (code === null) expect(page.text).toMatch(/All codes have been given|as many codes/);
    return code;
  }
}

// One round: it takes twenty seconds in the long form.
itInBoth(
  `of ${connections} × ${claims} claims gives each code once, and each member one`,
  async () => {
    await t.given.fanclub();
    const pool = await t.given.presalePool();
    const { fanclubId, id } = await t.given.ticketLink({ pool });
    await uploaded(pool, codes);
    const path = `/fanclubs/${fanclubId}/links/${id}/code`;
    const claimers: Claimer[] = [];
    for (let n = 0; n < people; n += 1) claimers.push(await claimer(path));

    const shown = new Map<number, Set<string>>();
    await crowd(async (_, connection) => {
      for (let n = 0; n < claims; n += 1) {
        const one = claimers[(connection * claims + n) % people];
        const code = await claimed(one, path, randomInt(2));
        if (code === null) continue;
        const own = shown.get(one.customer.id) ?? new Set();
        shown.set(one.customer.id, own.add(code));
      }
    }, connections);

    const rows = await given(pool);
    expect(rows).toHaveLength(codes);
    expect(new Set(rows.map(({ customerId }) => customerId)).size).toBe(codes);
    const owners = new Map(rows.map(({ customerId, code }) => [customerId, code]));
    for (const [customer, own] of shown) expect([customer, ...own]).toEqual([customer, owners.get(customer)]);
    const mails = (await mailsOf(t)).filter(({ presale }) => presale?.pool === pool.name);
    expect(new Set(mails.map(({ presale }) => presale!.rows[0].value)).size).toBe(codes);
    expect(mails).toHaveLength(codes);
  },
  120_000,
);

race('of one member over several pools keeps the limit of their group', async () => {
  await t.given.fanclub();
  const limit = { limitGroup: 'Tour', limitCodes: 2 };
  const pools: PresalePool[] = [];
  const paths: string[] = [];
  for (let n = 0; n < 5; n += 1) {
    const pool = await t.given.presalePool(limit);
    const { fanclubId, id } = await t.given.ticketLink({ pool });
    await uploaded(pool, 3);
    pools.push(pool);
    paths.push(`/fanclubs/${fanclubId}/links/${id}/code`);
  }
  const one = await claimer(paths[0]);
  await crowd((_, n) => claimed(one, paths[n % 5], n), connections);
  const counts = await Promise.all(pools.map(async (pool) => (await given(pool)).length));
  expect(counts.toSorted()).toEqual([0, 0, 0, 1, 1]);
});

race('of claims and jobs gives each member one code', async () => {
  await t.given.fanclub();
  const pool = await t.given.presalePool({ mode: 'everyone' });
  const { fanclubId, id } = await t.given.ticketLink({ pool });
  const path = `/fanclubs/${fanclubId}/links/${id}/code`;
  await uploaded(pool, 10);
  const claimers: Claimer[] = [];
  for (let n = 0; n < 10; n += 1) claimers.push(await claimer(path));
  const jobs = [1, 2, 3].map(() => runJob(t, 'presale_codes.give'));
  await Promise.all([...jobs, crowd((_, n) => claimed(claimers[n % 10], path, n), connections)]);
  await runJob(t, 'presale_codes.give');
  const rows = await given(pool);
  expect([rows.length, new Set(rows.map(({ customerId }) => customerId)).size]).toEqual([10, 10]);
  expect((await mailsOf(t)).filter(({ presale }) => presale?.pool === pool.name)).toHaveLength(10);
});

race('of uploads adds a code to one pool', async (round) => {
  const { id: fanclub } = await t.given.fanclub();
  const pools = [await t.given.presalePool(), await t.given.presalePool()];
  const kim = await staffOf(t, 'manager');
  const answers = await Promise.all(
    [...pools, ...pools].map(({ id }) =>
      kim.send('POST', `/fanclubs/${fanclub}/pools/${id}/codes`, `SAME-${round}`, {
        'content-type': 'text/csv',
      }),
    ),
  );
  expect(answers.map(({ body }) => (body as { new: number }).new).toSorted()).toEqual([0, 0, 0, 1]);
});

inLongForm(() => {
  it('an upload takes 50,000 codes, and no more', async () => {
    const { id: fanclub } = await t.given.fanclub();
    const pool = await t.given.presalePool();
    const kim = await staffOf(t, 'manager');
    const upload = (file: string) =>
      kim.send('POST', `/fanclubs/${fanclub}/pools/${pool.id}/codes`, file, { 'content-type': 'text/csv' });
    const file = Array.from({ length: 50_000 }, (_, n) => `C${n}`).join('\n');
    expect((await upload(file)).body).toMatchObject({ new: 50_000 });
    const [{ misplaced }] = await t.db.query<{ misplaced: number }[]>(
      `SELECT count(*) AS misplaced FROM presale_codes WHERE code <> 'C' || (position - 1)`,
    );
    expect(misplaced).toBe(0);
    expect(await upload(`${file}\nONE-MORE`)).toMatchObject({
      status: 422,
      body: { detail: 'Line 50001: The file has more than 50000 rows. Send it in several parts.' },
    });
    const path = `/fanclubs/${fanclub}/pools/${pool.id}`;
    const used = file.split('\n').slice(0, 12_000).join('\n');
    const marked = await kim.send('POST', `${path}/used`, used, { 'content-type': 'text/csv' });
    expect(marked.body).toMatchObject({ new: 12_000, unusable: 0 });
    const voided = await kim.post(`${path}/void_unassigned`, { reason: 'Cancelled' });
    expect(voided.body).toEqual({ voided: 38_000 });
  }, 120_000);

  it('a job gives 1,200 members their codes in batches, and goes on where it was interrupted', async () => {
    const { id: fanclubId } = await t.given.fanclub();
    const plan = await t.given.plan();
    const pool = await t.given.presalePool({ mode: 'everyone' });
    await uploaded(pool, 1_150);
    await t.db.query(
      `WITH c AS (
         INSERT INTO customers (fanclub_id, email, registered, confirmed_at)
         SELECT $1::bigint, 'fan' || n || '@crowd.example', true, now() FROM generate_series(1, 1200) n RETURNING id
       )
       INSERT INTO subscriptions (fanclub_id, customer_id, plan_id, start_date)
       SELECT $1::bigint, id, $2::bigint, now() - interval '1 day' FROM c`,
      [fanclubId, plan.id],
    );
    const stop = new AbortController();
    stop.abort();
    expect(await runJob(t, 'presale_codes.give', stop.signal)).toBe(0);
    expect(await runJob(t, 'presale_codes.give')).toBe(1_150);
    expect(await given(pool)).toHaveLength(1_150);
    expect((await mailsOf(t)).filter(({ presale }) => presale?.pool === pool.name)).toHaveLength(1_150);
  });
});
