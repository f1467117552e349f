import type { Customer } from '#domains/accounts/customer.entity';
import { Session } from '#platform/access/session.entity';
import { PASSWORD } from '#samples';
import { isMarkOfWrite } from '../support/api';
import { Pages, type VisitedPage } from '../support/pages';
import { testApp } from '../support/start-test-app';

const t = testApp();

const SITE = 'https://lanterns.example/home';
const lanterns = () =>
  t.given.fanclub({ name: 'The Lanterns', siteUrl: SITE, supportEmail: 'help@lanterns.example' });
const ada = (facts: Partial<Customer> = {}) => t.given.customer({ email: 'ada@x.example', ...facts });
const visitor = () => new Pages(t.origin);
const live = async () =>
  (await t.db.getRepository(Session).find()).filter(({ revokedAt }) => revokedAt === null);
const setCookies = (answer: VisitedPage): string[] =>
  (answer.headers['set-cookie'] ?? []).filter((cookie) => !isMarkOfWrite(cookie));

let club: Awaited<ReturnType<typeof lanterns>>;
beforeEach(async () => {
  club = await lanterns();
});

const page = (name: string, redirect?: string) =>
  `/fanclubs/${club.id}/${name}${redirect === undefined ? '' : `?redirect=${encodeURIComponent(redirect)}`}`;
const logIn = async (pages = visitor(), redirect?: string) =>
  (await pages.open(page('login', redirect))).submit({ email: 'ada@x.example', password: PASSWORD });
const isLoggedIn = async (pages: Pages): Promise<boolean> => {
  const cookie = pages.http.cookies.header() ?? '';
  const { body } = await t.api.stranger().get('/account', { headers: { cookie } });
  return body.customer !== undefined && body.customer !== null;
};

