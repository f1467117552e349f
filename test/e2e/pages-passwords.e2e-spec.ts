import type { Customer } from '#domains/accounts/customer.entity';
import { hoursFrom, PASSWORD } from '#samples';
import { mailsOf } from '../support/mails-of';
import { Pages, type VisitedPage } from '../support/pages';
import { testApp } from '../support/start-test-app';

const t = testApp();

const visitor = () => new Pages(t.origin);
const NEW = { password: 'a new password', password_confirmation: 'a new password' };
const ada = (facts: Partial<Customer> = {}) => t.given.customer({ email: 'ada@x.example', ...facts });
const logIn = async (password: string) =>
  (await t.api.stranger().post('/login', { email: 'ada@x.example', password })).body.status;

let root: string;
beforeEach(async () => {
  const club = await t.given.fanclub({ name: 'The Lanterns' });
  root = `/fanclubs/${club.id}`;
});

const request = async (email: string): Promise<VisitedPage> =>
  (await visitor().open(`${root}/password-reset`)).submit({ email });
const links = async (): Promise<string[]> => (await mailsOf(t)).map(({ link }) => link);
const linkFor = async (email = 'ada@x.example'): Promise<string> => {
  await request(email);
  return (await links()).at(-1)!;
};

describe('asking for a new password', () => {
  it('mails a link to a customer', async () => {
    await ada({ firstName: 'Ada' });
    const page = await visitor().open(`${root}/password-reset`);
    expect([page.status, page.title]).toEqual([200, 'Reset your password · The Lanterns']);
    expect(page.fields.email).toMatchObject({ inputmode: 'email', autocomplete: 'username' });
    const sent = await (await page.submit({ email: ' ADA@x.example ' })).follow();
    expect([sent.status, sent.heading]).toEqual([200, 'Check your email']);
    expect(await mailsOf(t)).toMatchObject([
      { kind: 'reset_password', to: 'ada@x.example', firstName: 'Ada' },
    ]);
  });

  it.each<[string, Partial<Customer>]>([
    ['unknown', { email: 'other@x.example' }],
    ['blacklisted', { blacklisted: true }],
    ['unregistered', { registered: false, confirmedAt: null }],
    ['known', {}],
    ['unconfirmed', { confirmedAt: null }],
    ['without password', { passwordHash: null }],
  ])('answers byte for byte the same for an address that is %s', async (_, facts) => {
    const strangers = await request('nobody@x.example');
    await ada(facts);
    const answer = await request('ada@x.example');
    const comparable = ({ status, html, headers }: VisitedPage) => {
      const { date, 'x-request-id': id, ...rest } = headers;
      expect([typeof date, typeof id]).toEqual(['string', 'string']);
      return { status, html, headers: rest };
    };
    expect(comparable(answer)).toEqual(comparable(strangers));
    expect((await answer.follow()).html).toBe((await strangers.follow()).html);
  });

  it.each([
    ['', "Email can't be blank"],
    ['  ', "Email can't be blank"],
    ['ada', 'Email does not appear to be valid'],
    ['ada@x.example\0', 'Email does not appear to be valid'],
  ])('refuses an invalid address: %j', async (email, sentence) => {
    const page = await request(email);
    expect([page.status, page.problems]).toEqual([422, [sentence]]);
    expect(page.fields.email).toMatchObject({ 'aria-invalid': 'true', 'aria-describedby': 'email-problem' });
    expect(await mailsOf(t)).toEqual([]);
  });

  it('mails nothing when it is opened', async () => {
    await ada();
    await visitor().open(`${root}/password-reset?email=ada@x.example`);
    await visitor().open(`${root}/password-reset/sent`);
    expect(await mailsOf(t)).toEqual([]);
  });
});

describe('choosing a new password', () => {
  it('ends every session, and only the new password logs in', async () => {
    const customer = await ada();
    const pages = visitor();
    await (await pages.open(`${root}/login`)).submit({ email: customer.email!, password: PASSWORD });
    const page = await visitor().open(await linkFor());
    expect([page.status, page.title]).toEqual([200, 'Choose a new password · The Lanterns']);
    expect(page.fields.email).toMatchObject({ value: 'ada@x.example', readonly: '' });

    const done = await (await page.submit(NEW)).follow();

    expect([done.status, done.heading]).toEqual([200, 'Your password is changed']);
    expect(done.links['Log in']).toBe(`${root}/login`);
    expect((await pages.open(`${root}/logout`)).text).toContain('You are not logged in.');
    expect([await logIn(PASSWORD), await logIn(NEW.password)]).toEqual(['error', 'ok']);
  });

  it.each([
    [{ password: '', password_confirmation: '' }, 'password'],
    [{ password: 'short', password_confirmation: 'short' }, 'password'],
    [{ ...NEW, password_confirmation: 'other' }, 'password_confirmation'],
  ])('shows errors at the field, and allows another try: %j', async (given, name) => {
    await ada();
    const page = await (await visitor().open(await linkFor())).submit(given);
    expect([page.status, page.problems.length]).toEqual([422, 1]);
    expect(page.fields[name]['aria-invalid']).toBe('true');
    expect(await logIn(PASSWORD)).toBe('ok');
    expect((await page.submit(NEW)).status).toBe(303);
  });

  it('works once, with the latest link, for an hour, in its own fan club', async () => {
    await ada();
    const replaced = await linkFor();
    const link = await linkFor();
    const other = await t.given.fanclub({});
    const dead = async (address: string) => {
      const page = await visitor().open(address);
      expect([page.status, page.heading]).toEqual([404, 'This link no longer works']);
    };
    await dead(replaced);
    await dead(link.replace(/fanclubs\/\d+/, `fanclubs/${other.id}`));
    await dead(link.replace('reset-password', 'confirm'));
    const [first, second, late] = await Promise.all([1, 2, 3].map(() => visitor().open(link)));
    expect((await first.submit(NEW)).status).toBe(303);
    expect((await second.submit(NEW)).heading).toBe('This link no longer works');
    await dead(link);
    const next = await linkFor();
    t.clock.set(hoursFrom(t.clock.now(), 1));
    await dead(next);
    expect((await late.submit(NEW)).status).toBe(404);
  });

  it('shows the token only in the URL', async () => {
    await ada();
    const link = await linkFor();
    const page = await visitor().open(link);
    const failed = await page.submit({ password: 'x', password_confirmation: 'y' });
    for (const { html } of [page, failed]) {
      expect(html).not.toContain(new URL(link).searchParams.get('token'));
    }
    expect((await page.submit(NEW)).location).toBe(`${root}/reset-password/done`);
  });
});
