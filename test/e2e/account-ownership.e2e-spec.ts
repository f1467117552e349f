import { Customer, Authentication, EmailAlias } from '#domains/accounts/customer.entity';
import { Order } from '#domains/orders/order.entity';
import { Plan } from '#domains/plans/plan.entity';
import { Subscription } from '#domains/subscriptions/subscription.entity';
import { OneTimeToken } from '../../src/platform/tokens';
import { daysFrom, PASSWORD } from '#samples';
import type { Api } from '../support/api';
import { untilWaiting } from '../support/lock-waits';
import { withSession } from '../support/logged-in';
import { mailsOf, type QueuedMail } from '../support/mails-of';
import { Pages } from '../support/pages';
import { Shopper } from '../support/shoppers';
import { signedRequest } from '../support/signed-request';
import { testApp } from '../support/start-test-app';

// The ownership of an account: contract 4.4a, 4.8 and 4.8a, against somebody who signs up with another person's address or steals a session.
const t = testApp({ LIMIT_LOGIN_EMAIL: '10/900' });

const BOTH = { password: PASSWORD, password_confirmation: PASSWORD };
const OWN = { password: 'the owner’s secret', password_confirmation: 'the owner’s secret' };
const EMAIL = 'victim@x.example';
const ACCOUNT = { email: EMAIL, birthdate: '1990-12-10', password_attributes: BOTH };
const TAKEN = ['Email has already been taken'];

const visitor = () => new Pages(t.origin);
const customers = () => t.db.getRepository(Customer).find({ order: { id: 'ASC' } });
const links = () => t.db.getRepository(Authentication).count();
const lastMail = async (kind: QueuedMail['kind']): Promise<QueuedMail> =>
  (await mailsOf(t)).filter((mail) => mail.kind === kind).at(-1)!;
const accountOf = async (api: Api) => (await api.get('/account')).body.customer;
const logIn = async (email: string, password: string) =>
  (await t.api.stranger().post('/login', { email, password })).body.status;
const socialLogIn = async (uid: string) =>
  (await t.api.stranger().post('/login', { social_signed_request: signedRequest(t, uid) })).body;
const UNKNOWN = {
  status: 'error',
  messages: ['Sorry, your social account does not have access to this website.'],
};

/** A browser on the hosted pages that holds the session of an API client. */
async function browserOf(api: Api): Promise<Pages> {
  const pages = visitor();
  const [name, value] = api.cookies.split(/=(.*)/s);
  pages.http.cookies.set(name, value);
  return pages;
}

/** A client that has just ordered a free plan, logged out. */
async function buyer(): Promise<Api> {
  const [known] = await t.db.getRepository(Plan).find();
  const plan = known ?? (await t.given.plan({ name: 'Friends', price: '0.00' }));
  const shopper = await Shopper.stranger(t);
  await shopper.buy(plan);
  return shopper.api();
}

/** The attacker: a free checkout and `POST /account/register` with the victim's address and a signed request of their own. */
async function attackersAccount(more: object = {}): Promise<Api> {
  await t.given.loginProvider();
  const api = await buyer();
  const { body } = await api.post('/account/register', {
    social_signed_request: signedRequest(t, 'attacker'),
    email: EMAIL,
    birthdate: '1990-12-10',
    accept_terms: true,
    ...more,
  });
  expect(body.status).toBe('ok');
  return api;
}

const reset = async (email = EMAIL): Promise<void> => {
  const { id } = await t.given.fanclub();
  await (await visitor().open(`/fanclubs/${id}/password-reset`)).submit({ email });
};

beforeEach(() => t.given.fanclub({ name: 'The Lanterns', siteUrl: 'https://lanterns.example' }));

