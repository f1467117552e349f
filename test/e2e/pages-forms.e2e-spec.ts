import { Session } from '#platform/access/session.entity';
import { PASSWORD } from '#samples';
import { Pages } from '../support/pages';
import { testApp } from '../support/start-test-app';

const t = testApp();

const visitor = () => new Pages(t.origin);
const ADA = { email: 'ada@x.example', password: PASSWORD };
const sessions = () => t.db.getRepository(Session).find();

let login: string;
let clubId: number;
beforeEach(async () => {
  clubId = (await t.given.fanclub({ name: 'The Lanterns' })).id;
  login = `/fanclubs/${clubId}/login`;
  await t.given.customer({ email: ADA.email });
});

async function expectOutOfDate(answer: Awaited<ReturnType<Pages['send']>>): Promise<void> {
  expect([answer.status, answer.heading]).toEqual([403, 'This form is out of date']);
  expect(answer.links['Open the page again']).toBe('');
  expect(answer.title).toBe('This form is out of date · The Lanterns');
  expect(await sessions()).toEqual([]);
}

describe('the cookie of the forms', () => {
  it('is set with the first form, limited to the fan club, and kept', async () => {
    const pages = visitor();
    const first = await pages.open(login);
    expect(first.headers['set-cookie']).toEqual([
      expect.stringMatching(
        new RegExp(
          `^fanclub_form_${clubId}=[\\w-]{43}; Path=/fanclubs/${clubId}; HttpOnly; Secure; SameSite=Lax$`,
        ),
      ),
    ]);
    const second = await pages.open(login);
    expect(second.headers['set-cookie']).toBeUndefined();
    expect(second.fields.form_token.value).not.toBe(first.fields.form_token.value);
    expect((await first.submit(ADA)).status).toBe(303);
  });

  it('is not set on pages without a form', async () => {
    const { headers } = await visitor().open(`/fanclubs/${clubId}/privacy`);
    expect(headers['set-cookie']).toBeUndefined();
    expect(headers['content-security-policy']).toContain("form-action 'none'");
  });

  it('is replaced when it is invalid', async () => {
    const pages = visitor();
    pages.http.cookies.set(`fanclub_form_${clubId}`, 'short');
    const form = await pages.open(login);
    expect(form.headers['set-cookie']).toHaveLength(1);
    expect((await form.submit(ADA)).status).toBe(303);
  });
});

