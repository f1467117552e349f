import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SecurityEventRow } from '../../src/platform/audit';
import { fanclub } from '../../src/tools/cli/main';
import { PASSWORD } from '#samples';
import type { Answer } from '../support/api';
import { loggedIn } from '../support/logged-in';
import { mailsOf } from '../support/mails-of';
import { Pages } from '../support/pages';
import { signedRequest } from '../support/signed-request';
import { it, itInBoth, repetitions } from '../suite/form';
import { testApp, testEnvironment } from '../support/start-test-app';

const t = testApp({
  LIMIT_LOGIN_EMAIL: '1000/900',
  LIMIT_LOGIN_ROW: '1000/900',
  LIMIT_LOGIN_NETWORK: '1000/60',
  LIMIT_LOOKUP_NETWORK: '2/60',
  TRUST_PROXY: '127.0.0.1',
});

const NETWORK = '203.0.113.9';
const CLIENT = { headers: { 'x-forwarded-for': NETWORK, 'x-request-id': 'request-of-this-test' } };
const FROM_CLIENT = {
  network: NETWORK,
  requestId: 'request-of-this-test',
  at: new Date('2026-06-15T12:00:00Z'),
};

/** All recorded events, oldest first, without their ids. */
async function events(): Promise<Omit<SecurityEventRow, 'id'>[]> {
  const rows = await t.db.getRepository(SecurityEventRow).find({ order: { id: 'ASC' } });
  return rows.map(({ id: _, ...row }) => row);
}

/** The defaults of an expected event. */
function event(fields: Partial<SecurityEventRow>): object {
  const nothing = { actorKind: 'visitor', actorId: null, target: null, reason: null };
  return { ...nothing, ...FROM_CLIENT, fanclubId: 1, ...fields };
}

const byCustomer = (id: number) => ({ actorKind: 'customer', actorId: id });

async function succeeds(answer: Promise<Answer>): Promise<void> {
  expect((await answer).body).toMatchObject({ status: 'ok' });
}

async function fails(answer: Promise<Answer>): Promise<void> {
  expect((await answer).body).toMatchObject({ status: 'error' });
}

/** Opens the page, fills in its form and sends it from the client under test. */
async function submitted(path: string, fields: Record<string, string> = {}): Promise<void> {
  const page = await new Pages(t.origin).open(path, CLIENT);
  expect((await page.submit(fields, CLIENT)).status).toBe(303);
}

/** The path of the only link that was mailed. */
async function link(kind: string): Promise<string> {
  const mails = await mailsOf(t);
  return mails.find((mail) => mail.kind === kind)!.link;
}

describe('a log-in is recorded', () => {
  it('with a password, with customer, method and network', async () => {
    const { email, id } = await t.given.customer();
    await succeeds(t.api.post('/login', { email, password: PASSWORD }, CLIENT));
    expect(await events()).toEqual([
      event({ ...byCustomer(id), action: 'login.succeeded', reason: 'password' }),
    ]);
  });

  it('with an identity provider', async () => {
    await t.given.loginProvider();
    const customer = await t.given.customer();
    await t.given.authentication({ customer, uid: '77' });
    await succeeds(t.api.post('/login', { social_signed_request: signedRequest(t, '77') }, CLIENT));
    expect(await events()).toEqual([
      event({ ...byCustomer(customer.id), action: 'login.succeeded', reason: 'provider' }),
    ]);
  });

  it('on the hosted page', async () => {
    const { email, id, fanclubId } = await t.given.customer();
    await submitted(`/fanclubs/${fanclubId}/login`, { email: email!, password: PASSWORD });
    expect(await events()).toMatchObject([{ actorId: id, action: 'login.succeeded', network: NETWORK }]);
  });
});

describe('a failed log-in is recorded with its reason and any known customer, and without the address', () => {
  const CASES: [string, () => Promise<{ email: string | null; id?: number }>, string][] = [
    ['wrong_password', () => t.given.customer(), 'wrong'],
    ['unknown_account', async () => ({ email: 'nobody@x.example' }), 'wrong'],
    ['blacklisted', () => t.given.customer({ blacklisted: true }), PASSWORD],
    ['unconfirmed', () => t.given.customer({ confirmedAt: null }), PASSWORD],
    ['unregistered', () => t.given.customer({ registered: false, passwordHash: null }), 'wrong'],
  ];

  it.each(CASES)('%s', async (reason, someone, password) => {
    const { email, id } = await someone();
    await t.given.fanclub();
    await fails(t.api.post('/login', { email, password }, CLIENT));
    const target = id === undefined ? null : `customer:${id}`;
    expect(await events()).toEqual([event({ action: 'login.failed', target, reason })]);
  });

  it('with an identity provider', async () => {
    await t.given.loginProvider();
    await fails(t.api.post('/login', { social_signed_request: signedRequest(t, '1') }, CLIENT));
    expect(await events()).toEqual([event({ action: 'login.failed', reason: 'unknown_account' })]);
  });

  const TIMES = repetitions('AUDIT_LOGINS', { short: 10, long: 100 });

  itInBoth(`and ${TIMES} failed log-ins leave ${TIMES} events, each with network and action`, async () => {
    await t.given.fanclub();
    for (let n = 0; n < TIMES; n += 1) {
      await fails(t.api.post('/login', { email: `p${n % 7}@x.example`, password: 'wrong' }, CLIENT));
    }
    const rows = await events();
    expect(rows).toHaveLength(TIMES);
    expect(new Set(rows.map(({ network, action }) => `${action} from ${network}`))).toEqual(
      new Set([`login.failed from ${NETWORK}`]),
    );
  });

  it('except when a field is blank, which no limit counts either', async () => {
    await t.given.fanclub();
    await fails(t.api.post('/login', { email: '', password: '' }, CLIENT));
    expect(await events()).toEqual([]);
  });
});

