import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { HttpClient } from '#libs/testing';
import { daysFrom, hoursFrom } from '#samples';
import { verifyAudits } from '../../src/platform/staff';
import { Sql } from '../../src/platform/database';
import { KEY_SCOPES, type Permission, PERMISSIONS } from '../../src/platform/staff/permissions';
import { scopesForKeys } from '../../src/platform/staff/keys/staff-key.rules';
import { secondService, testApp } from '../support/start-test-app';
import { staffOf } from '../support/staff-client';

const t = testApp({ LIMIT_STAFF_KEY: '40/60' });
const second = secondService(t);

type Owner = Awaited<ReturnType<typeof staffOf>>;

/** A program with a key; it sends no Origin and keeps no cookie. */
const program = (key: string, headers: Record<string, string> = {}): HttpClient =>
  new HttpClient(`${t.origin}/staff/api`, { authorization: `Bearer ${key}`, ...headers });

const later = (days: number): string => daysFrom(t.clock.now(), days).toISOString();

async function keyOf(owner: Owner, scopes: readonly Permission[], name = 'Nightly report') {
  const { id } = await t.given.tenant!;
  const { status, body } = await owner.post(`/fanclubs/${id}/program_keys`, {
    name,
    scopes,
    expires_at: later(90),
  });
  expect(status).toBe(201);
  return body as { id: number; key: string; prefix: string };
}