describe('POST /accounts in a session that holds an unregistered customer (contract 4.4a)', () => {
  it('registers that customer, who keeps the order, the subscription and the session', async () => {
    const api = await buyer();
    const [before] = await customers();
    const { body } = await api.post('/accounts', ACCOUNT);
    expect(body).toMatchObject({
      status: 'ok',
      customer: { id: before.id, email: EMAIL, birthdate: '1990-12-10', expired: false },
    });
    expect(await customers()).toMatchObject([{ id: before.id, registered: true, confirmedAt: null }]);
    expect(await t.db.getRepository(Order).find()).toMatchObject([{ customerId: before.id }]);
    expect(await t.db.getRepository(Subscription).find()).toMatchObject([{ customerId: before.id }]);
    expect(await accountOf(api)).toBeNull();

    const page = await visitor().open((await lastMail('confirm_address')).link);
    expect((await page.submit({ password: PASSWORD })).status).toBe(303);
    expect(await accountOf(api)).toMatchObject({
      id: before.id,
      subscription: { plan: { name: 'Friends' } },
    });
  });

  it('answers with the keys and the messages of POST /accounts', async () => {
    const api = await buyer();
    const invalid = { email: 'x', birthdate: '', password_attributes: {}, accept_terms: false };
    const refused = await api.post('/accounts', invalid);
    expect(refused.body).toEqual((await t.api.stranger().post('/accounts', invalid)).body);
    expect((await api.post('/accounts')).body.messages).toEqual(['Customer parameter is required.']);
    const other = await t.api.stranger().post('/accounts', { ...ACCOUNT, email: 'other@x.example' });
    const { body } = await api.post('/accounts', ACCOUNT);
    expect(Object.keys(body.customer)).toEqual(Object.keys(other.body.customer));
    expect((await (await buyer()).post('/accounts', ACCOUNT)).body.messages).toEqual(TAKEN);
  });

  it('gives the visitor a new session, so that an attacker who planted the old one is not logged in', async () => {
    const api = await buyer();
    const planted = api.cookies;
    await api.post('/accounts', ACCOUNT);
    expect(api.cookies).not.toBe(planted);
    const page = await visitor().open((await lastMail('confirm_address')).link);
    await page.submit({ password: PASSWORD });
    const [name, value] = planted.split(/=(.*)/s);
    expect(await accountOf(t.api.withCookie(name, value))).toBeNull();
    expect(await accountOf(api)).not.toBeNull();
  });

  it('lets one of two simultaneous requests succeed, refuses the other, and creates no second account', async () => {
    const api = await buyer();
    const cookies = api.cookies.split(/=(.*)/s);
    // Both have found the session before either ends it.
    const holding = t.db.createQueryRunner();
    await holding.startTransaction();
    await holding.query('SELECT FROM customers FOR UPDATE');
    const asked = ['one@x.example', 'two@x.example'].map((email) =>
      t.api.withCookie(cookies[0], cookies[1]).post('/accounts', { ...ACCOUNT, email }),
    );
    await untilWaiting(t, 2);
    await holding.commitTransaction();
    await holding.release();
    const answers = await Promise.all(asked);
    const messages = answers.map(({ body }) => body.messages ?? body.status);
    expect(messages).toContain('ok');
    expect(messages).toContainEqual(['You are already registered']);
    expect(await customers()).toHaveLength(1);
    expect(await mailsOf(t)).toHaveLength(1);
  });

  it('creates another account for a visitor without a session and for a logged-in customer', async () => {
    const member = await t.given.customer();
    const api = withSession(t, member.fanclubId, await t.given.session({ customer: member }));
    expect((await api.post('/accounts', ACCOUNT)).body.status).toBe('ok');
    expect(await accountOf(api)).toMatchObject({ id: member.id, email: member.email });
    expect(await customers()).toHaveLength(2);
  });
});

