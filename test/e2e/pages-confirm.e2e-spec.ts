import { Customer } from '#domains/accounts/customer.entity';
import { Contact } from '#domains/contacts/contact.entity';
import { daysFrom, PASSWORD } from '#samples';
import { loggedIn } from '../support/logged-in';
import { mailsOf } from '../support/mails-of';
import { Pages, type VisitedPage } from '../support/pages';
import { testApp } from '../support/start-test-app';

const t = testApp();

const visitor = () => new Pages(t.origin);
const ACCOUNT = { email: 'ada@x.example', birthdate: '1990-01-31', first_name: 'Ada' };
const NEW = { password: 'a new password', password_confirmation: 'a new password' };
const customer = (email: string) => t.db.getRepository(Customer).findOneByOrFail({ email });
const logIn = async (email: string, password: string) =>
  (await t.api.stranger().post('/login', { email, password })).body;
const lastLink = async (): Promise<string> => (await mailsOf(t)).at(-1)!.link;

function expectDeadLink(page: VisitedPage): void {
  expect([page.status, page.heading, page.buttons]).toEqual([404, 'This link no longer works', []]);
  expect(page.links['Log in']).toMatch(/^\/fanclubs\/\d+\/login$/);
}

/** The same link with invalid tokens. */
const deadTokens = (link: string): string[] => [
  link.replace(/\?.*/, ''),
  link.replace(/=.*/, '='),
  link.replace(/=.*/, '=unknown'),
  link.replace(/=.*/, `=${'x'.repeat(43)}`),
  link.replace(/=.*/, `=${'x'.repeat(4_000)}`),
  link.replace(/=.*/, '=%00'),
  `${link}x`,
  `${link}&token=again`,
];

beforeEach(() => t.given.fanclub({ name: 'The Lanterns', siteUrl: 'https://lanterns.example' }));

describe('confirming the address of a new account', () => {
  const register = async (facts: object = {}): Promise<string> => {
    const { body } = await t.api.post('/accounts', { ...ACCOUNT, ...facts });
    expect(body.status).toBe('ok');
    return lastLink();
  };
  const withPassword = { password_attributes: { password: PASSWORD, password_confirmation: PASSWORD } };

  it('accepts the password, and then the customer can log in', async () => {
    const link = await register(withPassword);
    const page = await visitor().open(link);
    expect([page.status, page.title]).toEqual([200, 'Confirm your email address · The Lanterns']);
    expect(page.fields.email.value).toBe('ada@x.example');
    expect(Object.keys(page.fields)).toEqual(['form_token', 'email', 'password']);
    expect((await customer('ada@x.example')).confirmedAt).toBeNull();

    const answer = await page.submit({ password: PASSWORD });
    const done = await answer.follow();

    expect(answer.location).not.toContain('token');
    expect([done.status, done.heading]).toEqual([200, 'Your email address is confirmed']);
    expect(done.links['Log in']).toMatch(/^\/fanclubs\/\d+\/login$/);
    expect(done.links['Back to The Lanterns']).toBe('https://lanterns.example');
    expect((await customer('ada@x.example')).confirmedAt).toEqual(t.clock.now());
    expect((await logIn('ada@x.example', PASSWORD)).status).toBe('ok');
  });

  it('does not log in', async () => {
    const pages = visitor();
    await (await pages.open(await register(withPassword))).submit({ password: PASSWORD });
    expect(pages.http.cookies.names).toEqual([expect.stringMatching(/^fanclub_form_/)]);
  });

  it('sets the first password if there is none', async () => {
    const page = await visitor().open(await register());
    expect(page.fields.email).toMatchObject({
      value: 'ada@x.example',
      readonly: '',
      autocomplete: 'username',
    });
    for (const name of ['password', 'password_confirmation']) {
      expect(page.fields[name]).toMatchObject({ type: 'password', autocomplete: 'new-password' });
    }
    expect((await page.submit(NEW)).status).toBe(303);
    expect((await logIn('ada@x.example', NEW.password)).status).toBe('ok');
  });

  it.each([
    [{ password: '', password_confirmation: '' }, ["Password can't be blank"]],
    [
      { password: 'short', password_confirmation: 'short' },
      ['Password is too short (minimum is 8 characters)'],
    ],
    [{ ...NEW, password_confirmation: 'another' }, ["Password confirmation doesn't match Password"]],
    [
      { password: 'x'.repeat(129), password_confirmation: 'x'.repeat(129) },
      ['Password is too long (maximum is 128 characters)'],
    ],
  ])('shows errors of the password at its field: %j', async (given, sentences) => {
    const link = await register();
    const page = await (await visitor().open(link)).submit(given);
    expect([page.status, page.problems]).toEqual([422, sentences]);
    const name = sentences[0].startsWith('Password confirmation') ? 'password_confirmation' : 'password';
    expect(page.fields[name]['aria-invalid']).toBe('true');
    expect(page.fields[name]['aria-describedby']).toContain(`${name}-problem`);
    expect((await customer('ada@x.example')).confirmedAt).toBeNull();
    expect((await page.submit(NEW)).status).toBe(303);
  });

  it('works once, and for the latest link only', async () => {
    const link = await register(withPassword);
    const [first, second] = [await visitor().open(link), await visitor().open(link)];
    expect((await first.submit({ password: PASSWORD })).status).toBe(303);
    expectDeadLink(await second.submit({ password: PASSWORD }));
    expectDeadLink(await visitor().open(link));
  });

  it('fails with another token, after a week, or in another fan club', async () => {
    const link = await register(withPassword);
    for (const dead of deadTokens(link)) expectDeadLink(await visitor().open(dead));
    const other = await t.given.fanclub({});
    expectDeadLink(await visitor().open(link.replace(/fanclubs\/\d+/, `fanclubs/${other.id}`)));
    const open = await visitor().open(link);
    t.clock.set(daysFrom(t.clock.now(), 7));
    expectDeadLink(await open.submit({ password: PASSWORD }));
    expectDeadLink(await visitor().open(link));
    expect((await customer('ada@x.example')).confirmedAt).toBeNull();
  });

  it('shows the token only in the URL', async () => {
    const link = await register();
    const token = new URL(link).searchParams.get('token')!;
    const page = await visitor().open(link);
    const failed = await page.submit({ password: '', password_confirmation: '' });
    for (const { html } of [page, failed]) expect(html).not.toContain(token);
  });

  it('fails with a mail for another purpose', async () => {
    const link = await register(withPassword);
    for (const page of ['confirm-email', 'reset-password']) {
      expectDeadLink(await visitor().open(link.replace('/confirm?', `/${page}?`)));
    }
  });
});

