import { generateSync } from 'otplib';
import { Sql } from '../../src/platform/database';
import { disableStaff, inviteStaff, resetStaff, type Role } from '../../src/platform/staff';
import { StaffPasskey } from '../../src/platform/staff/login/staff-login.entity';
import type { Staff } from '../../src/platform/staff/people/staff.entity';
import { Organization } from '../../src/platform/tenants';
import { PASSWORD as GIVEN_PASSWORD } from '#samples';
import { mailsOf } from '../support/mails-of';

import { codeAt, StaffClient, staffOf } from '../support/staff-client';
import { testApp } from '../support/start-test-app';

const t = testApp();
const PASSWORD = 'twelve letters at least';

const tokenOf = (link: string | null): string => /#\/join\/([\w-]{43})$/.exec(link ?? '')?.[1] ?? '';

/** Invites somebody by the operator's command. Returns the token of the link. */
async function invited(email: string, role: Role = 'owner', key: string | null = null): Promise<string> {
  const club = await t.given.fanclub();
  const { name } = await t.db.getRepository(Organization).findOneByOrFail({ id: club.organizationId });
  return tokenOf(await inviteStaff(t.app.get(Sql), t.config, { email, organization: name, key, role }));
}

/** What somebody sends who sets up a password and an authenticator app. */
async function passwordAndApp(client: StaffClient, token: string) {
  const { totp } = (await client.post('/links/open', { token })).body as {
    totp: { secret: string; token: string };
  };
  const code = generateSync({ secret: totp.secret, epoch: Math.floor(t.clock.now().getTime() / 1000) });
  return { token, password: PASSWORD, totp: { token: totp.token, code } };
}

/** Whether the tests' password is accepted. */
const canLogIn = async ({ email }: Staff): Promise<boolean> =>
  (await new StaffClient(t).post('/session/password', { email, password: GIVEN_PASSWORD })).status === 200;

beforeEach(() => t.clock.set(new Date()));