describe('the log-in page', () => {
  it('shows the fan club, and fields that browsers can fill in', async () => {
    const { status, title, heading, links, fields, buttons } = await visitor().open(page('login'));
    expect([status, title, heading]).toEqual([200, 'Log in · The Lanterns', 'Log in']);
    expect(links).toEqual({
      'The Lanterns': SITE,
      'Forgot your password?': page('password-reset'),
      'Join The Lanterns': club.plansUrl,
      Register: page('register'),
      Privacy: page('privacy'),
      Terms: page('terms'),
      'help@lanterns.example': 'mailto:help@lanterns.example',
    });
    expect(fields.email).toMatchObject({ type: 'text', inputmode: 'email', autocomplete: 'username' });
    expect(fields.password).toMatchObject({ type: 'password', autocomplete: 'current-password' });
    expect(buttons).toEqual(['Log in']);
  });

  it('links to the pages of the fan club if it has its own', async () => {
    const own = (name: string) => `https://lanterns.example/${name}`;
    const other = await t.given.fanclub({
      linkPasswordReset: own('reset'),
      linkPrivacy: own('privacy'),
      linkTerms: own('terms'),
    });
    const { links } = await visitor().open(`/fanclubs/${other.id}/login`);
    expect(links).toMatchObject({
      'Forgot your password?': own('reset'),
      Privacy: own('privacy'),
      Terms: own('terms'),
    });
  });

  it('logs in like the API, with one session and one cookie, and redirects to the site', async () => {
    const customer = await ada();
    const pages = visitor();
    const answer = await logIn(pages);
    expect([answer.status, answer.location, answer.html]).toEqual([303, SITE, '']);
    expect(setCookies(answer)).toEqual([
      expect.stringMatching(
        new RegExp(
          `^__Host-fanclub_session_${club.id}=[^;]+; Max-Age=2592000; Path=/; HttpOnly; Secure; SameSite=Lax$`,
        ),
      ),
    ]);
    expect(await live()).toMatchObject([{ customerId: customer.id, fanclubId: club.id }]);
    expect(await isLoggedIn(pages)).toBe(true);
  });

  it.each([
    ['an unknown address', 'nobody@x.example', PASSWORD],
    ['a wrong password', 'ada@x.example', 'wrong'],
    ['no password', 'ada@x.example', ''],
    ['nothing', '', ''],
    ['an address that no database can store', 'ada\0@x.example', PASSWORD],
  ])('reports only the incorrect combination for %s', async (_, email, password) => {
    await ada();
    const answer = await (await visitor().open(page('login'))).submit({ email, password });
    expect([answer.status, answer.title]).toEqual([422, 'Problem: Log in · The Lanterns']);
    expect(answer.problems).toEqual(['Email and password combination is incorrect.']);
    for (const name of ['email', 'password']) {
      expect(answer.fields[name]).toMatchObject({
        'aria-invalid': 'true',
        'aria-describedby': 'problems',
      });
    }
    expect(answer.fields.password).not.toHaveProperty('value');
    expect(setCookies(answer)).toEqual([]);
    expect(await live()).toEqual([]);
  });

  it('keeps the entered address, valid or not', async () => {
    const email = `"><script>alert('x')</script>@x.example`;
    const answer = await (await visitor().open(page('login'))).submit({ email, password: 'x' });
    expect(answer.fields.email.value).toBe(email);
    expect(answer.html).not.toContain('<script');
  });

  it.each([
    [{ blacklisted: true }, 'Unable to login. Please contact help@lanterns.example for assistance.'],
    [
      { registered: false },
      'The email address ada@x.example belongs to an unregistered account. ' +
        'Please contact help@lanterns.example for assistance.',
    ],
    [
      { confirmedAt: null },
      'The email address ada@x.example has not been confirmed. ' +
        'Please use the link in your confirmation email or contact help@lanterns.example for assistance.',
    ],
  ])('shows a customer with the correct password the API’s message: %j', async (facts, message) => {
    await ada(facts);
    const answer = await logIn();
    expect([answer.status, answer.problems]).toEqual([422, [message]]);
    expect(answer.fields.email).not.toHaveProperty('aria-invalid');
    expect(await live()).toEqual([]);
  });

  it('shows the logged-in customer instead of the form, with Continue and Log out', async () => {
    await ada({ firstName: 'Ada' });
    const pages = visitor();
    await logIn(pages);
    const again = await pages.open(page('login', `${SITE}/members`));
    expect([again.status, again.heading, again.buttons]).toEqual([200, 'You are logged in', ['Log out']]);
    expect(again.text).toContain('You are logged in as Ada.');
    expect(again.links.Continue).toBe(`${SITE}/members`);
    expect(Object.keys(again.fields)).toEqual(['form_token']);
    expect(await live()).toHaveLength(1);
  });

  it('lets another customer log in: Log out leads back to the form, which keeps its redirect', async () => {
    await ada({ firstName: 'Ada' });
    await t.given.customer({ email: 'bob@x.example', firstName: null });
    const pages = visitor();
    await logIn(pages);
    const out = await (await pages.open(page('login', `${SITE}/members`))).submit();
    expect(out.status).toBe(303);
    expect(await live()).toEqual([]);
    const form = await pages.open(out.location!);
    expect([form.heading, form.buttons]).toEqual(['Log in', ['Log in']]);
    const bob = await form.submit({ email: 'bob@x.example', password: PASSWORD });
    expect([bob.status, bob.location]).toEqual([303, `${SITE}/members`]);
    expect((await pages.open(page('login'))).text).toContain('You are logged in as bob@x.example.');
  });

  it('shows the form to a visitor whose membership needs a registration', async () => {
    const plan = await t.given.plan({ price: '0.00' });
    const pages = visitor();
    await (await pages.open(page(`plans/${plan.id}/checkout`))).submit();
    expect((await pages.open(page('login'))).buttons).toEqual(['Log in']);
  });

  it('does not log in to an account of another fan club', async () => {
    const other = await t.given.fanclub({});
    await ada({ fanclubId: other.id });
    expect((await logIn()).status).toBe(422);
  });
});