describe('confirming an address (contract 4.8a)', () => {
  const confirm = async (pages = visitor()) => pages.open((await lastMail('confirm_address')).link);

  it('asks for the account’s password if it has one', async () => {
    await t.api.post('/accounts', ACCOUNT);
    const page = await confirm();
    expect(page.fields.password).toMatchObject({ autocomplete: 'current-password' });
    const wrong = await page.submit({ password: 'wrong' });
    expect([wrong.status, wrong.problems]).toEqual([422, ['Password is incorrect']]);
    const blank = await page.submit({ password: ' ' });
    expect([blank.status, blank.problems]).toEqual([422, ["Password can't be blank"]]);
    expect((await customers())[0].confirmedAt).toBeNull();
    expect((await page.submit({ password: PASSWORD })).status).toBe(303);
    expect(await logIn(EMAIL, PASSWORD)).toBe('ok');
  });

  it('asks for the password in the registering browser as well', async () => {
    const pages = await browserOf(await attackersAccount(BOTH));
    const page = await confirm(pages);
    expect((await page.submit({ password: 'wrong' })).problems).toEqual(['Password is incorrect']);
    expect((await page.submit({ password: PASSWORD })).status).toBe(303);
    expect(await links()).toBe(1);
  });

  it('counts wrong passwords as failed log-ins', async () => {
    await t.api.post('/accounts', ACCOUNT);
    const page = await confirm();
    for (let n = 0; n < 10; n += 1) expect((await page.submit({ password: 'wrong' })).status).toBe(422);
    expect((await page.submit({ password: PASSWORD })).status).toBe(429);
    expect((await customers())[0].confirmedAt).toBeNull();
  });

  it('offers to replace an unknown password, which ends all sessions and removes connections', async () => {
    const attacker = await attackersAccount(BOTH);
    const page = await confirm();
    const choose = await page.press('I do not know the password');
    expect([choose.status, choose.heading]).toEqual([200, 'Choose a new password']);
    expect(choose.text).toContain('the social account that is connected to it is removed');
    expect((await customers())[0].confirmedAt).toBeNull();
    const failed = await choose.submit({ password: 'x', password_confirmation: 'x' });
    expect([failed.status, failed.heading]).toEqual([422, 'Choose a new password']);

    expect((await failed.submit(OWN)).status).toBe(303);

    expect(await accountOf(attacker)).toBeNull();
    expect(await socialLogIn('attacker')).toEqual(UNKNOWN);
    expect([await logIn(EMAIL, PASSWORD), await logIn(EMAIL, OWN.password)]).toEqual(['error', 'ok']);
  });

  it('shows the token only in the URL, including the form for customers who do not know the password', async () => {
    await t.api.post('/accounts', ACCOUNT);
    const token = new URL((await lastMail('confirm_address')).link).searchParams.get('token')!;
    const page = await confirm();
    const choose = await page.press('I do not know the password');
    for (const { html } of [page, choose]) expect(html).not.toContain(token);
  });

  it('keeps the connection of an account without a password in the browser that holds the registering session', async () => {
    const api = await attackersAccount();
    const page = await confirm(await browserOf(api));
    expect(Object.keys(page.fields)).toEqual(['form_token']);
    const done = await (await page.submit()).follow();
    expect(done.text).toContain('You are logged in.');
    expect(await links()).toBe(1);
    expect(await accountOf(api)).toMatchObject({ email: EMAIL });
    expect(await socialLogIn('attacker')).toMatchObject({ status: 'ok' });
  });

  it('sets a first password in any other browser, and removes the connection', async () => {
    const attacker = await attackersAccount();
    const page = await confirm();
    expect(page.text).toContain('The social account with which it was registered will be removed');
    expect((await page.submit({ password: '', password_confirmation: '' })).problems).toEqual([
      "Password can't be blank",
    ]);
    expect((await page.submit(OWN)).status).toBe(303);
    expect(await accountOf(attacker)).toBeNull();
    expect(await socialLogIn('attacker')).toEqual(UNKNOWN);
    expect(await logIn(EMAIL, OWN.password)).toBe('ok');
  });

  it('sets a first password in the browser of a free checkout, which stays logged in', async () => {
    const api = await buyer();
    await api.post('/accounts', { email: EMAIL, birthdate: '1990-12-10' });
    const page = await confirm(await browserOf(api));
    expect((await page.submit(OWN)).status).toBe(303);
    expect(await accountOf(api)).toMatchObject({ email: EMAIL });
  });
});

describe('a confirmed address', () => {
  it('keeps no password and no session of another person after its owner has confirmed it', async () => {
    const attacker = await buyer();
    await attacker.post('/accounts', ACCOUNT);
    const page = await visitor().open((await lastMail('confirm_address')).link);
    await (await page.press('I do not know the password')).submit(OWN);
    expect(await accountOf(attacker)).toBeNull();
    expect([await logIn(EMAIL, PASSWORD), await logIn(EMAIL, OWN.password)]).toEqual(['error', 'ok']);
  });

  it('keeps no password of another person after its owner has reset it', async () => {
    await t.api.post('/accounts', ACCOUNT);
    const confirmation = await lastMail('confirm_address');
    await reset();
    await (await visitor().open((await lastMail('reset_password')).link)).submit(OWN);
    expect([await logIn(EMAIL, PASSWORD), await logIn(EMAIL, OWN.password)]).toEqual(['error', 'ok']);
    expect((await visitor().open(confirmation.link)).status).toBe(404);
  });
});

