import { codeAt, StaffClient, staffOf } from '../support/staff-client';
import { testApp } from '../support/start-test-app';

const t = testApp({
  TRUST_PROXY: '127.0.0.1',
  LIMIT_STAFF_NETWORK: '1000/60',
  LIMIT_STAFF_LOGIN: '20/900',
  LIMIT_PASSWORD_RESET_EMAIL: '5/3600',
  LIMIT_SIGN_UP_MAILBOX: '20/3600',
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
      { renewal_notice_days: 3 },
      { renewal_try_days: 1 },
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

  it('does not come by another website of the fan club without a recent proof', async () => {
    const kim = await staffOf(t, 'manager');
    const path = await club('club');
    const { body, headers } = await kim.get(path);
    const move = (site_url: string) => kim.patch(path, { site_url }, String(headers.etag));
    laterBy(601);
    const other = await move('https://evil.example');
    expect([other.status, slug(other.body)]).toEqual([401, 'proof-required']);
    expect((await kim.get(path)).body.site_url).toBe(body.site_url);
    expect((await move(`${body.site_url}/fans`)).status).toBe(200);
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

describe('a password of staff', () => {
  it('is refused if it is common, a pattern, or made of the own name and address', async () => {
    const person = await t.given.staff({ email: 'kim.lovelace@example.org', name: 'Kim Lovelace' });
    const kim = await new StaffClient(t).logIn(person);
    const tried = [
      ...['password1234', 'aaaaaaaaaaaa', 'abcdefghijkl', 'kim.lovelace@example.org', 'Kim Lovelace 1'],
      ...['KimLovelace1', `${'a'.repeat(100)}b`],
    ];
    for (const password of tried) {
      const { status, body } = await kim.send('PUT', '/me/password', { password });
      expect([password, status, body?.errors]).toMatchObject([password, 422, [{ pointer: '#/password' }]]);
    }
    expect((await kim.send('PUT', '/me/password', { password: 'drei lila elefanten' })).status).toBe(204);
  });

  it('is refused in an invitation, too', async () => {
    const token = await t.given.staffToken({ email: 'lee@example.org' });
    const lee = new StaffClient(t);
    const { totp } = (await lee.post('/links/open', { token })).body;
    const acceptance = { token, name: 'Lee', totp: { token: totp.token, code: '000000' } };
    const { status, body } = await lee.post('/links/accept', { ...acceptance, password: 'password1234' });
    expect([status, body.errors]).toMatchObject([422, [{ pointer: '#/password' }]]);
  });
});

describe('a security event', () => {
  const events = () =>
    t.db.query<object[]>(
      'SELECT actor_kind, actor_id, action, target, reason FROM security_events ORDER BY id',
    );
  const event = (action: string, rest: object) => expect.objectContaining({ action, ...rest }) as object;

  it('is written once when a limit of staff is reached', async () => {
    const email = 'nobody@example.org';
    for (let n = 0; n < 12; n += 1)
      await new StaffClient(t).post('/session/password', { email, password: 'x' });
    const reached = (await events()).slice(10);
    expect(reached).toEqual([
      event('limit.reached', { actor_kind: 'visitor', target: 'limit:staff_loginRow' }),
    ]);
  });

  it('is written for a passkey that is not accepted, at the log-in and as a proof', async () => {
    const kim = await staffOf(t);
    const response = { id: 'unknown' };
    for (const step of ['/session/passkey', '/me/proof/passkey']) {
      const { token } = (await kim.post(`${step}/options`)).body;
      expect((await kim.post(step, { token, response })).status).toBe(401);
    }
    const reason = 'wrong_passkey';
    expect((await events()).slice(1)).toEqual([
      event('staff.login_failed', { actor_kind: 'visitor', reason }),
      event('staff.login_failed', { actor_kind: 'staff', actor_id: kim.person.id, reason }),
    ]);
  });

  it('is written for what a role does not allow and for foreign ids, at most twenty an hour', async () => {
    const kim = await staffOf(t, 'viewer');
    const other = await t.given.anotherFanclub();
    const actor = { actor_kind: 'staff', actor_id: kim.person.id };
    expect((await kim.post(await club('keys'), { name: 'Mine' })).status).toBe(403);
    expect((await kim.get(`/fanclubs/${other.id}/members`)).status).toBe(404);
    expect((await kim.get(await club('members/4711'))).status).toBe(404);
    const page = { 'content-type': 'application/json', origin: 'https://evil.example' };
    expect((await kim.send('POST', await club('keys'), '{}', page)).status).toBe(403);
    expect((await events()).slice(1)).toEqual([
      event('staff.refused', { ...actor, reason: 'not_allowed' }),
      event('staff.refused', { ...actor, reason: 'not_found' }),
      event('staff.refused', { ...actor, reason: 'not_found' }),
      event('staff.refused', { actor_kind: 'visitor', reason: 'foreign_page' }),
    ]);
    for (let n = 0; n < 20; n += 1) await kim.get(await club(`members/${n}`));
    expect(await events()).toHaveLength(1 + 21);
  });
});

describe('the step between password and code', () => {
  it('is worth nothing after a change of the password', async () => {
    const kim = await staffOf(t);
    const password = 'correct horse battery';
    const first = await new StaffClient(t).post('/session/password', { email: kim.person.email, password });
    const { token } = first.body;
    expect((await kim.send('PUT', '/me/password', { password: 'drei lila elefanten' })).status).toBe(204);
    laterBy(30);
    const late = await new StaffClient(t).post('/session/second-factor', {
      token,
      code: codeAt(t.clock.now()),
    });
    expect([late.status, late.body.detail]).toEqual([401, 'This took too long. Please start again.']);
  });
});

describe('mails that staff cause', () => {
  it('to one member are limited as if the member had asked', async () => {
    const kim = await staffOf(t, 'support');
    const { id } = await t.given.customer();
    const waiting = await t.given.customer({ confirmedAt: null });
    const statuses = async (path: string, count: number): Promise<number[]> => {
      const found: number[] = [];
      for (let n = 0; n < count; n += 1) found.push((await kim.post(await club(path))).status);
      return found;
    };
    expect((await statuses(`members/${id}/password_mail`, 6)).indexOf(429)).toBe(5);
    expect((await statuses(`members/${waiting.id}/resend_confirmation`, 21)).indexOf(429)).toBe(20);
  });

  it('to the staff are limited by person and by mailbox', async () => {
    const kim = await staffOf(t);
    const invite = async (email: string): Promise<number> =>
      (await kim.post(await club('people/invitations'), { email, role: 'viewer' })).status;
    const same: number[] = [];
    for (let n = 0; n < 6; n += 1) same.push(await invite(`lee+${n}@example.org`));
    expect(same.indexOf(429)).toBe(5);
    const others: number[] = [];
    for (let n = 0; n < 15; n += 1) others.push(await invite(`somebody-${n}@example.org`));
    expect(others.indexOf(429)).toBe(14);
  });
});

describe('networks of security events', () => {
  const seenBy = async (client: StaffClient): Promise<Record<string, string | null>> => {
    const { data } = (await client.get(await club('security_events'))).body as {
      data: { actor: string; network: string | null }[];
    };
    return Object.fromEntries(data.map(({ actor, network }) => [actor, network]));
  };

  it('are seen by owners only, and not those of people who also work for others', async () => {
    const kim = await staffOf(t);
    const lee = await staffOf(t, 'manager');
    const shared = await staffOf(t, 'support');
    const other = await t.given.anotherFanclub();
    await t.given.staffRole({
      staffId: shared.person.id,
      organizationId: other.organizationId,
      fanclubId: other.id,
      role: 'viewer',
    });
    const [own, colleague, elsewhere] = [kim, lee, shared].map(({ person }) => `staff:${person.id}`);
    const network = expect.stringMatching(/^127/) as string;
    expect(await seenBy(kim)).toEqual({ [own]: network, [colleague]: network, [elsewhere]: null });
    expect(await seenBy(lee)).toEqual({ [own]: null, [colleague]: null, [elsewhere]: null });
  });
});
