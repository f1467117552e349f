import { PASSWORD } from '#samples';
import { codeAt, StaffClient, staffOf } from '../support/staff-client';
import { testApp } from '../support/start-test-app';

const t = testApp({
  LIMIT_STAFF_LOGIN_ROW: '10/900',
  LIMIT_STAFF_LOGIN: '12/900',
  LIMIT_STAFF_NETWORK: '1000/60',
});

const client = (): StaffClient => new StaffClient(t);
const laterBy = (seconds: number): void => t.clock.set(new Date(t.clock.now().getTime() + seconds * 1000));

describe('logging in by password', () => {
  it('needs both factors, and opens a session only then', async () => {
    const { email } = await t.given.staff();
    const kim = client();
    const first = await kim.post('/session/password', { email: email.toUpperCase(), password: PASSWORD });
    expect(first).toMatchObject({ status: 200, body: { token: expect.any(String) as string } });
    expect(kim.cookies.header()).toBeNull();
    expect((await kim.get('/me')).status).toBe(401);

    const { token } = first.body as { token: string };
    const second = await kim.post('/session/second-factor', { token, code: codeAt(t.clock.now()) });
    expect(second.status).toBe(204);
    expect(second.headers['set-cookie']).toEqual([
      expect.stringMatching(
        /^__Secure-fanclub_staff=[\w-]{43}; Max-Age=43200; Path=\/staff; HttpOnly; Secure; SameSite=Strict$/,
      ),
    ]);
    expect((await kim.get('/me')).body).toMatchObject({ email });
  });

  it('answers a wrong password, an unknown address and a password without a second factor alike', async () => {
    const { email } = await t.given.staff();
    const wrong = await client().post('/session/password', { email, password: 'wrong horse battery' });
    const unknown = await client().post('/session/password', {
      email: 'nobody@example.org',
      password: PASSWORD,
    });
    const keyOnly = await t.given.staff({ totpSealed: null });
    const useless = await client().post('/session/password', { email: keyOnly.email, password: PASSWORD });
    for (const { status, body } of [wrong, unknown, useless]) {
      expect({ status, ...body, instance: null }).toEqual({
        status: 401,
        type: '/staff/problems/login-failed',
        title: 'You could not be logged in',
        detail:
          'The e-mail address and the password do not belong together. If you have a passkey, log in with it.',
        instance: null,
      });
    }
  });

  it('accepts a code once, and no code after five minutes', async () => {
    const { email } = await t.given.staff();
    const step = async (): Promise<string> =>
      ((await client().post('/session/password', { email, password: PASSWORD })).body as { token: string })
        .token;
    const code = codeAt(t.clock.now());
    const [token, other] = [await step(), await step()];
    expect((await client().post('/session/second-factor', { token, code })).status).toBe(204);
    expect((await client().post('/session/second-factor', { token: other, code })).status).toBe(401);
    laterBy(301);
    const late = await client().post('/session/second-factor', { token: other, code: codeAt(t.clock.now()) });
    expect(late.body).toMatchObject({ detail: 'This took too long. Please start again.' });
  });

  it('accepts a recovery code once', async () => {
    const { id, email } = await t.given.staff();
    const code = await t.given.staffRecoveryCode({ staffId: id });
    for (const status of [204, 401]) {
      const first = await client().post('/session/password', { email, password: PASSWORD });
      const { token } = first.body as { token: string };
      expect((await client().post('/session/second-factor', { token, code })).status).toBe(status);
    }
  });

  it('is limited by address, also with simultaneous attempts, and free again after the window', async () => {
    const { email } = await t.given.staff();
    const attempts = await Promise.all(
      Array.from({ length: 15 }, () => client().post('/session/password', { email, password: 'wrong' })),
    );
    const statuses = attempts.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array<number>(10).fill(401), ...Array<number>(5).fill(429)]);
    const refused = await client().post('/session/password', { email, password: PASSWORD });
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '900']);
    laterBy(901);
    expect((await client().post('/session/password', { email, password: PASSWORD })).status).toBe(200);
  });

  it('is refused for a person who was locked out', async () => {
    const { email } = await t.given.staff({ disabledAt: t.clock.now() });
    expect((await client().post('/session/password', { email, password: PASSWORD })).status).toBe(401);
  });
});

describe('a session', () => {
  it('ends at the log-out, after an hour without requests, and after twelve hours', async () => {
    const [out, idle, old] = [await staffOf(t), await staffOf(t), await staffOf(t)];
    expect((await out.delete('/session')).status).toBe(204);
    expect((await out.get('/me')).status).toBe(401);
    for (let minutes = 0; minutes < 12 * 60 - 30; minutes += 30) {
      expect((await old.get('/me')).status).toBe(200);
      laterBy(30 * 60);
    }
    expect((await idle.get('/me')).status).toBe(401);
    expect((await old.get('/me')).status).toBe(200);
    laterBy(30 * 60 + 1);
    expect((await old.get('/me')).status).toBe(401);
  });

  it('ends when the person is locked out', async () => {
    const kim = await staffOf(t);
    await t.db.query('UPDATE staff SET disabled_at = now()');
    expect((await kim.get('/me')).status).toBe(401);
  });

  it('cannot be used by pages of other websites', async () => {
    const kim = await staffOf(t);
    const json = { 'content-type': 'application/json' };
    const forbidden: [Record<string, string>, number][] = [
      [{ ...json, origin: 'https://evil.example' }, 403],
      [{ ...json, origin: 'null' }, 403],
      [{ 'content-type': 'text/plain' }, 415],
      [{ 'content-type': 'application/x-www-form-urlencoded' }, 415],
      [{ 'content-type': 'multipart/form-data' }, 415],
    ];
    for (const [headers, status] of forbidden) {
      const answer = await kim.send('DELETE', '/session', '{}', headers);
      expect({ headers, status: answer.status }).toEqual({ headers, status });
      expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    }
    expect((await kim.get('/me')).status).toBe(200);
  });
});
