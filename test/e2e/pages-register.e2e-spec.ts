import { Customer } from '#domains/accounts/customer.entity';
import { PASSWORD } from '#samples';
import { loggedIn } from '../support/logged-in';
import { mailsOf } from '../support/mails-of';
import { Pages, type VisitedPage } from '../support/pages';
import { testApp } from '../support/start-test-app';

const t = testApp({ LIMIT_LOOKUP_NETWORK: '3/60' });

const SITE = 'https://lanterns.example';
const ACCOUNT = {
  email: 'ada@x.example',
  first_name: 'Ada',
  last_name: 'Byron',
  birthdate: '1990-12-10',
  password: PASSWORD,
  password_confirmation: PASSWORD,
  accept_terms: 'true',
};

const visitor = () => new Pages(t.origin);
const customers = () => t.db.getRepository(Customer).find({ order: { id: 'ASC' } });

let root: string;
beforeEach(async () => {
  const { id } = await t.given.fanclub({
    name: 'The Lanterns',
    siteUrl: SITE,
    supportEmail: 'help@x.example',
  });
  root = `/fanclubs/${id}`;
});

const open = (pages = visitor(), query = ''): Promise<VisitedPage> => pages.open(`${root}/register${query}`);
/** Orders a free plan, logged out, and returns the page that asks for the registration. */
async function checkOut(pages: Pages): Promise<VisitedPage> {
  const plan = await t.given.plan({ name: 'Friends', price: '0.00' });
  return (await (await pages.open(`${root}/plans/${plan.id}/checkout`)).submit()).follow();
}

