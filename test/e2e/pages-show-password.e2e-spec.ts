import { countStatements } from '#libs/testing';
import { RateLimit } from '../../src/platform/limits/rate-limit.entity';
import { Session } from '#platform/access/session.entity';
import { PASSWORD } from '#samples';
import { mailsOf } from '../support/mails-of';
import { Pages, type VisitedPage } from '../support/pages';
import { testApp } from '../support/start-test-app';

const t = testApp();

const visitor = () => new Pages(t.origin);
const ADA = { email: 'ada@x.example', password: PASSWORD };

let login: string;
beforeEach(async () => {
  const { id } = await t.given.fanclub({ name: 'The Lanterns' });
  login = `/fanclubs/${id}/login`;
});

const nothingHappened = async () => {
  expect(await t.db.getRepository(Session).find()).toEqual([]);
  expect(await t.db.getRepository(RateLimit).find()).toEqual([]);
};

describe('the button that shows the typed password', () => {
  it('is on the log-in page, and hides the password again', async () => {
    const page = await visitor().open(login);
    expect([page.buttons, page.passwordsButton]).toEqual([['Log in'], 'Show password']);
    expect(page.fields.password).toMatchObject({ type: 'password', autocomplete: 'current-password' });
    const shown = await page.togglePasswords(ADA);
    expect([shown.status, shown.heading, shown.problems]).toEqual([200, 'Log in', []]);
    expect([shown.buttons, shown.passwordsButton]).toEqual([['Log in'], 'Hide password']);
    expect(shown.fields.email.value).toBe(ADA.email);
    expect(shown.fields.password).toMatchObject({
      type: 'text',
      value: PASSWORD,
      autocomplete: 'current-password',
      autocapitalize: 'none',
      spellcheck: 'false',
      autofocus: '',
    });
    const hidden = await shown.togglePasswords();
    expect(hidden.fields.password).toMatchObject({ type: 'password', value: PASSWORD });
    expect(hidden.passwordsButton).toBe('Show password');
  });

  it('verifies nothing and counts nothing when it is pressed', async () => {
    await t.given.customer({ email: ADA.email });
    const page = await visitor().open(login);
    const counter = countStatements();
    for (let n = 0; n < 15; n += 1) await page.togglePasswords({ ...ADA, password: 'wrong' });
    expect(counter.stop()).toEqual([]);
    await nothingHappened();
    expect((await page.submit(ADA)).status).toBe(303);
  });

  it('gets a page that the browser may not cache', async () => {
    const shown = await (await visitor().open(login)).togglePasswords(ADA);
    expect(shown.headers['cache-control']).toBe('no-store');
  });

  it('keeps the form usable, and an error hides the password again', async () => {
    await t.given.customer({ email: ADA.email });
    const shown = await (await visitor().open(login)).togglePasswords({ ...ADA, password: 'wrong' });
    const failed = await shown.submit();
    expect(failed.status).toBe(422);
    expect(failed.fields.password).toMatchObject({ type: 'password' });
    expect(failed.html).not.toContain('wrong');
    const again = await failed.togglePasswords({ password: PASSWORD });
    expect((await again.submit()).status).toBe(303);
  });

  it('returns no password to a form of another page', async () => {
    const pages = visitor();
    const page = await pages.open(login);
    const forged = { ...ADA, passwords: 'show', form_token: 'x' };
    const elsewhere = { headers: { 'sec-fetch-site': 'cross-site' } };
    const genuine = { ...forged, form_token: page.fields.form_token.value };
    for (const answer of [await pages.send(login, forged), await pages.send(login, genuine, elsewhere)]) {
      expect([answer.status, answer.heading]).toEqual([403, 'This form is out of date']);
      expect(answer.html).not.toContain(PASSWORD);
    }
  });

  it('shows the entered text as text only', async () => {
    const nasty = `"><script>alert(1)</script>{{ token }}`;
    const shown = await (await visitor().open(login)).togglePasswords({ email: nasty, password: nasty });
    expect([shown.fields.email.value, shown.fields.password.value]).toEqual([nasty, nasty]);
    expect(shown.html).not.toContain('<script');
  });

  it('is on every page with a new password, and does not use up the link', async () => {
    await t.api.post('/accounts', { email: ADA.email, birthdate: '1990-01-01' });
    const pages = visitor();
    const page: VisitedPage = await pages.open((await mailsOf(t))[0].link);
    expect(page.passwordsButton).toBe('Show passwords');
    const typed = { password: 'short', password_confirmation: 'shirt' };
    const shown = await page.togglePasswords(typed);
    expect(shown.status).toBe(200);
    expect(shown.fields.password).toMatchObject({ type: 'text', value: 'short' });
    expect(shown.fields.password_confirmation).toMatchObject({ type: 'text', value: 'shirt' });
    expect(shown.fields.email.value).toBe(ADA.email);
    const chosen = { password: PASSWORD, password_confirmation: PASSWORD };
    expect((await (await shown.togglePasswords()).submit(chosen)).status).toBe(303);
  });

  it('keeps the form for choosing a forgotten password', async () => {
    const chosen = { password: 'another secret', password_confirmation: 'another secret' };
    await t.api.post('/accounts', { email: ADA.email, birthdate: '1990-01-01', password_attributes: chosen });
    const page = await visitor().open((await mailsOf(t))[0].link);
    const choose = await page.press('I do not know the password');
    const typed = { password: PASSWORD, password_confirmation: PASSWORD };
    const shown = await choose.togglePasswords(typed);
    expect([shown.status, shown.heading]).toEqual([200, choose.heading]);
    expect(shown.fields.password_confirmation).toMatchObject({ type: 'text', value: PASSWORD });
    expect((await shown.submit(typed)).status).toBe(303);
  });

  it('keeps the box of the terms of service ticked', async () => {
    const page = await visitor().open(login.replace('login', 'register'));
    const shown = await page.togglePasswords({ password: PASSWORD, accept_terms: 'true' });
    expect(shown.fields.accept_terms).toHaveProperty('checked');
    expect((await page.togglePasswords({ password: PASSWORD })).fields.accept_terms).not.toHaveProperty(
      'checked',
    );
  });

  it('is not on forms without a password', async () => {
    const page = await visitor().open(login.replace('login', 'password-reset'));
    expect(page.passwordsButton).toBeUndefined();
    expect((await visitor().open(login.replace('login', 'logout'))).passwordsButton).toBeUndefined();
  });
});