describe('an invitation', () => {
  it('is mailed, and lets the person choose a password and an authenticator app', async () => {
    const token = await invited('kim@example.org', 'manager');
    const [mail] = await mailsOf(t);
    expect(mail).toMatchObject({ kind: 'staff_invitation', to: 'kim@example.org' });
    expect(tokenOf(mail.link)).toBe(token);

    const kim = new StaffClient(t);
    const opened = await kim.post('/links/open', { token });
    expect(opened.body).toMatchObject({
      purpose: 'invite',
      email: 'kim@example.org',
      fanclub: null,
      role: 'manager',
      known: false,
      totp: {
        secret: expect.stringMatching(/^[A-Z2-7]+$/) as string,
        qr: expect.stringMatching(/^<svg/) as string,
      },
      passkey: { options: { rp: { id: 'api.example.test' } } },
    });
    const accepted = await kim.post('/links/accept', { ...(await passwordAndApp(kim, token)), name: 'Kim' });
    expect(accepted.body).toEqual({ recovery_codes: expect.any(Array) as string[] });
    expect((accepted.body as { recovery_codes: string[] }).recovery_codes).toHaveLength(10);
    expect((await kim.get('/me')).body).toMatchObject({
      name: 'Kim',
      clubs: [{ permissions: { 'events.write': 'full' } }],
    });
  });

  it('works once, for three days, and only the newest', async () => {
    const old = await invited('kim@example.org');
    const club = await t.given.tenant!;
    const { name: organization } = await t.db
      .getRepository(Organization)
      .findOneByOrFail({ id: club.organizationId });
    const again = { email: 'Kim@example.org', organization, key: null, role: 'owner' } as const;
    const token = tokenOf(await inviteStaff(t.app.get(Sql), t.config, again));
    const kim = new StaffClient(t);
    expect((await kim.post('/links/open', { token: old })).status).toBe(404);
    const acceptance = { ...(await passwordAndApp(kim, token)), name: 'Kim' };
    const answers = await Promise.all(
      [1, 2, 3].map(() => new StaffClient(t).post('/links/accept', acceptance)),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    // The link is used, or the person is on the staff already and must log in: whichever the request sees first.
    for (const status of statuses) expect([200, 401, 404]).toContain(status);

    const late = tokenOf(await inviteStaff(t.app.get(Sql), t.config, { ...again, email: 'lee@example.org' }));
    t.clock.set(new Date(Date.now() + 3 * 86_400_000 + 1_000));
    expect((await kim.post('/links/open', { token: late })).status).toBe(404);
  });

  it('needs a passkey, or a password together with an app', async () => {
    const token = await invited('kim@example.org');
    const kim = new StaffClient(t);
    const whole = { ...(await passwordAndApp(kim, token)), name: 'Kim' };
    const faulty: [object, string][] = [
      [{ token, name: 'Kim' }, 'Please set up a passkey'],
      [{ token, name: 'Kim', password: PASSWORD }, 'Please set up a passkey'],
      [{ ...whole, name: undefined }, '#/name'],
      [{ ...whole, password: 'short' }, '#/password'],
      [{ ...whole, totp: { ...whole.totp, code: '000000' } }, '#/totp/code'],
      [{ ...whole, admin: true }, '#/admin'],
    ];
    for (const [body, fault] of faulty) {
      const answer = await kim.post('/links/accept', body);
      expect([answer.status, JSON.stringify(answer.body)]).toEqual([422, expect.stringContaining(fault)]);
    }
    expect((await kim.post('/links/accept', whole)).status).toBe(200);
  });

  it('gives a person of the staff another role, after they have logged in', async () => {
    const kim = await staffOf(t, 'viewer');
    const { key, id } = await t.given.tenant!;
    const token = await invited(kim.person.email, 'manager', key);
    expect((await new StaffClient(t).post('/links/accept', { token })).status).toBe(401);
    expect((await kim.post('/links/open', { token })).body).toMatchObject({ known: true });
    expect((await kim.post('/links/accept', { token })).body).toEqual({ recovery_codes: null });
    const me = (await kim.get('/me')).body as { clubs: { id: number; permissions: object }[] };
    expect(me.clubs.find((club) => club.id === id)?.permissions).toHaveProperty(['events.write']);
  });

  it('is on record with the role, and cannot take the last owner away', async () => {
    const kim = await staffOf(t);
    const { key } = await t.given.tenant!;
    const demoted = await invited(kim.person.email, 'viewer', key);
    expect((await kim.post('/links/accept', { token: demoted })).status).toBe(409);
    const token = await invited('lee@example.org', 'manager', key);
    const lee = new StaffClient(t);
    await lee.post('/links/accept', { ...(await passwordAndApp(lee, token)), name: 'Lee' });
    const audits = await t.db.query('SELECT action, subject_type, after FROM staff_audits');
    expect(audits).toEqual([
      {
        action: 'role.created',
        subject_type: 'role',
        after: { role: 'manager', staff_id: expect.any(Number) as number },
      },
    ]);
  });

  it('to a person whose role is taken away is withdrawn', async () => {
    const [kim, lee] = [await staffOf(t), await staffOf(t, 'viewer')];
    const { id: club, key } = await t.given.tenant!;
    const token = await invited(lee.person.email, 'manager', key);
    const { data } = (await kim.get(`/fanclubs/${club}/people`)).body as {
      data: { id: number; staff_id: number }[];
    };
    const role = data.find(({ staff_id }) => staff_id === lee.person.id)!.id;
    expect((await kim.delete(`/fanclubs/${club}/people/${role}`)).status).toBeLessThan(300);
    expect((await new StaffClient(t).post('/links/open', { token })).status).toBe(404);
  });
});

describe('a person', () => {
  it('is locked out and let in again by the operator', async () => {
    const kim = await staffOf(t);
    const db = t.app.get(Sql);
    expect(await disableStaff(db, kim.person.email.toUpperCase(), true)).toBe(true);
    expect((await kim.get('/me')).status).toBe(401);
    expect(await canLogIn(kim.person)).toBe(false);
    expect(await disableStaff(db, kim.person.email, false)).toBe(true);
    expect(await canLogIn(kim.person)).toBe(true);
    expect(await disableStaff(db, 'nobody@example.org', true)).toBe(false);
  });
});

describe('a reset', () => {
  it('replaces how a person logs in, and ends their sessions', async () => {
    const kim = await staffOf(t);
    const token = tokenOf(await resetStaff(t.app.get(Sql), t.config, kim.person.email.toUpperCase()));
    expect((await kim.get('/me')).status).toBe(401);
    expect(await canLogIn(kim.person)).toBe(false);
    const again = new StaffClient(t);
    const accepted = await again.post('/links/accept', await passwordAndApp(again, token));
    expect(accepted.status).toBe(200);
    expect((await again.get('/me')).body).toMatchObject({ email: kim.person.email });
  });

  it('by another owner ends everything at once, and mails both', async () => {
    const [kim, lee] = [await staffOf(t), await staffOf(t)];
    const passkey = await t.given.staffPasskey({ staffId: lee.person.id });
    const { id: club } = await t.given.tenant!;
    const { data } = (await kim.get(`/fanclubs/${club}/people`)).body as {
      data: { id: number; staff_id: number }[];
    };
    const role = data.find(({ staff_id }) => staff_id === lee.person.id)!.id;
    expect((await kim.post(`/fanclubs/${club}/people/${role}/reset`)).status).toBeLessThan(300);
    expect((await lee.get('/me')).status).toBe(401);
    expect(await canLogIn(lee.person)).toBe(false);
    expect(await t.db.getRepository(StaffPasskey).countBy({ id: passkey.id })).toBe(0);
    expect((await mailsOf(t)).map(({ kind, to }) => [kind, to])).toEqual([
      ['staff_reset', lee.person.email],
      ['staff_reset_notice', kim.person.email],
    ]);
  });

  it('makes all earlier links of resets worthless, and so does its use', async () => {
    const kim = await staffOf(t);
    const reset = async () => tokenOf(await resetStaff(t.app.get(Sql), t.config, kim.person.email));
    const [first, second] = [await reset(), await reset()];
    const left = await t.given.staffToken({
      purpose: 'reset',
      staffId: kim.person.id,
      email: kim.person.email,
    });
    const again = new StaffClient(t);
    expect((await again.post('/links/open', { token: first })).status).toBe(404);
    expect((await again.post('/links/accept', await passwordAndApp(again, second))).status).toBe(200);
    expect((await again.post('/links/open', { token: left })).status).toBe(404);
  });

  it('is only for people of the staff', async () => {
    expect(await resetStaff(t.app.get(Sql), t.config, 'nobody@example.org')).toBeNull();
    expect(await mailsOf(t)).toEqual([]);
  });
});

describe('the own ways to log in', () => {
  it('can be changed only soon after a proof', async () => {
    const kim = await staffOf(t);
    const password = 'another long password';
    expect((await kim.send('PUT', '/me/password', { password })).status).toBe(204);
    t.clock.set(new Date(Date.now() + 11 * 60_000));
    const refused = await kim.send('PUT', '/me/password', { password });
    expect(refused.body).toMatchObject({ status: 401, type: '/staff/problems/proof-required' });
    const before = kim.cookies.header();
    const code = generateSync({
      secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
      epoch: Math.floor(t.clock.now().getTime() / 1000),
    });
    expect((await kim.post('/me/proof/code', { code })).status).toBe(204);
    expect(kim.cookies.header()).not.toBe(before);
    expect((await kim.send('PUT', '/me/password', { password })).status).toBe(204);
  });

  it('end all other sessions when they change', async () => {
    const kim = await staffOf(t);
    const elsewhere = new StaffClient(t);
    t.clock.set(new Date(Date.now() + 60_000));
    await elsewhere.logIn(kim.person);
    const codes = (await kim.post('/me/recovery-codes')).body as { recovery_codes: string[] };
    expect(codes.recovery_codes).toHaveLength(10);
    expect((await elsewhere.get('/me')).status).toBe(401);
    expect((await kim.get('/me/factors')).body).toMatchObject({
      has_password: true,
      has_totp: true,
      recovery_codes_left: 10,
      passkeys: [],
      sessions: [{ present: true }],
    });
  });

  it('have recovery codes only beside an authenticator app', async () => {
    const kim = await staffOf(t);
    await t.db.query('UPDATE staff SET totp_sealed = NULL, totp_last_step = NULL');
    expect(await kim.post('/me/recovery-codes')).toMatchObject({
      status: 409,
      body: { detail: 'Recovery codes stand in for an authenticator app. Set one up first.' },
    });
    const { token, secret } = (await kim.post('/me/totp/options')).body as { token: string; secret: string };
    const set = await kim.send('PUT', '/me/totp', { token, code: codeAt(t.clock.now(), secret) });
    expect(set.body).toEqual({ recovery_codes: expect.any(Array) as string[] });
    expect((await kim.get('/me/factors')).body).toMatchObject({ has_totp: true, recovery_codes_left: 10 });
  });

  it('never become none', async () => {
    const kim = await staffOf(t);
    await t.db.query('UPDATE staff SET totp_sealed = NULL, totp_last_step = NULL');
    const passkeys = [1, 2].map(() => t.given.staffPasskey({ staffId: kim.person.id }));
    const [one, other] = await Promise.all(passkeys);
    const answers = await Promise.all([one, other].map(({ id }) => kim.delete(`/me/passkeys/${id}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
    const foreign = await t.given.staffPasskey();
    expect((await kim.delete(`/me/passkeys/${foreign.id}`)).status).toBe(404);
  });
});