describe('a form', () => {
  it('does nothing without a token', async () => {
    const pages = visitor();
    await pages.open(login);
    await expectOutOfDate(await pages.send(login, ADA));
  });

  it.each(['', 'x', 'abc-def', '-'])('does nothing with the token %j', async (token) => {
    const form = await visitor().open(login);
    await expectOutOfDate(await form.submit({ ...ADA, form_token: token }));
  });

  it('does nothing with an altered token', async () => {
    const form = await visitor().open(login);
    const { value } = form.fields.form_token;
    const altered = (value.startsWith('A') ? 'B' : 'A') + value.slice(1);
    await expectOutOfDate(await form.submit({ ...ADA, form_token: altered }));
  });

  it('does nothing without the cookie', async () => {
    const pages = visitor();
    const form = await pages.open(login);
    pages.http.cookies.clear();
    await expectOutOfDate(await form.submit(ADA));
  });

  it('does nothing with the token of another browser', async () => {
    const theirs = await visitor().open(login);
    const pages = visitor();
    const form = await pages.open(login);
    await expectOutOfDate(await form.submit({ ...ADA, form_token: theirs.fields.form_token.value }));
  });

  it('does nothing with the token of another fan club, even with its secret', async () => {
    const other = await t.given.fanclub({});
    const pages = visitor();
    const theirs = await pages.open(`/fanclubs/${other.id}/login`);
    pages.http.cookies.set(
      `fanclub_form_${clubId}`,
      pages.http.cookies.get(`fanclub_form_${other.id}`) ?? '',
    );
    await expectOutOfDate(await pages.send(login, { ...ADA, form_token: theirs.fields.form_token.value }));
  });

  it('does nothing if it was shown in another session', async () => {
    const pages = visitor();
    const before = await pages.open(`/fanclubs/${clubId}/logout`);
    await (await pages.open(login)).submit(ADA);
    const answer = await before.submit();
    expect(answer.status).toBe(403);
    expect(await sessions()).toMatchObject([{ revokedAt: null }]);
  });

  it.each([
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ 'sec-fetch-site': 'same-site' }],
    [{ origin: 'https://evil.example' }],
    [{ origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' }],
    [{ origin: 'http://api.example.test' }],
  ])('does nothing if the browser reports another origin: %j', async (headers) => {
    const form = await visitor().open(login);
    await expectOutOfDate(await form.submit(ADA, { headers }));
  });

  it.each([
    [{ origin: 'https://api.example.test' }],
    [{ origin: 'https://api.example.test', 'sec-fetch-site': 'same-origin' }],
    [{ 'sec-fetch-site': 'none' }],
  ])('is accepted from our own page: %j', async (headers) => {
    const form = await visitor().open(login);
    expect((await form.submit(ADA, { headers })).status).toBe(303);
  });

  it.each([
    ['no body', '', {}, 403],
    ['invalid JSON', '{', { 'content-type': 'application/json' }, 422],
    ['another media type', 'a', { 'content-type': 'multipart/form-data; boundary=x' }, 415],
    ['bytes that are not text', Buffer.from([0x66, 0x3d, 0xff]), {}, 422],
    ['an invalid escape', 'email=%zz', {}, 422],
    ['too many bytes', 'x'.repeat(70_000), {}, 413],
    ['an invalid media type', 'a', { 'content-type': 'bogus' }, 415],
  ])('with %s is answered by a page', async (_, body, headers, status) => {
    const pages = visitor();
    await pages.open(login);
    const answer = await pages.http.post(login, body, {
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    });
    expect([answer.status, answer.headers['content-type']]).toEqual([status, 'text/html; charset=utf-8']);
    expect(await sessions()).toEqual([]);
  });

  it('in JSON needs its token as well', async () => {
    const pages = visitor();
    const form = await pages.open(login);
    const json = (body: object) => pages.http.post(login, body);
    expect((await json(ADA)).status).toBe(403);
    expect((await json({ ...ADA, form_token: [form.fields.form_token.value] })).status).toBe(403);
    expect((await json({ ...ADA, form_token: form.fields.form_token.value })).status).toBe(303);
  });
});

describe('without HTTPS', () => {
  const plain = testApp({ PUBLIC_URL: 'http://127.0.0.1:3000/club-service/' });

  it('the cookie of the forms is sent over HTTP, and below a path all URLs include it', async () => {
    const club = await plain.given.fanclub();
    const { headers, links } = await new Pages(plain.origin).open(`/fanclubs/${club.id}/login`);
    const root = `/club-service/fanclubs/${club.id}`;
    expect(headers['set-cookie']).toEqual([
      expect.stringMatching(
        new RegExp(`^fanclub_form_${club.id}=[\\w-]+; Path=${root}; HttpOnly; SameSite=Lax$`),
      ),
    ]);
    expect(links).toMatchObject({
      'Forgot your password?': `${root}/password-reset`,
      Terms: `${root}/terms`,
    });
  });
});

describe('with cookies across sites', () => {
  const across = testApp({ SESSION_COOKIE_MODE: 'cross-site', PUBLIC_URL: 'http://127.0.0.1:3000' });

  it('both cookies need HTTPS, and the session is partitioned by site', async () => {
    const club = await across.given.fanclub();
    await across.given.customer({ email: ADA.email });
    const form = await new Pages(across.origin).open(`/fanclubs/${club.id}/login`);
    expect(form.headers['set-cookie']?.[0]).toMatch(/; HttpOnly; Secure; SameSite=Lax$/);
    const answer = await form.submit(ADA);
    expect(answer.headers['set-cookie']?.[0]).toMatch(/; HttpOnly; Secure; Partitioned; SameSite=None$/);
  });
});