describe('resetting a password', () => {
  it('removes every connection made before the address was first confirmed, and reports this on the page', async () => {
    const attacker = await attackersAccount();
    await reset();
    const page = await visitor().open((await lastMail('reset_password')).link);
    expect(page.text).toContain('A social account was connected before this address was confirmed.');
    expect((await page.submit(OWN)).status).toBe(303);
    expect(await accountOf(attacker)).toBeNull();
    expect(await socialLogIn('attacker')).toEqual(UNKNOWN);
    expect(await links()).toBe(0);
  });

  it('removes such a connection from an account confirmed long ago, and keeps later connections', async () => {
    const confirmedAt = daysFrom(t.clock.now(), -10);
    const customer = await t.given.customer({ email: EMAIL, confirmedAt });
    await t.given.authentication({ customer, uid: 'attacker', createdAt: daysFrom(confirmedAt, -1) });
    await t.given.authentication({
      customer,
      name: 'beacons',
      uid: 'own',
      createdAt: daysFrom(confirmedAt, 1),
    });
    await t.given.authentication({ uid: 'another customer’s', createdAt: daysFrom(confirmedAt, -1) });
    await reset();
    await (await visitor().open((await lastMail('reset_password')).link)).submit(OWN);
    const left = await t.db.getRepository(Authentication).find({ order: { id: 'ASC' } });
    expect(left.map(({ uid }) => uid)).toEqual(['own', 'another customer’s']);
  });

  it('keeps connections made after the first confirmation, even if the address has changed since', async () => {
    await t.given.loginProvider();
    const facts = { email: EMAIL, passwordHash: null, confirmedAt: daysFrom(t.clock.now(), -90) };
    const customer = await t.given.customer(facts);
    await t.given.authentication({ customer, uid: 'own', createdAt: daysFrom(t.clock.now(), -60) });
    const api = withSession(t, customer.fanclubId, await t.given.session({ customer }));
    await api.post('/account', { email: 'thief@x.example' });
    const confirm = await (await browserOf(api)).open((await lastMail('confirm_new_address')).link);
    expect((await confirm.submit()).status).toBe(303);
    await reset('thief@x.example');
    await (await visitor().open((await lastMail('reset_password')).link)).submit(OWN);
    expect(await links()).toBe(1);
    expect((await socialLogIn('own')).status).toBe('ok');
  });

  it('does not mention connections if none is removed', async () => {
    const customer = await t.given.customer({ email: EMAIL });
    await t.given.authentication({ customer });
    await reset();
    const page = await visitor().open((await lastMail('reset_password')).link);
    expect(page.text).not.toContain('social account');
    await page.submit(OWN);
    expect(await links()).toBe(1);
  });
});

describe('confirming a new address (contract 4.8a)', () => {
  const pending = async (facts: Partial<Customer> = {}) => {
    const customer = await t.given.customer({ email: EMAIL, ...facts });
    const api = withSession(t, customer.fanclubId, await t.given.session({ customer }));
    await api.post('/account', { email: 'new@x.example' });
    return { api, link: (await lastMail('confirm_new_address')).link };
  };
  const current = async () => (await customers())[0].email;

  it('asks for the account’s password, even in a browser with a session, which may be stolen', async () => {
    const { api, link } = await pending();
    for (const pages of [visitor(), await browserOf(api)]) {
      const page = await pages.open(link);
      expect((await page.submit({ password: 'wrong' })).problems).toEqual(['Password is incorrect']);
    }
    expect(await current()).toBe(EMAIL);
    expect((await (await visitor().open(link)).submit({ password: PASSWORD })).status).toBe(303);
    expect(await current()).toBe('new@x.example');
  });

  it('does not let the link’s holder choose a password: the link proves the new mailbox, not the account', async () => {
    const { link } = await pending();
    const page = await visitor().open(link);
    expect(page.buttons).toEqual(['Use this address']);
    expect(page.links['Forgot your password?']).toMatch(/password-reset$/);
    const token = page.fields.form_token.value;
    const forced = await visitor().send(page.path, { form_token: token, password_unknown: 'true', ...OWN });
    expect(forced.status).toBe(403);
    expect(await current()).toBe(EMAIL);
  });

  it('counts wrong passwords as failed log-ins of the current address', async () => {
    const { link } = await pending();
    const page = await visitor().open(link);
    for (let n = 0; n < 10; n += 1) await page.submit({ password: 'wrong' });
    expect((await page.submit({ password: PASSWORD })).status).toBe(429);
    expect(
      (await t.api.stranger().post('/login', { email: EMAIL, password: PASSWORD })).body.messages,
    ).toEqual(['Too many requests, please try again later.']);
  });

  it('accepts a logged-in session of that customer if the account has no password', async () => {
    const { api, link } = await pending({ passwordHash: null });
    const elsewhere = await visitor().open(link);
    expect([elsewhere.status, elsewhere.heading, elsewhere.buttons]).toEqual([200, 'Log in first', []]);
    const another = await t.given.customer();
    const others = await browserOf(
      withSession(t, another.fanclubId, await t.given.session({ customer: another })),
    );
    expect((await others.open(link)).heading).toBe('Log in first');
    const page = await (await browserOf(api)).open(link);
    expect((await page.submit()).status).toBe(303);
    expect(await current()).toBe('new@x.example');
  });

  it('refuses a form that is sent after logging out if the account has no password', async () => {
    const { link } = await pending({ passwordHash: null });
    const pages = visitor();
    const form = await pages.open(`/fanclubs/${(await t.given.fanclub()).id}/password-reset`);
    const answer = await pages.send(link.replace(/^https?:\/\/[^/]+/, ''), {
      form_token: form.fields.form_token.value,
    });
    expect([answer.status, answer.heading]).toEqual([422, 'Log in first']);
    expect(await current()).toBe(EMAIL);
  });
});