describe('an account is recorded', () => {
  it('when it is created, and when it is confirmed', async () => {
    const { id: fanclubId } = await t.given.fanclub();
    const passwords = { password: 'correct horse', password_confirmation: 'correct horse' };
    const body = { email: 'ada@x.example', birthdate: '1990-12-10', password_attributes: passwords };
    await succeeds(t.api.post('/accounts', body, CLIENT));
    await submitted(await link('confirm_address'), { password: 'correct horse' });
    const actor = { ...byCustomer(1), fanclubId };
    expect(await events()).toEqual([
      event({ ...actor, action: 'account.created' }),
      event({ ...actor, action: 'account.confirmed' }),
    ]);
  });

  it('when it is registered, with the connection made at the same time', async () => {
    await t.given.loginProvider();
    const customer = await t.given.customer({ registered: false, passwordHash: null });
    const client = await loggedIn(t, customer);
    const body = { social_signed_request: signedRequest(t, '5'), accept_terms: true };
    await succeeds(client.post('/account/register', body, CLIENT));
    const actor = byCustomer(customer.id);
    expect(await events()).toEqual([
      event({ ...actor, action: 'connection.made', target: 'provider:social' }),
      event({ ...actor, action: 'sessions.ended', target: `customer:${customer.id}`, reason: 'registered' }),
      event({ ...actor, action: 'account.registered' }),
    ]);
  });
});

describe('events of passwords and addresses:', () => {
  it('a reset is recorded when it is requested, even for unknown addresses, and when it is done', async () => {
    const { email, id, fanclubId } = await t.given.customer();
    await t.given.session({ customer: { id, fanclubId } as never });
    const path = `/fanclubs/${fanclubId}/password-reset`;
    await submitted(path, { email: 'nobody@x.example' });
    await submitted(path, { email: email! });
    const passwords = { password: 'correct horse', password_confirmation: 'correct horse' };
    await submitted(await link('reset_password'), passwords);
    expect(await events()).toEqual([
      event({ action: 'password_reset.requested' }),
      event({ action: 'password_reset.requested', target: `customer:${id}` }),
      event({ ...byCustomer(id), action: 'password_reset.done' }),
      event({
        ...byCustomer(id),
        action: 'sessions.ended',
        target: `customer:${id}`,
        reason: 'password_reset',
      }),
    ]);
  });

  it('a new password is recorded with the sessions that it ends, and a wrong current one as a failed log-in', async () => {
    const customer = await t.given.customer();
    const client = await loggedIn(t, customer);
    const passwords = { password: 'correct horse', password_confirmation: 'correct horse' };
    await fails(client.post('/account', { current_password: 'wrong', ...passwords }, CLIENT));
    await succeeds(client.post('/account', { current_password: PASSWORD, ...passwords }, CLIENT));
    const actor = byCustomer(customer.id);
    expect(await events()).toEqual([
      event({ ...actor, action: 'login.failed', reason: 'wrong_current_password' }),
      event({ ...actor, action: 'password.changed' }),
      event({
        ...actor,
        action: 'sessions.ended',
        target: `customer:${customer.id}`,
        reason: 'password_changed',
      }),
    ]);
  });

  it('a change of address is recorded when it is requested and when it is confirmed', async () => {
    const customer = await t.given.customer();
    const client = await loggedIn(t, customer);
    await succeeds(client.post('/account', { email: 'new@x.example' }, CLIENT));
    await submitted(await link('confirm_new_address'), { password: PASSWORD });
    const actor = byCustomer(customer.id);
    expect(await events()).toEqual([
      event({ ...actor, action: 'email_change.requested' }),
      event({ ...actor, action: 'email_change.confirmed' }),
    ]);
  });

  it('a wrong password on a page that confirms an address is recorded as a failed log-in', async () => {
    const customer = await t.given.customer();
    const client = await loggedIn(t, customer);
    await succeeds(client.post('/account', { email: 'new@x.example' }, CLIENT));
    const page = await new Pages(t.origin).open(await link('confirm_new_address'), CLIENT);
    expect((await page.submit({ password: 'wrong' }, CLIENT)).status).toBe(422);
    expect((await events()).at(-1)).toMatchObject({ action: 'login.failed', reason: 'wrong_password' });
  });

  it('a request that fails is not recorded as done', async () => {
    const { fanclubId } = await t.given.customer();
    const client = await loggedIn(t, await t.given.customer());
    await fails(client.post('/account', { email: 'no address' }, CLIENT));
    const page = await new Pages(t.origin).open(`/fanclubs/${fanclubId}/reset-password?token=x`, CLIENT);
    expect(page.status).not.toBe(200);
    expect(await events()).toEqual([]);
  });
});