describe('the registration page', () => {
  it('asks for e-mail, names, birthdate, password and terms', async () => {
    const page = await open();
    expect([page.status, page.title, page.buttons]).toEqual([200, 'Register · The Lanterns', ['Register']]);
    expect(Object.entries(page.fields).map(([name, { type }]) => [name, type])).toEqual([
      ['form_token', 'hidden'],
      ['email', 'text'],
      ['first_name', 'text'],
      ['last_name', 'text'],
      ['birthdate', 'date'],
      ['password', 'password'],
      ['password_confirmation', 'password'],
      ['accept_terms', 'checkbox'],
    ]);
    expect(page.links).toMatchObject({ 'terms of service': `${root}/terms`, 'Log in': `${root}/login` });
  });

  it('asks for a user name if the fan club has a forum', async () => {
    const { id } = await t.given.fanclub({ forumIntegration: true });
    const page = await visitor().open(`/fanclubs/${id}/register`);
    const refused = await page.submit({ ...ACCOUNT, username: '' });
    expect([refused.status, refused.problems]).toEqual([422, ["Username can't be blank"]]);
    expect((await refused.submit({ ...ACCOUNT, username: 'ada' })).status).toBe(303);
    expect(await customers()).toMatchObject([{ username: 'ada' }]);
  });

  it('creates an account like POST /accounts, and mentions the confirmation mail', async () => {
    const pages = visitor();
    const answer = await (await open(pages)).submit(ACCOUNT);
    const sent = await answer.follow();
    expect([sent.status, sent.heading]).toEqual([200, 'Check your email']);
    expect(sent.links['Back to The Lanterns']).toBe(SITE);
    expect(await customers()).toMatchObject([
      { email: 'ada@x.example', firstName: 'Ada', lastName: 'Byron', registered: true, confirmedAt: null },
    ]);
    expect(await mailsOf(t)).toMatchObject([{ kind: 'confirm_address', to: 'ada@x.example' }]);
    expect(pages.http.cookies.names).toEqual([expect.stringMatching(/^fanclub_form_/)]);
  });

  it('shows the messages of POST /accounts, and keeps all entered values except passwords', async () => {
    await t.given.customer({ email: 'taken@x.example' });
    const page = await (
      await open()
    ).submit({
      email: 'taken@x.example',
      first_name: 'Ada',
      birthdate: '2020-01-01',
      password: 'short',
      password_confirmation: 'other',
    });
    expect([page.status, page.problems]).toEqual([
      422,
      [
        'Email has already been taken',
        'You are not old enough',
        'Password is too short (minimum is 8 characters)',
        "Password confirmation doesn't match Password",
        'Must accept terms of service',
      ],
    ]);
    expect(page.fields.first_name.value).toBe('Ada');
    expect(page.fields.password.value).toBeUndefined();
    expect(page.fields.accept_terms).toMatchObject({
      'aria-invalid': 'true',
      'aria-describedby': 'accept_terms-problem',
    });
    const blank = await page.submit({ email: '', birthdate: '', password: '', password_confirmation: '' });
    expect(blank.problems).toEqual([
      "Email can't be blank",
      "Birthdate can't be blank",
      "Password can't be blank",
      'Must accept terms of service',
    ]);
    expect(await customers()).toHaveLength(1);
  });

  it('keeps a ticked box ticked', async () => {
    const page = await (await open()).submit({ ...ACCOUNT, email: '' });
    expect(page.fields.accept_terms.checked).toBe('');
    expect((await page.submit({ ...ACCOUNT })).status).toBe(303);
  });

  it('registers the customer of the free checkout in the session (contract 4.4a)', async () => {
    const pages = visitor();
    const done = await checkOut(pages);
    expect(done.heading).toBe('One step is left: register');
    const page = await pages.open(done.links['Register with The Lanterns']);
    expect(page.text).toContain('Register to keep your membership “Friends”.');
    const [buyer] = await customers();

    const sent = await (await page.submit(ACCOUNT)).follow();

    expect(sent.text).toContain('on its way to ada@x.example');
    expect(await customers()).toMatchObject([{ id: buyer.id, email: 'ada@x.example', registered: true }]);
    const confirmed = await (await pages.open((await mailsOf(t))[0].link)).submit({ password: PASSWORD });
    expect((await confirmed.follow()).text).toContain('You are logged in.');
  });

  it('registers no customer twice, and mentions the confirmation mail instead', async () => {
    const pages = visitor();
    await checkOut(pages);
    const [one, two] = [await open(pages), await open(pages)];
    await one.submit(ACCOUNT);
    // The token belongs to the session that ended with the registration.
    expect((await two.submit({ ...ACCOUNT, email: 'other@x.example' })).status).toBe(403);
    expect((await (await open(pages)).follow()).heading).toBe('Check your email');
    expect(await customers()).toHaveLength(1);
  });

  it('reports to a logged-in customer that they have an account', async () => {
    const pages = visitor();
    await t.given.customer({ email: 'eve@x.example', firstName: 'Eve' });
    await (await pages.open(`${root}/login`)).submit({ email: 'eve@x.example', password: PASSWORD });
    const page = await open(pages);
    expect([page.status, page.heading, page.buttons]).toEqual([200, 'You have an account', []]);
    expect([page.text, page.links.Continue]).toEqual(['You are logged in as Eve. Continue', SITE]);
  });

  it('does nothing without its token, or from a page of another site', async () => {
    const page = await open();
    expect((await page.submit({ ...ACCOUNT, form_token: '' })).status).toBe(403);
    const foreign = { headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' } };
    expect((await page.submit(ACCOUNT, foreign)).status).toBe(403);
    expect(await customers()).toEqual([]);
  });

  it('has the limits of POST /accounts', async () => {
    const page = await open();
    for (let n = 0; n < 3; n += 1)
      expect((await page.submit({ ...ACCOUNT, birthdate: '' })).status).toBe(422);
    const answer = await page.submit(ACCOUNT);
    expect([answer.status, answer.heading]).toEqual([429, 'That did not work']);
    expect(await customers()).toEqual([]);
  });
});

describe('links to the registration page', () => {
  it('are on the log-in page', async () => {
    const pages = visitor();
    const login = await pages.open(`${root}/login`);
    expect(login.text).toContain('No account yet? Register');
    expect(login.links.Register).toBe(`${root}/register`);
    await checkOut(pages);
    const later = await pages.open(`${root}/login`);
    expect(later.text).toContain('A membership is kept for you in this browser. Register');
  });

  it('are on the checkout of a new customer, and lead back to it', async () => {
    const plan = await t.given.plan({ name: 'Friends', price: '0.00' });
    const checkout = `${root}/plans/${plan.id}/checkout`;
    const back = encodeURIComponent(`https://api.example.test${checkout}/onward`);
    expect((await visitor().open(checkout)).links['register first']).toBe(
      `${root}/register?redirect=${back}`,
    );
    const member = await loggedIn(t, await t.given.customer());
    const pages = visitor();
    const [name, value] = member.cookies.split(/=(.*)/s);
    pages.http.cookies.set(name, value);
    expect((await pages.open(checkout)).links).not.toHaveProperty('register first');
  });
});

describe('the redirect of the registration', () => {
  it('is part of the mailed link, and leads back to the site and to the log-in after confirming', async () => {
    const from = `${SITE}/presale?x=1&y=2`;
    const query = `?redirect=${encodeURIComponent(from)}`;
    const page = await open(visitor(), query);
    expect(page.links['Log in']).toBe(`${root}/login${query}`);
    const sent = await (await page.submit(ACCOUNT)).follow();
    expect(sent.links['Back to The Lanterns']).toBe(from);

    const { link } = (await mailsOf(t))[0];
    expect(new URL(link).searchParams.get('redirect')).toBe(from);
    const confirmed = await (await visitor().open(link)).submit({ password: PASSWORD });
    const done = await confirmed.follow();
    expect(done.links).toMatchObject({ 'Log in': `${root}/login${query}`, 'Back to The Lanterns': from });
  });

  it.each(['https://evil.example/', '//evil.example', 'javascript:alert(1)'])(
    'is ignored if it leads elsewhere: %s',
    async (address) => {
      const query = `?redirect=${encodeURIComponent(address)}`;
      const page = await open(visitor(), query);
      expect(page.links['Log in']).toBe(`${root}/login`);
      expect((await page.submit(ACCOUNT)).location).toBe(`${root}/register/sent`);
      const { link } = (await mailsOf(t))[0];
      expect(link).not.toContain('redirect');
      const confirmed = await (
        await visitor().open(`${link}&redirect=${encodeURIComponent(address)}`)
      ).submit({
        password: PASSWORD,
      });
      expect((await confirmed.follow()).links['Back to The Lanterns']).toBe(SITE);
    },
  );
});
