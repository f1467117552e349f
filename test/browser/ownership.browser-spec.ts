import type { Page } from 'playwright-core';
import { signRequest } from '#libs/signed-request';
import { browser, shoot } from './chromium';
import { clubWithSite, heading, press } from './club-site';

const { t, given, api } = clubWithSite();
const chromium = browser();

const APP_SECRET = 'secret of the app';
const VICTIM = 'victim@engine.example';
const OWNER = 'owner@engine.example';

const choosePassword = async (page: Page, label: string, password: string): Promise<void> => {
  await page.getByLabel(label, { exact: true }).fill(password);
  await page.getByLabel(`${label} confirmation`).fill(password);
};

/** Takes a free plan, logged out, and stays on the page that asks for the registration. */
async function checkOut(page: Page): Promise<{ id: number; checkout: string }> {
  await t.given.plan({ name: 'Stargazer', price: '0.00', duration: 12 });
  const [plan] = (await api(page, 'get', '/plans')).plans;
  await page.goto(plan.checkout);
  await shoot(page, 'own-1-checkout');
  await press(page);
  expect(await heading(page)).toBe('One step is left: register');
  return plan;
}

it('a free checkout is registered, confirmed in another browser and logged in, and keeps the membership', async () => {
  const email = 'ada@engine.example';
  const page = await chromium.visitor();
  await checkOut(page);
  await shoot(page, 'own-2-ordered');
  await page.getByRole('link', { name: 'Register with The Tin Comets Fan Club' }).click();
  await shoot(page, 'own-3-register');
  await press(page);
  await shoot(page, 'own-4-register-problems');
  expect(await page.locator('#problems').innerText()).toContain('Must accept terms of service');

  await page.getByLabel('Email').fill(email);
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Birthdate').fill('1990-12-10');
  await choosePassword(page, 'Password', 'first difference');
  await page.getByLabel('I accept the terms of service').check();
  await press(page);
  await shoot(page, 'own-5-check-mail');
  expect(await heading(page)).toBe('Check your email');

  const elsewhere = await chromium.visitor();
  await elsewhere.goto((await given.mails.next(email)).link);
  await shoot(elsewhere, 'own-6-confirm');
  await elsewhere.getByLabel('Password').fill('first difference');
  await press(elsewhere);
  await shoot(elsewhere, 'own-7-confirmed');
  expect(await heading(elsewhere)).toBe('Your email address is confirmed');
  await elsewhere.getByRole('link', { name: 'Log in' }).click();
  await elsewhere.getByLabel('Email').fill(email);
  await elsewhere.getByLabel('Password').fill('first difference');
  await press(elsewhere);
  expect(await heading(elsewhere)).toBe('The site of the club');
  expect(await api(elsewhere, 'get', '/account')).toMatchObject({
    customer: { email, expired: false, subscription: { plan: { name: 'Stargazer' } } },
  });
});

it('an attacker signs up with a victim’s address, the victim resets the password, and the attacker is locked out', async () => {
  await t.given.loginProvider({ fanclubId: given.club.id, appSecret: APP_SECRET });
  const issued_at = Math.floor(t.clock.now().getTime() / 1000);
  const social_signed_request = signRequest({ issued_at, user_id: 'attacker' }, APP_SECRET);
  const attacker = await chromium.visitor();
  await checkOut(attacker);
  const registration = { social_signed_request, email: VICTIM, birthdate: '1991-01-31', accept_terms: true };
  expect(await api(attacker, 'post', '/account/register', registration)).toMatchObject({ status: 'ok' });
  await given.mails.next(VICTIM);

  const victim = await chromium.visitor();
  await victim.goto(`${t.origin}/fanclubs/${given.club.id}/password-reset`);
  await victim.getByLabel('Email').fill(VICTIM);
  await press(victim);
  await victim.goto((await given.mails.next(VICTIM)).link);
  await shoot(victim, 'own-8-reset');
  expect(await victim.locator('main').innerText()).toContain('A social account was connected before');
  await choosePassword(victim, 'New password', 'second difference');
  await press(victim);
  expect(await heading(victim)).toBe('Your password is changed');
  const login = { email: VICTIM, password: 'second difference' };
  expect(await api(victim, 'post', '/login', login)).toMatchObject({ status: 'ok' });

  expect(await api(attacker, 'get', '/account')).toMatchObject({ customer: null });
  expect(await api(attacker, 'post', '/login', { social_signed_request })).toEqual({
    status: 'error',
    messages: ['Sorry, your social account does not have access to this website.'],
  });
});

it('the pages for a forgotten password and for restoring an account work', async () => {
  const page = await chromium.visitor();
  const password_attributes = { password: 'first difference', password_confirmation: 'first difference' };
  await api(page, 'post', '/accounts', { email: OWNER, birthdate: '1990-12-10', password_attributes });
  await page.goto((await given.mails.next(OWNER)).link);
  await page.getByRole('button', { name: 'I do not know the password' }).click();
  await shoot(page, 'own-9-unknown');
  await choosePassword(page, 'New password', 'second difference');
  await press(page);
  expect(await heading(page)).toBe('Your email address is confirmed');

  await api(page, 'post', '/login', { email: OWNER, password: 'second difference' });
  await api(page, 'post', '/account', { email: 'thief@engine.example' });
  await page.goto((await given.mails.next(OWNER)).link);
  await shoot(page, 'own-10-recover');
  await choosePassword(page, 'New password', 'third difference');
  await press(page);
  await shoot(page, 'own-11-recovered');
  expect(await heading(page)).toBe('Your account is yours again');
  expect(await api(page, 'get', '/account')).toMatchObject({ customer: null });
});