describe('events of connections and sessions:', () => {
  it('a connection is recorded once when it is made, and when the provider removes it', async () => {
    await t.given.loginProvider();
    const customer = await t.given.customer();
    const client = await loggedIn(t, customer);
    const body = { social_signed_request: signedRequest(t, '9') };
    await succeeds(client.post('/account/connect/social', body, CLIENT));
    await fails(client.post('/account/connect/social', body, CLIENT));
    const proof = { signed_request: signedRequest(t, '9') };
    await succeeds(t.api.post('/account/connect/deauthorize_social', proof, CLIENT));
    const target = `customer:${customer.id}`;
    const provider = { actorKind: 'provider', target, reason: 'deauthorized' };
    expect(await events()).toEqual([
      event({ ...byCustomer(customer.id), action: 'connection.made', target: 'provider:social' }),
      event({ ...provider, action: 'connection.removed' }),
      event({ ...provider, action: 'sessions.ended' }),
    ]);
  });

  it('a log-out is recorded once', async () => {
    const customer = await t.given.customer();
    const client = await loggedIn(t, customer);
    await Promise.all([client.get('/logout', CLIENT), client.get('/logout', CLIENT)]);
    expect(await events()).toEqual([event({ ...byCustomer(customer.id), action: 'session.ended' })]);
  });
});

it('a limit that is reached is recorded once per window', async () => {
  await t.given.fanclub();
  const signUp = () =>
    t.api.post('/contacts', { contact: { email: 'ada@x.example', birthdate: 'x' } }, CLIENT);
  for (let n = 0; n < 5; n += 1) await signUp();
  expect(await events()).toEqual([event({ action: 'limit.reached', target: 'limit:lookupNetwork' })]);
  t.clock.advance(61);
  await Promise.all(Array.from({ length: 5 }, signUp));
  expect((await events()).map(({ action }) => action)).toEqual(['limit.reached', 'limit.reached']);
});