describe('the redirect after log-in', () => {
  beforeEach(() => ada());

  it.each([
    [`${SITE}/members?tab=1#top`],
    ['https://lanterns.example/'],
    ['https://shop.lanterns.example/cart'],
    ['http://localhost:8080/'],
  ])('leads to %s, of the site or a trusted domain', async (redirect) => {
    await t.given.trustedDomain({ origin: 'https://shop.lanterns.example' });
    await t.given.trustedDomain({ origin: 'http://localhost:8080' });
    const form = await visitor().open(page('login', redirect));
    const { origin } = new URL(redirect);
    const allowed = new Set(["'self'", origin, 'https://lanterns.example']);
    expect(form.headers['content-security-policy']).toContain(`; form-action ${[...allowed].join(' ')};`);
    const failed = await form.submit({ email: 'ada@x.example', password: 'wrong' });
    const answer = await failed.submit({ password: PASSWORD });
    expect([answer.status, answer.location]).toEqual([303, redirect]);
  });

  it("leads to the fan club's own hosted pages", async () => {
    const checkout = `https://api.example.test/fanclubs/${club.id}/plans/3/checkout`;
    expect((await logIn(visitor(), checkout)).location).toBe(checkout);
  });

  it.each([
    '//evil.example',
    'https://evil.example/',
    'https://lanterns.example@evil.example/',
    'https://evil.example\\@lanterns.example/',
    'https://lanterns.example.evil.example/',
    'http://lanterns.example/',
    'javascript:alert(1)',
    '/members',
    'https://lanterns.example/\r\nSet-Cookie: a=b',
    '',
  ])('leads to the site instead of %j', async (redirect) => {
    const form = await visitor().open(page('login', redirect));
    expect(form.headers['content-security-policy']).toContain(`form-action 'self' https://lanterns.example;`);
    expect(form.html).not.toContain('evil');
    const answer = await form.submit({ email: 'ada@x.example', password: PASSWORD });
    expect([answer.status, answer.location]).toEqual([303, SITE]);
  });

  it('never leads to a trusted domain of another fan club', async () => {
    const other = await t.given.fanclub({});
    await t.given.trustedDomain({ fanclubId: other.id, origin: 'https://other.example' });
    expect((await logIn(visitor(), 'https://other.example/')).location).toBe(SITE);
  });

  it('leads to a site with an internationalized domain name', async () => {
    const other = await t.given.fanclub({ siteUrl: 'https://b\u00fccher.example/f\u00fcr/alle' });
    await t.given.customer({ email: 'bob@x.example', fanclubId: other.id });
    const form = await visitor().open(`/fanclubs/${other.id}/login`);
    const answer = await form.submit({ email: 'bob@x.example', password: PASSWORD });
    expect(answer.location).toBe('https://xn--bcher-kva.example/f%C3%BCr/alle');
    expect(form.headers['content-security-policy']).toContain(
      "form-action 'self' https://xn--bcher-kva.example;",
    );
  });

  it('leads to the site when it is given twice', async () => {
    const path = `${page('login', SITE)}&redirect=${encodeURIComponent('https://lanterns.example/2')}`;
    const answer = await (await visitor().open(path)).submit({ email: 'ada@x.example', password: PASSWORD });
    expect(answer.location).toBe(SITE);
  });
});