describe('the link in the notice to the old address (contract 4.8a)', () => {
  /** A thief with a session and the password moves the account to an address of their own. */
  const stolen = async () => {
    const customer = await t.given.customer({ email: EMAIL });
    await t.given.emailAlias({ customer, email: 'first@x.example' });
    const thief = withSession(t, customer.fanclubId, await t.given.session({ customer }));
    await thief.post('/account', { email: 'thief@x.example' });
    const { link, to } = await lastMail('address_change_notice');
    expect(to).toBe(EMAIL);
    return { customer, thief, link };
  };
  const confirmed = async () => {
    const page = await visitor().open((await lastMail('confirm_new_address')).link);
    expect((await page.submit({ password: PASSWORD })).status).toBe(303);
  };
  const takeBack = async (link: string) => (await visitor().open(link)).submit(OWN);
  const row = async ({ id }: Customer) => t.db.getRepository(Customer).findOneByOrFail({ id });

  it('restores the old address, ends all sessions and sets a new password, even after the new address was confirmed', async () => {
    const { customer, thief, link } = await stolen();
    await confirmed();
    expect(await row(customer)).toMatchObject({ email: 'thief@x.example' });
    const page = await visitor().open(link);
    expect([page.status, page.heading, page.fields.email.value]).toEqual([
      200,
      'Take your account back',
      EMAIL,
    ]);

    const done = await (await page.submit(OWN)).follow();

    expect([done.status, done.heading]).toEqual([200, 'Your account is yours again']);
    expect(await row(customer)).toMatchObject({ email: EMAIL, newEmail: null });
    expect(await accountOf(thief)).toBeNull();
    expect([await logIn(EMAIL, PASSWORD), await logIn(EMAIL, OWN.password)]).toEqual(['error', 'ok']);
    expect(await logIn('thief@x.example', OWN.password)).toBe('error');
    const aliases = await t.db.getRepository(EmailAlias).findBy({ customerId: customer.id });
    expect(aliases.map(({ email }) => email)).toEqual(['first@x.example']);
  });

  it('removes a pending address', async () => {
    const { customer, link } = await stolen();
    const confirmation = await lastMail('confirm_new_address');
    expect((await takeBack(link)).status).toBe(303);
    expect(await row(customer)).toMatchObject({ email: EMAIL, newEmail: null });
    expect((await visitor().open(confirmation.link)).status).toBe(404);
  });

  it('changes nothing when it is opened', async () => {
    const { customer, thief, link } = await stolen();
    await visitor().open(link);
    expect(await row(customer)).toMatchObject({ newEmail: 'thief@x.example' });
    expect(await accountOf(thief)).not.toBeNull();
  });

  it('works once, within seven days', async () => {
    const { link } = await stolen();
    expect((await takeBack(link)).status).toBe(303);
    expect((await visitor().open(link)).status).toBe(404);
    t.clock.advance(1);
    const customer = await t.given.customer({ email: 'second@x.example' });
    const api = withSession(t, customer.fanclubId, await t.given.session({ customer }));
    await api.post('/account', { email: 'other@x.example' });
    const later = (await lastMail('address_change_notice')).link;
    const page = await visitor().open(later);
    t.clock.advance(7 * 24 * 3600);
    expect((await visitor().open(later)).status).toBe(404);
    expect((await page.submit(OWN)).status).toBe(404);
  });

  it('works for one of five simultaneous requests', async () => {
    const { link } = await stolen();
    const forms = await Promise.all(Array.from({ length: 5 }, () => visitor().open(link)));
    const answers = await Promise.all(forms.map((form) => form.submit(OWN)));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 404, 404, 404, 404]);
  });

  it('still works after a thief changes the address again, and then invalidates the thief’s links', async () => {
    const { customer, thief, link } = await stolen();
    await confirmed();
    await thief.post('/account', { email: 'second-thief@x.example' });
    const thiefs = await lastMail('address_change_notice');
    expect(thiefs.to).toBe('thief@x.example');
    await confirmed();
    await reset('second-thief@x.example');

    expect((await takeBack(link)).status).toBe(303);

    expect(await row(customer)).toMatchObject({ email: EMAIL });
    for (const dead of [thiefs, await lastMail('reset_password')]) {
      expect((await visitor().open(dead.link)).status).toBe(404);
    }
    expect(await t.db.getRepository(OneTimeToken).count()).toBe(0);
    const aliases = await t.db.getRepository(EmailAlias).findBy({ customerId: customer.id });
    expect(aliases.map(({ email }) => email)).toEqual(['first@x.example']);
  });

  it('takes precedence over the link to a later address, in either order of use', async () => {
    const { customer, thief, link } = await stolen();
    await confirmed();
    await thief.post('/account', { email: 'second-thief@x.example' });
    await takeBack((await lastMail('address_change_notice')).link);
    expect(await row(customer)).toMatchObject({ email: 'thief@x.example' });
    expect((await takeBack(link)).status).toBe(303);
    expect(await row(customer)).toMatchObject({ email: EMAIL });
  });

  it('removes connections, including those made before the change of address was requested', async () => {
    await t.given.loginProvider();
    const { thief, link } = await stolen();
    await thief.post('/account/connect/social', { social_signed_request: signedRequest(t, 'thief') });
    expect(await links()).toBe(1);
    // The notice of the connection replaced the older link.
    expect((await visitor().open(link)).status).toBe(404);
    expect((await takeBack((await lastMail('connection_notice')).link)).status).toBe(303);
    expect(await links()).toBe(0);
    expect(await socialLogIn('thief')).toEqual(UNKNOWN);
  });

  it('prevents a thief from signing up with the old address', async () => {
    const { link } = await stolen();
    await confirmed();
    const blocking = await t.api.stranger().post('/accounts', ACCOUNT);
    expect(blocking.body.messages).toEqual(TAKEN);
    expect((await takeBack(link)).status).toBe(303);
  });

  it('reports that another customer has the address now, and changes nothing', async () => {
    const { customer, link } = await stolen();
    const open = await visitor().open(link);
    await confirmed();
    const before = await row(customer);
    await t.given.customer({ email: EMAIL.toUpperCase() });
    for (const page of [await visitor().open(link), await open.submit(OWN)]) {
      expect([page.status, page.heading]).toEqual([422, 'This address is taken']);
    }
    expect(await row(customer)).toEqual(before);
  });

  it('does not work for a blacklisted customer or at another fan club', async () => {
    const { customer, link } = await stolen();
    const other = await t.given.fanclub({});
    expect((await visitor().open(link.replace(/fanclubs\/\d+/, `fanclubs/${other.id}`))).status).toBe(404);
    await t.db.getRepository(Customer).update(customer.id, { blacklisted: true });
    expect((await takeBack(link).catch(() => null))?.status ?? 404).toBe(404);
  });
});

describe('connecting a provider', () => {
  it('sends a notice to the confirmed address', async () => {
    await t.given.loginProvider();
    const customer = await t.given.customer({ email: EMAIL, firstName: 'Ada', newEmail: 'soon@x.example' });
    const api = withSession(t, customer.fanclubId, await t.given.session({ customer }));
    await api.post('/account/connect/social', { social_signed_request: signedRequest(t, '1') });
    expect(await mailsOf(t)).toEqual([
      {
        kind: 'connection_notice',
        to: EMAIL,
        firstName: 'Ada',
        link: expect.stringMatching(/\/recover-account\?token=[\w-]{43}$/),
      },
    ]);
  });

  it('sends no notice when it is refused', async () => {
    await t.given.loginProvider();
    const customer = await t.given.customer({ email: EMAIL });
    await t.given.authentication({ customer });
    const api = withSession(t, customer.fanclubId, await t.given.session({ customer }));
    await api.post('/account/connect/social', { social_signed_request: signedRequest(t, '1') });
    expect(await mailsOf(t)).toEqual([]);
  });
});