describe('actions of operators are recorded without network and request:', () => {
  const byOperator = { actorKind: 'operator', network: null, requestId: null, at: expect.any(Date) as Date };
  const call = (...parameters: string[]): Promise<number> =>
    fanclub(parameters, testEnvironment(t.config.database.url), { print: () => {}, log: () => {} });

  it('keys made and revoked', async () => {
    const { key } = await t.given.fanclub();
    const { name } = await t.given.organization();
    expect(await call('key', 'create', 'fanclub', key)).toBe(0);
    expect(await call('key', 'create', 'organization', name)).toBe(0);
    expect(await call('key', 'revoke', 'fanclub', key)).toBe(0);
    expect(await call('key', 'revoke', 'organization', '1')).toBe(0);
    expect(await call('key', 'revoke', 'organization', '1')).toBe(1);
    expect(await events()).toEqual([
      event({ ...byOperator, action: 'key.created', target: 'fanclub_key:2' }),
      event({ ...byOperator, fanclubId: null, action: 'key.created', target: 'organization_key:1' }),
      event({ ...byOperator, action: 'key.revoked', target: 'fanclub_key:1' }),
      event({ ...byOperator, fanclubId: null, action: 'key.revoked', target: 'organization_key:1' }),
    ]);
  });

  it('trusted domains added and removed', async () => {
    const { key } = await t.given.fanclub();
    expect(await call('trust', key, 'https://a.example', 'https://b.example')).toBe(0);
    expect(await call('trust', key, 'https://a.example')).toBe(0);
    expect(await call('untrust', key, 'https://a.example')).toBe(0);
    expect(await events()).toEqual([
      event({ ...byOperator, action: 'trusted_domain.added', target: 'trusted_domain:1' }),
      event({ ...byOperator, action: 'trusted_domain.added', target: 'trusted_domain:2' }),
      event({ ...byOperator, action: 'trusted_domain.removed', target: 'trusted_domain:1' }),
    ]);
  });

  it('imports, with the keys and trusted domains that they add and remove', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'audit-'));
    const load = (facts: object, ...flags: string[]): Promise<number> => {
      const club = {
        name: 'Owls',
        key: 'owls',
        site_url: 'https://owls.example',
        support_email: 'a@owls.example',
      };
      const organizations = [
        { name: 'Hollow', api_keys: ['a-secret-key-of-hollow'], fanclubs: [{ ...club, ...facts }] },
      ];
      writeFileSync(join(folder, 'owls.json'), JSON.stringify({ version: 1, organizations }));
      return call('import', join(folder, 'owls.json'), ...flags);
    };
    const said = async () => {
      const rows = (await events())
        .map(({ action, target, fanclubId }) => [action, target?.split(':')[0], fanclubId])
        .sort();
      await t.db.getRepository(SecurityEventRow).clear();
      return rows;
    };
    try {
      expect(await load({ trusted_domains: ['https://a.example'] })).toBe(0);
      expect(await said()).toEqual([
        ['catalogue.imported', undefined, 1],
        ['key.created', 'fanclub_key', 1],
        ['key.created', 'organization_key', null],
        ['trusted_domain.added', 'trusted_domain', 1],
      ]);
      const moved = { trusted_domains: ['https://b.example'], extra_keys: ['owls-mobile'] };
      expect(await load(moved)).toBe(1);
      expect(await load(moved, '--allow-keys', '--allow-removals', '--dry-run')).toBe(0);
      expect(await said()).toEqual([]);
      expect(await load(moved, '--allow-keys', '--allow-removals')).toBe(0);
      expect(await said()).toEqual([
        ['catalogue.imported', undefined, 1],
        ['key.created', 'fanclub_key', 1],
        ['trusted_domain.added', 'trusted_domain', 1],
        ['trusted_domain.removed', 'trusted_domain', 1],
      ]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('a reseal', async () => {
    expect(await call('reseal')).toBe(0);
    expect(await events()).toEqual([event({ ...byOperator, fanclubId: null, action: 'secrets.resealed' })]);
  });
});

describe('fanclub audit', () => {
  async function printed(
    ...parameters: string[]
  ): Promise<{ code: number; out: string[]; logged: string[] }> {
    const [out, logged]: [string[], string[]] = [[], []];
    const terminal = {
      print: (line: string) => void out.push(line),
      log: (line: string) => void logged.push(line),
    };
    const code = await fanclub(['audit', ...parameters], testEnvironment(t.config.database.url), terminal);
    return { code, out, logged };
  }
  const ago = (days: number): Date => new Date(Date.now() - days * 86_400_000);

  it('prints the events, newest last', async () => {
    await t.given.securityEvent({ at: ago(1), action: 'password.changed', reason: null, actorId: 12 });
    await t.given.securityEvent({ at: ago(2), action: 'key.created', actorKind: 'operator', actorId: null });
    const { code, out } = await printed();
    expect(code).toBe(0);
    const [head, ...lines] = out.map((line) => line.split(/ {2,}/));
    expect(head).toEqual(['at', 'action', 'reason', 'actor', 'target', 'fan club', 'network', 'request']);
    expect(lines.map(([, ...cells]) => cells.slice(0, 3))).toEqual([
      ['key.created', 'password', 'operator'],
      ['password.changed', '-', 'customer:12'],
    ]);
  });

  it('filters by time, fan club and action, and prints JSON', async () => {
    const other = await t.given.fanclub({ key: 'the-other' });
    await t.given.securityEvent({ at: ago(9), fanclubId: other.id });
    await t.given.securityEvent({ at: ago(1), fanclubId: other.id, action: 'key.revoked' });
    await t.given.securityEvent({ at: ago(1), fanclubId: null });
    await t.given.securityEvent({ at: ago(1), fanclubId: other.id });
    const { out } = await printed(
      ...['--since', '7d', '--fanclub', 'the-other', '--action', 'login.succeeded', '--json'],
    );
    expect(out.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { fanclub_id: other.id, action: 'login.succeeded', actor_kind: 'customer', network: '192.0.2.1' },
    ]);
  });

  it('prints at most the requested number, and reports that there are more', async () => {
    for (const n of [1, 2, 3]) await t.given.securityEvent({ at: ago(4 - n), actorId: n });
    const { out, logged } = await printed('--limit', '2', '--json');
    expect(out.map((line) => (JSON.parse(line) as { actor_id: number }).actor_id)).toEqual([2, 3]);
    expect(logged).toEqual(['These are the newest 2. For older ones use a larger --limit, up to 10000.']);
  });

  it.each([
    ['--since', 'never'],
    ['--action', 'login'],
    ['--limit', '0'],
    ['--limit', '10001'],
    ['--who'],
    ['x'],
  ])('refuses %s %s', async (...parameters) => expect((await printed(...parameters)).code).toBe(2));
});