describe('the log-out page', () => {
  it('logs no customer out when it is opened', async () => {
    await ada({ firstName: 'Ada' });
    const pages = visitor();
    await logIn(pages);
    const shown = await pages.open(page('logout'));
    expect([shown.status, shown.heading, shown.buttons]).toEqual([200, 'Log out', ['Log out']]);
    expect(shown.text).toContain('You are logged in as Ada.');
    expect(await live()).toHaveLength(1);
    expect(await isLoggedIn(pages)).toBe(true);
  });

  it('ends the session, clears the cookie, and leads back', async () => {
    await ada();
    const pages = visitor();
    await logIn(pages);
    const answer = await (await pages.open(page('logout', `${SITE}/bye`))).submit();
    expect([answer.status, answer.location]).toEqual([303, `${SITE}/bye`]);
    expect(setCookies(answer)).toEqual([
      expect.stringMatching(new RegExp(`^__Host-fanclub_session_${club.id}=; Max-Age=0; Path=/; `)),
    ]);
    expect(await live()).toEqual([]);
    expect(await isLoggedIn(pages)).toBe(false);
  });

  describe('that a visitor opens by a link', () => {
    const SHOP = 'https://shop.lanterns.example';
    const CLICKED = {
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
    };
    const BY_CLICK = { ...CLICKED, 'sec-fetch-user': '?1' };
    let pages: Pages;

    /** Follows a link to the page. */
    const follow = (headers: Record<string, string>, redirect?: string) =>
      pages.open(page('logout', redirect), { headers });

    beforeEach(async () => {
      await ada({ firstName: 'Ada' });
      await t.given.trustedDomain({ origin: SHOP });
      pages = visitor();
      await logIn(pages);
    });

    it.each([
      [`${SHOP}/cart?id=7`, undefined, `${SHOP}/cart?id=7`],
      ['https://lanterns.example/', undefined, 'https://lanterns.example/'],
      [`${SHOP}/`, `${SITE}/bye`, `${SITE}/bye`],
      [`${SHOP}/`, 'https://evil.example/', `${SHOP}/`],
    ])(
      'of the trusted page %s, with redirect %s: logs out at once and leads to %s',
      async (referer, to, back) => {
        const answer = await follow({ ...BY_CLICK, referer }, to);
        expect([answer.status, answer.location]).toEqual([303, back]);
        expect(setCookies(answer)).toEqual([
          expect.stringMatching(new RegExp(`^__Host-fanclub_session_${club.id}=; Max-Age=0; Path=/; `)),
        ]);
        expect([await live(), await isLoggedIn(pages)]).toEqual([[], false]);
      },
    );

    it.each<[string, Record<string, string>]>([
      ['of a foreign page', { ...BY_CLICK, referer: 'https://evil.example/' }],
      ['of a page that looks trusted', { ...BY_CLICK, referer: `${SHOP}.evil.example/` }],
      ['of a page that hides its address', BY_CLICK],
      ['of a trusted page, by a script and not a click', { ...CLICKED, referer: `${SHOP}/` }],
      ['of a trusted page, in a frame', { ...BY_CLICK, 'sec-fetch-dest': 'iframe', referer: `${SHOP}/` }],
      ['of a trusted page, before a click', { ...BY_CLICK, 'sec-purpose': 'prefetch', referer: `${SHOP}/` }],
      [
        'of a trusted page, as an image',
        { 'sec-fetch-mode': 'no-cors', 'sec-fetch-user': '?1', referer: `${SHOP}/` },
      ],
      ['of a trusted page, without these headers', { referer: `${SHOP}/` }],
    ])('%s: shows the button and logs nobody out', async (_, headers) => {
      const shown = await follow(headers, `${SITE}/bye`);
      expect([shown.status, shown.heading, shown.buttons]).toEqual([200, 'Log out', ['Log out']]);
      expect([(await live()).length, await isLoggedIn(pages)]).toEqual([1, true]);
    });

    it('of a trusted page, as HEAD: logs nobody out', async () => {
      await pages.http.request('HEAD', page('logout'), { headers: { ...BY_CLICK, referer: `${SHOP}/` } });
      expect(await live()).toHaveLength(1);
    });
  });

  it('clears the cookie of a session that has already ended', async () => {
    const pages = visitor();
    pages.http.cookies.set(`__Host-fanclub_session_${club.id}`, 'stale');
    const shown = await pages.open(page('logout'));
    expect(shown.text).toContain('You are not logged in.');
    const answer = await shown.submit();
    expect([answer.status, answer.location]).toEqual([303, SITE]);
    expect(pages.http.cookies.get(`__Host-fanclub_session_${club.id}`)).toBeNull();
  });

  it('never leads to a foreign address', async () => {
    const shown = await visitor().open(page('logout', 'https://evil.example/'));
    expect((await shown.submit()).location).toBe(SITE);
  });
});
