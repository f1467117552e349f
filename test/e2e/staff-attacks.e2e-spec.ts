import { codeAt, StaffClient, staffOf } from '../support/staff-client';
import { testApp } from '../support/start-test-app';

const t = testApp({
  TRUST_PROXY: '127.0.0.1',
  LIMIT_STAFF_NETWORK: '1000/60',
  LIMIT_STAFF_LOGIN: '20/900',
});

beforeEach(() => t.clock.set(new Date()));
const laterBy = (seconds: number): void => t.clock.set(new Date(t.clock.now().getTime() + seconds * 1000));
/** The header by which the trusted proxy names a client. */
const from = (address: string) => ({ 'x-forwarded-for': address });

const club = async (rest: string): Promise<string> => `/fanclubs/${(await t.given.tenant!).id}/${rest}`;

/** The kind of a problem. */
const slug = (body: { type?: string }): string | undefined => body.type?.split('/').at(-1);

describe("another tenant's owner", () => {
  /** An owner of the test's fan club, and the path of a colleague there who owns another organization. */
  const sharedColleague = async (role: 'support' | 'owner') => {
    const kim = await staffOf(t);
    const here = await t.given.staffRole({ role });
    const other = await t.given.anotherFanclub();
    const elsewhere = { organizationId: other.organizationId, fanclubId: null };
    await t.given.staffRole({ staffId: here.staffId, ...elsewhere, role: 'owner' });
    return { kim, staffId: here.staffId, elsewhere, path: await club(`people/${here.id}`) };
  };

  it('cannot be reset by the owner of one fan club in which they have a role', async () => {
    const { kim, path, staffId } = await sharedColleague('support');
    const refused = await kim.post(`${path}/reset`);
    expect([refused.status, slug(refused.body)]).toEqual([403, 'not-allowed']);
    expect(await t.db.query('SELECT id FROM staff_tokens')).toEqual([]);
    const [{ password_hash: hash }] = await t.db.query('SELECT password_hash FROM staff WHERE id = $1', [
      staffId,
    ]);
    expect(hash).not.toBeNull();
  });

  it('can be reset by somebody who owns both organizations', async () => {
    const { kim, path, elsewhere } = await sharedColleague('support');
    await t.given.staffRole({ staffId: kim.person.id, ...elsewhere, role: 'owner' });
    expect((await kim.post(`${path}/reset`)).status).toBeLessThan(300);
  });

  it('cannot be reset through a role for a whole organization that only a fan club owner shares', async () => {
    const kim = await staffOf(t);
    const here = await t.given.staffRole({ role: 'support' });
    await t.given.staffRole({ staffId: here.staffId, fanclubId: null, role: 'owner' });
    expect((await kim.post(await club(`people/${here.id}/reset`))).status).toBe(403);
    const boss = await t.given.staff();
    await t.given.staffRole({ staffId: boss.id, fanclubId: null });
    const owner = await new StaffClient(t).logIn(boss);
    expect((await owner.post(await club(`people/${here.id}/reset`))).status).toBeLessThan(300);
  });
});

describe('a manager', () => {
  const changed = async (kim: StaffClient, body: object): Promise<[number, string | undefined]> => {
    const path = await club('club');
    const { headers } = await kim.get(path);
    const answer = await kim.patch(path, body, String(headers.etag));
    return [answer.status, slug(answer.body)];
  };

  it('cannot raise the limit of refunds and refund without a proof', async () => {
    const kim = await staffOf(t, 'manager');
    for (const money of [
      { support_refund_limit: '9000.00' },
      { currency: 'EUR' },
      { tax_rate: '1.00' },
      { tax_text: 'VAT' },
    ]) {
      expect(await changed(kim, money)).toEqual([403, 'not-allowed']);
    }
    expect((await kim.get(await club('club'))).body).toMatchObject({ support_refund_limit: '30.00' });
    expect(await changed(kim, { name: 'The Owls' })).toEqual([200, undefined]);
  });

  it('has to be an owner who has just proved a factor', async () => {
    const kim = await staffOf(t);
    laterBy(601);
    expect(await changed(kim, { support_refund_limit: '40.00' })).toEqual([401, 'proof-required']);
    expect((await kim.post('/me/proof/code', { code: codeAt(t.clock.now()) })).status).toBe(204);
    expect(await changed(kim, { support_refund_limit: '40.00' })).toEqual([200, undefined]);
  });
});