const slugOf = (text: string): string => (JSON.parse(text) as { type: string }).type.replace(/.*\//, '');

describe('making a key', () => {
  it('shows it once, stores its hash, and records it by name', async () => {
    const { id } = await t.given.fanclub();
    const owner = await staffOf(t);
    const made = await keyOf(owner, ['members.read', 'members.export']);
    expect(made.key).toMatch(/^fcs_[\w-]{43}$/);
    const stored = JSON.stringify(await t.db.query('SELECT * FROM staff_api_keys'));
    expect(stored).not.toContain(made.key.slice(8));
    const { body } = await owner.get(`/fanclubs/${id}/program_keys`);
    expect(JSON.stringify(body)).not.toContain(made.key.slice(8));
    expect(body).toMatchObject({
      data: [{ id: made.id, name: 'Nightly report', prefix: made.key.slice(0, 8), last_used_at: null }],
      total: 1,
    });
    const [audit] = await t.db.query<object[]>(`SELECT action, after FROM staff_audits ORDER BY id DESC`);
    expect(audit).toMatchObject({ action: 'program_key.created', after: { name: 'Nightly report' } });
  });

  it('needs an owner, a recent proof, an end within a year, and scopes that keys may have', async () => {
    const { id } = await t.given.fanclub();
    const path = `/fanclubs/${id}/program_keys`;
    const owner = await staffOf(t);
    const body = { name: 'x', scopes: ['members.read'], expires_at: later(365) };
    const faults = async (change: object) => {
      const answer = await owner.post(path, { ...body, ...change });
      return [answer.status, (answer.body as { errors?: { pointer: string }[] }).errors?.[0].pointer];
    };
    for (const scope of [
      'staff.write',
      'keys.write',
      'members.erase',
      'members.merge',
      'club.money',
      'no.such',
    ])
      expect([scope, ...(await faults({ scopes: [scope] }))]).toEqual([scope, 422, '#/scopes/0']);
    expect(await faults({ expires_at: later(366) })).toEqual([422, '#/expires_at']);
    expect(await faults({ expires_at: later(-1) })).toEqual([422, '#/expires_at']);
    expect(await faults({ expires_at: undefined })).toEqual([422, '#/expires_at']);
    expect(await faults({ scopes: [] })).toEqual([422, '#/scopes']);
    expect(await faults({})).toEqual([201, undefined]);
    expect((await (await staffOf(t, 'manager')).post(path, body)).status).toBe(403);
    t.clock.advance(11 * 60);
    expect((await owner.post(path, body)).body).toMatchObject({ type: '/staff/problems/proof-required' });
  });

  it('offers what managers may do, and of what only owners do the imports', () => {
    const ofOwners = PERMISSIONS.names().filter((name) => PERMISSIONS.get(name).manager === undefined);
    const offered = scopesForKeys();
    expect(ofOwners.filter((name) => offered.includes(name))).toEqual([...KEY_SCOPES]);
    expect([...KEY_SCOPES]).toEqual(['members.import']);
  });
});

describe('a request with a key', () => {
  it('does what its scopes allow, without Origin and cookie, and is on record with its name', async () => {
    const { id } = await t.given.fanclub();
    const owner = await staffOf(t);
    const { key } = await keyOf(owner, ['plans.read', 'plans.write'], 'Calendar import');
    const made = await program(key).post(`/fanclubs/${id}/periods`, {
      name: '2031',
      starts_at: '2031-01-01T00:00:00Z',
      ends_at: '2032-01-01T00:00:00Z',
    });
    expect([made.status, made.headers['set-cookie']]).toEqual([201, undefined]);
    const { body } = await owner.get(`/fanclubs/${id}/audits?action=period.created`);
    const [record] = (body as { data: object[] }).data;
    expect(record).toMatchObject({ key_name: 'Calendar import', staff_id: owner.person.id });
    const chains = await verifyAudits(t.app.get(Sql), null);
    expect(chains.map(({ fault }) => fault)).toEqual([null]);
  });

  it('is refused from a browser, at other fan clubs, beyond its scopes and for accounts of staff', async () => {
    const { id, organizationId } = await t.given.fanclub();
    const other = await t.given.fanclub({ organizationId });
    const owner = await staffOf(t);
    await t.given.staffRole({ staffId: owner.person.id, organizationId, fanclubId: other.id });
    const { key } = await keyOf(owner, ['members.read']);
    const ask = async (path: string, headers: Record<string, string> = {}) => {
      const { status, text } = await program(key, headers).get(path);
      return status === 200 ? 200 : `${status} ${slugOf(text)}`;
    };
    const members = `/fanclubs/${id}/members`;
    expect(await ask(members)).toBe(200);
    expect(await ask(members, { 'sec-fetch-mode': 'cors' })).toBe(200); // as Node's fetch sends
    expect(await ask(members, { origin: t.config.publicUrl })).toBe('403 foreign-page');
    expect(await ask(members, { 'sec-fetch-site': 'same-origin' })).toBe('403 foreign-page');
    expect(await ask(`/fanclubs/${other.id}/members`)).toBe('401 login-required');
    expect(await ask(`/organizations/${organizationId}/audits`)).toBe('401 login-required');
    expect(await ask(`/fanclubs/${id}/orders`)).toBe('403 not-allowed');
    expect(await ask('/me')).toBe('401 login-required');
    const cookie = owner.cookies.header()!;
    expect(await ask(`/fanclubs/${id}/orders`, { cookie })).toBe('403 not-allowed');
    for (const wrong of ['fcs_x', `fcs_${'A'.repeat(43)}`, key.slice(4), `${key}x`])
      expect(slugOf((await program(wrong).get(members)).text)).toBe('login-required');
  });

  it('takes the place of a proof for exports only', async () => {
    const { id } = await t.given.fanclub();
    const member = await t.given.customer();
    const owner = await staffOf(t);
    const { key } = await keyOf(owner, ['members.read', 'members.write', 'members.export']);
    const exported = await program(key).get(`/fanclubs/${id}/members.csv`);
    expect([exported.status, exported.text]).toEqual([200, expect.stringContaining(member.email!)]);
    const changed = await program(key).post(`/fanclubs/${id}/members/${member.id}/replace_email`, {
      email: 'thief@example.org',
    });
    expect([changed.status, slugOf(changed.text)]).toEqual([401, 'proof-required']);
  });

  it('never does more than the person who made it may do now', async () => {
    const { id, organizationId } = await t.given.fanclub();
    const owner = await staffOf(t);
    const maker = await staffOf(t);
    const { key } = await keyOf(maker, ['members.read', 'members.write', 'orders.read']);
    const members = `/fanclubs/${id}/members`;
    const customer = await t.given.customer();
    const [role] = (await owner.get(`/fanclubs/${id}/people`)).body.data.filter(
      (one: { staff_id: number }) => one.staff_id === maker.person.id,
    ) as { id: number }[];
    const change = (to: string) =>
      t.db.query('UPDATE staff_roles SET role = $2 WHERE id = $1', [role.id, to]);
    expect((await program(key).get(members)).text).toContain(customer.email);
    await change('viewer');
    expect((await program(key).get(members)).text).not.toContain(customer.email);
    await change('fulfilment');
    expect((await program(key).get(members)).status).toBe(403);
    await change('owner');
    await t.db.query('UPDATE staff SET disabled_at = now() WHERE id = $1', [maker.person.id]);
    expect((await program(key).get(members)).status).toBe(401);
    await t.db.query('UPDATE staff SET disabled_at = NULL WHERE id = $1', [maker.person.id]);
    expect((await program(key).get(members)).status).toBe(200);
    expect((await owner.delete(`/fanclubs/${id}/people/${role.id}`)).status).toBe(204);
    expect((await program(key).get(members)).status).toBe(401);
    // Who comes back makes new keys.
    await t.given.staffRole({ staffId: maker.person.id, organizationId, fanclubId: id });
    expect((await program(key).get(members)).status).toBe(401);
  });

  it('ends with its expiry and its revocation, at once and in every process', async () => {
    const { id } = await t.given.fanclub();
    const owner = await staffOf(t);
    const members = `/fanclubs/${id}/members`;
    const one = await keyOf(owner, ['members.read']);
    const other = await t.given.staffApiKey({
      staffId: owner.person.id,
      expiresAt: hoursFrom(t.clock.now(), 1),
    });
    const statuses = async () => {
      const headers = { authorization: `Bearer ${one.key}` };
      const elsewhere = await second.app.inject({ url: `/staff/api${members}`, headers });
      return [(await program(one.key).get(members)).status, elsewhere.statusCode];
    };
    expect(await statuses()).toEqual([200, 200]);
    expect((await owner.post(`/fanclubs/${id}/program_keys/${one.id}/revoke`)).status).toBe(200);
    expect(await statuses()).toEqual([401, 401]);
    expect((await owner.post(`/fanclubs/${id}/program_keys/${one.id}/revoke`)).status).toBe(409);
    expect((await program(other.key).get(members)).status).toBe(200);
    t.clock.advance(7200);
    expect((await program(other.key).get(members)).status).toBe(401);
  });

  it('is noted as use of the key once a minute, and limited by key', async () => {
    const { id } = await t.given.fanclub();
    const owner = await staffOf(t);
    const { key } = await keyOf(owner, ['members.read']);
    const ask = async () => (await program(key).get(`/fanclubs/${id}/members`)).status;
    const usedAt = async () => {
      const [row] = await t.db.query<{ at: Date }[]>('SELECT last_used_at AS at FROM staff_api_keys');
      return row.at.toISOString();
    };
    await ask();
    const first = await usedAt();
    t.clock.advance(30);
    await ask();
    expect(await usedAt()).toBe(first);
    t.clock.advance(31);
    await ask();
    expect(await usedAt()).toBe(t.clock.now().toISOString());
    const statuses = [];
    for (let n = 0; n < 41; n += 1) statuses.push(await ask());
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0);
  });
});

it('runs the example of docs/staff-api.md', async () => {
  const { id } = await t.given.fanclub();
  const { email } = await t.given.customer();
  const { key } = await keyOf(await staffOf(t), ['members.export', 'members.import', 'members.read']);
  const page = readFileSync(join(__dirname, '../../docs/staff-api.md'), 'utf8');
  const commands = /```sh\n([\s\S]*?)```/.exec(page)![1];
  const cwd = mkdtempSync(join(tmpdir(), 'fanclub-curl-'));
  const env = { ...process.env, FANCLUB_KEY: key, FANCLUB: `${t.origin}/staff/api/fanclubs/${id}` };
  const { stdout } = await promisify(execFile)('bash', ['-ec', commands], { cwd, env });
  expect(readFileSync(join(cwd, 'members.csv'), 'utf8')).toContain(email);
  expect(stdout).toContain('month');
  rmSync(cwd, { recursive: true });
});
