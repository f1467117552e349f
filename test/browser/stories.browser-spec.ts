import type { Page } from 'playwright-core';
import { signRequest } from '#libs/signed-request';
import { browser, shoot } from './chromium';
import { clubWithSite, heading, press } from './club-site';

const { t, given, api } = clubWithSite();
const chromium = browser();

async function logIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto(`${t.origin}/fanclubs/${given.club.id}/login`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await press(page);
}

it('a customer registers, confirms, logs in, changes the address and resets the password', async () => {
  const [old, young] = ['ada@engine.example', 'ada@analytical.example'];
  const page = await chromium.visitor();
  const customer = { email: old, first_name: 'Ada', birthdate: '1990-12-10', accept_terms: true };
  expect(await api(page, 'post', '/accounts', { customer })).toMatchObject({ status: 'ok' });

  await page.goto((await given.mails.next(old)).link);
  await shoot(page, 'story-1-confirm');
  await page.getByLabel('Password', { exact: true }).fill('short');
  await press(page);
  await shoot(page, 'story-2-confirm-problems');
  expect(await page.locator('#problems').innerText()).toContain('Password is too short');
  expect(await page.evaluate('document.activeElement.id')).toBe('problems');
  await page.getByLabel('Password', { exact: true }).fill('first difference');
  await page.getByLabel('Password confirmation').fill('first difference');
  await press(page);
  await shoot(page, 'story-3-confirmed');
  expect(await heading(page)).toBe('Your email address is confirmed');

  await page.getByRole('link', { name: 'Log in' }).click();
  await page.getByLabel('Email').fill(old);
  await page.getByLabel('Password').fill('a wrong password');
  await press(page);
  await shoot(page, 'story-4-wrong-password');
  expect(await page.locator('#problems').innerText()).toContain(
    'Email and password combination is incorrect.',
  );
  await logIn(page, old, 'first difference');
  expect(await heading(page)).toBe('The site of the club');
  expect(await api(page, 'get', '/account')).toMatchObject({ customer: { email: old } });

  expect(await api(page, 'post', '/account', { email: young })).toMatchObject({
    customer: { new_email: young },
  });
  await page.goto((await given.mails.next(young)).link);
  await page.getByLabel('Password').fill('first difference');
  await shoot(page, 'story-5-new-address');
  await press(page);
  expect(await api(page, 'get', '/account')).toMatchObject({
    customer: { email: young, new_email: null, email_aliases: [young, old] },
  });

  const elsewhere = await chromium.visitor({ viewport: { width: 1200, height: 800 }, colorScheme: 'dark' });
  await elsewhere.goto(`${t.origin}/fanclubs/${given.club.id}/login`);
  await elsewhere.getByRole('link', { name: 'Forgot your password?' }).click();
  await elsewhere.getByLabel('Email').fill(young);
  await shoot(elsewhere, 'story-6-forgotten');
  await press(elsewhere);
  await elsewhere.goto((await given.mails.next(young)).link);
  await elsewhere.getByLabel('New password', { exact: true }).fill('second difference');
  await elsewhere.getByLabel('New password confirmation').fill('second difference');
  await shoot(elsewhere, 'story-7-new-password');
  await press(elsewhere);
  await shoot(elsewhere, 'story-8-changed');
  expect(await api(page, 'get', '/account')).toMatchObject({ customer: null });
  await logIn(elsewhere, young, 'second difference');
  expect(await heading(elsewhere)).toBe('The site of the club');
  expect(await api(elsewhere, 'get', '/account')).toMatchObject({ customer: { email: young } });
});

it('a visitor takes a free plan, registers with the identity provider, confirms and logs in with it', async () => {
  const appSecret = 'secret of the app';
  await t.given.loginProvider({ fanclubId: given.club.id, appSecret });
  await t.given.plan({ name: 'Stargazer', price: '0.00', duration: 12 });
  const signed = signRequest(
    { issued_at: Math.floor(t.clock.now().getTime() / 1000), user_id: '4711' },
    appSecret,
  );
  const page = await chromium.visitor();
  const [plan] = (await api(page, 'get', '/plans')).plans;

  await page.goto(plan.checkout);
  await shoot(page, 'free-1-offer');
  await press(page);
  await shoot(page, 'free-2-ordered');
  expect(await heading(page)).toBe('One step is left: register');
  expect(await api(page, 'get', '/account')).toMatchObject({
    customer: { id: null, email: null, lists_opt_in: false, subscription: { plan: { id: plan.id } } },
  });

  const registration = {
    social_signed_request: signed,
    email: 'eve@engine.example',
    birthdate: '1991-01-31',
    accept_terms: true,
  };
  expect(await api(page, 'post', '/account/register', registration)).toMatchObject({
    status: 'ok',
    customer: { email: 'eve@engine.example', authentications: [{ name: 'social' }] },
  });
  await page.goto((await given.mails.next('eve@engine.example')).link);
  await shoot(page, 'free-3-confirm');
  await press(page);
  expect(await heading(page)).toBe('Your email address is confirmed');

  const elsewhere = await chromium.visitor();
  expect(await api(elsewhere, 'post', '/login', { social_signed_request: signed })).toMatchObject({
    status: 'ok',
    customer: { email: 'eve@engine.example', expired: false },
  });
  expect(await api(elsewhere, 'get', '/orders')).toMatchObject({ orders: [{ totals: null }] });
  await elsewhere.goto(plan.checkout);
  await shoot(elsewhere, 'free-4-have-it');
  expect(await heading(elsewhere)).toBe('You have this plan already');
});

it('a visitor gets the reason for payments, saved cards and gift codes that are not offered, and for expired links', async () => {
  const page = await chromium.visitor();
  await t.given.plan({ name: 'Comet Chaser', price: '59.00' });
  const [plan] = (await api(page, 'get', '/plans')).plans;
  const pages: [name: string, address: string][] = [
    ['paid', plan.checkout],
    ['saved-card', `${t.origin}/fanclubs/${given.club.id}/saved-card`],
    ['redeem', `${t.origin}/fanclubs/${given.club.id}/redeem`],
    ['dead-link', `${t.origin}/fanclubs/${given.club.id}/confirm?token=${'x'.repeat(43)}`],
    ['unknown', `${t.origin}/fanclubs/4711/login`],
    ['logout', `${t.origin}/fanclubs/${given.club.id}/logout`],
    ['terms', `${t.origin}/fanclubs/${given.club.id}/terms`],
  ];
  for (const [name, address] of pages) {
    await page.goto(address);
    await shoot(page, `other-${name}`);
    const width = await page.evaluate('document.documentElement.scrollWidth');
    expect({ name, width }).toEqual({ name, width: 360 });
  }
});