describe("a stranger's wrong passwords", () => {
  const guesses = (email: string, count: number, address = '203.0.113.9') =>
    Promise.all(
      Array.from({ length: count }, () =>
        new StaffClient(t).post('/session/password', { email, password: 'wrong' }, from(address)),
      ),
    );

  it('lock nobody out in another network', async () => {
    const person = await t.given.staff();
    const statuses = (await guesses(person.email, 12)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
    await new StaffClient(t).logIn(person);
  });

  it('are limited by address in all networks together', async () => {
    const { email } = await t.given.staff();
    const answers = await Promise.all([1, 2, 3].map((network) => guesses(email, 10, `203.0.113.${network}`)));
    expect(answers.flat().filter(({ status }) => status === 401)).toHaveLength(20);
  });

  it('leave a live session its proofs, which have a count of their own', async () => {
    const kim = await staffOf(t);
    await guesses(kim.person.email, 12);
    laterBy(30);
    const wrong: number[] = [];
    for (let n = 0; n < 3; n += 1) wrong.push((await kim.post('/me/proof/code', { code: '000000' })).status);
    expect(wrong).toEqual([401, 401, 401]);
    expect((await kim.post('/me/proof/code', { code: codeAt(t.clock.now()) })).status).toBe(204);
    for (let n = 0; n < 11; n += 1) wrong.push((await kim.post('/me/proof/code', { code: '000000' })).status);
    expect(wrong.at(-1)).toBe(429);
    await new StaffClient(t).logIn(await t.given.staff());
  });
});

describe('a trusted domain', () => {
  it('is added and removed only with a recent proof', async () => {
    const kim = await staffOf(t, 'manager');
    const made = await kim.post(await club('domains'), { origin: 'https://fans.example' });
    expect(made.status).toBe(201);
    laterBy(601);
    const other = await kim.post(await club('domains'), { origin: 'https://evil.example' });
    const removed = await kim.delete(await club(`domains/${made.body.id}`));
    expect([other, removed].map(({ body }) => slug(body))).toEqual(['proof-required', 'proof-required']);
  });
});

describe('a list of persons', () => {
  const recorded = () =>
    t.db.query<object[]>('SELECT action, subject_type, subject_id, after FROM staff_audits ORDER BY id');
  const counted = (action: string, after: object) => expect.objectContaining({ action, after }) as object;

  it('is on record once an hour for each page, without what was searched for', async () => {
    const kim = await staffOf(t, 'support');
    await t.given.customer({ lastName: 'Lovelace' });
    const customer = await t.given.customer();
    await t.given.contact();
    const contest = await t.given.contest();
    await t.given.entry({ contest, customer });
    const order = await t.given.order({ customer });
    await t.given.shipment({ order });
    const lists = [
      'members',
      'members?q=lovelace',
      'contacts',
      `contests/${contest.id}/entries`,
      'orders',
      'parcels',
    ];
    for (const list of [...lists, ...lists])
      expect([list, (await kim.get(await club(list))).status]).toEqual([list, 200]);
    const [first] = await t.db.query<{ count: number }[]>('SELECT count(*)::integer FROM customers');
    expect(await recorded()).toEqual([
      counted('members.listed', { page: 1, count: first.count, searched: false }),
      counted('members.listed', { page: 1, count: 1, searched: true }),
      counted('contacts.listed', { page: 1, count: 1, searched: false }),
      counted('entries.listed', { page: 1, count: 1, searched: false }),
      counted('orders.listed', { page: 1, count: 1, searched: false }),
      counted('parcels.listed', { page: 1, count: 1, searched: false }),
    ]);
    laterBy(3601);
    await (await staffOf(t, 'support')).get(await club('members'));
    expect(await recorded()).toHaveLength(7);
  });

  it('is not on record if it is masked or empty', async () => {
    const kim = await staffOf(t, 'viewer');
    await t.given.customer();
    for (const list of ['members', 'orders', 'parcels']) await kim.get(await club(list));
    await (await staffOf(t)).get(await club('contacts'));
    expect(await recorded()).toEqual([]);
  });
});