describe('confirming a new address', () => {
  const change = async (): Promise<string> => {
    const ada = await t.given.customer({ email: 'ada@x.example' });
    await (await loggedIn(t, ada)).post('/account', { email: 'new@x.example' });
    return (await mailsOf(t)).find(({ kind }) => kind === 'confirm_new_address')!.link;
  };

  it('accepts the password, and then the customer logs in with the new address', async () => {
    const page = await visitor().open(await change());
    expect([page.status, page.heading]).toEqual([200, 'Confirm your new email address']);
    expect(page.text).toContain('new@x.example');
    expect((await logIn('new@x.example', PASSWORD)).status).toBe('error');
    const done = await (await page.submit({ password: PASSWORD })).follow();
    expect([done.status, done.heading]).toEqual([200, 'Your new email address is confirmed']);
    expect(done.links['Continue to The Lanterns']).toBe('https://lanterns.example');
    expect((await logIn('new@x.example', PASSWORD)).status).toBe('ok');
    expect((await logIn('ada@x.example', PASSWORD)).status).toBe('error');
  });

  it('reports that another customer has taken the address meanwhile', async () => {
    const page = await visitor().open(await change());
    await t.given.customer({ email: 'new@x.example' });
    const answer = await page.submit({ password: PASSWORD });
    expect([answer.status, answer.problems]).toEqual([422, ['Email has already been taken']]);
    expect((await customer('ada@x.example')).newEmail).toBe('new@x.example');
  });

  it('works once, not with another token, and not after two days', async () => {
    const link = await change();
    for (const dead of deadTokens(link)) expectDeadLink(await visitor().open(dead));
    const page = await visitor().open(link);
    t.clock.set(daysFrom(t.clock.now(), 2));
    expectDeadLink(await visitor().open(link));
    expectDeadLink(await page.submit());
  });
});

describe('confirming the address of a contact', () => {
  const signUp = async (): Promise<string> => {
    await t.api.post('/contacts', { contact: { email: 'fan@x.example' } });
    return lastLink();
  };
  const isConfirmed = async () =>
    (await t.db.getRepository(Contact).findOneByOrFail({ email: 'fan@x.example' })).confirmedAt !== null;

  it('needs one click on a button', async () => {
    const page = await visitor().open(await signUp());
    expect([page.status, page.heading]).toEqual([200, 'Confirm your email address']);
    expect(page.text).toContain('fan@x.example');
    expect(await isConfirmed()).toBe(false);
    const done = await (await page.submit()).follow();
    expect([done.status, done.text]).toEqual([
      200,
      'Thank you. The Lanterns will write to you there. Continue to The Lanterns',
    ]);
    expect(await isConfirmed()).toBe(true);
  });

  it('works once, not with another token, and not after thirty days', async () => {
    const link = await signUp();
    for (const dead of deadTokens(link)) expectDeadLink(await visitor().open(dead));
    const [page, second] = [await visitor().open(link), await visitor().open(link)];
    expect((await page.submit()).status).toBe(303);
    expectDeadLink(await second.submit());
    await t.db.query('DELETE FROM contacts');
    const next = await signUp();
    t.clock.set(daysFrom(t.clock.now(), 30));
    expectDeadLink(await visitor().open(next));
  });
});
