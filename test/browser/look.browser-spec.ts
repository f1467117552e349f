import type { BrowserContext, Page } from 'playwright-core';
import { seedDemo } from '../../src/tools/catalogue';
import { DEMO_LOGINS, startLinksOf, importOptions } from '../../src/tools/local';
import { Home } from '../../src/pages';
import { mailsOf } from '../support/mails-of';
import { testApp } from '../support/start-test-app';
import { browser, complaintsOf, LOW_CONTRASTS, shoot } from './chromium';

const t = testApp({ PUBLIC_URL: 'http://127.0.0.1' });
const b = browser();

const SITE = 'https://www.tincomets.example';
/** The host of a logo that does not exist. */
const GONE = 'https://gone.tincomets.example';
const LOGO = 'https://cdn.tincomets.example/logo.svg';
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 64" width="320" height="64">
  <circle cx="32" cy="32" r="30" fill="#1c1e23"/><path d="M8 40 L40 20 L34 34 L60 30" stroke="#f97316" stroke-width="5" fill="none"/>
  <text x="76" y="43" font-family="sans-serif" font-size="32" font-weight="bold" fill="#1c1e23">Tin Comets</text></svg>`;

/** Serves the logo and the site of the fan club from the test, and blocks all other foreign requests. */
async function serveLogo(context: BrowserContext): Promise<void> {
  await context.route(LOGO, (route) => route.fulfill({ contentType: 'image/svg+xml', body: SVG }));
  await context.route(`${GONE}/**`, (route) => route.abort());
  await context.route(`${SITE}/**`, (route) => route.fulfill({ body: 'the site' }));
}

async function logIn(page: Page): Promise<void> {
  const [{ email, password }] = DEMO_LOGINS;
  await page.goto(`${t.origin}/fanclubs/1/login`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL(`${SITE}/`);
}

beforeEach(async () => {
  await seedDemo({ ...importOptions(t.db, t.config), clock: t.clock });
  const served = { site: 'http://localhost:3001', staff: '/staff', hasDemoStaff: true };
  t.app
    .get(Home)
    .show(DEMO_LOGINS, startLinksOf({ ...served, mails: '/mails', switches: '/demo-bank/switches' }));
});

describe.each(['light', 'dark'] as const)('in the %s colour scheme', (colorScheme) => {
  it.each([390, 1280])(
    'every page of a club with a very light colour and of one with a very dark colour fits %i pixels, has enough contrast, and loads without errors',
    async (width) => {
      await t.db.query(
        `UPDATE fanclubs SET logo_url = $1, accent_color = '#ffe600', font = 'geometric' WHERE id = 1`,
        [LOGO],
      );
      await t.db.query(`UPDATE fanclubs SET accent_color = '#14082b', font = 'serif' WHERE id = 2`);
      await t.api
        .stranger()
        .post('/accounts?key=demo-glasvogel', { email: 'neu@x.example', birthdate: '1990-01-01' });
      const confirm = new URL((await mailsOf(t))[0].link);
      const page = await b.visitor({
        colorScheme,
        javaScriptEnabled: false,
        viewport: { width, height: 800 },
      });
      await serveLogo(page.context());
      const complaints = complaintsOf(page);
      const look = async (name: string) => {
        await shoot(page, `look-${width}-${colorScheme}-${name}`);
        expect([name, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([name, width]);
        expect([name, await page.evaluate(LOW_CONTRASTS)]).toEqual([name, []]);
      };
      const open = async (name: string, path: string) => {
        await page.goto(t.origin + path);
        await look(name);
      };

      await open('home', '/');
      await open('not-found', '/nowhere');
      for (const name of [
        'login',
        'logout',
        'password-reset',
        'password-reset/sent',
        'terms',
        'redeem',
        'nowhere',
      ])
        await open(name.replace('/', '-'), `/fanclubs/1/${name}`);
      for (const plan of [1, 2, 3, 4, 5])
        await open(`checkout-${plan}`, `/fanclubs/1/plans/${plan}/checkout`);
      await open('checkout-dark-club', '/fanclubs/2/plans/22/checkout');
      for (const name of ['login', 'register', 'redeem'])
        await open(`${name}-dark-club`, `/fanclubs/2/${name}`);
      await open('confirm', confirm.pathname + confirm.search);
      await page.fill('#password', 'short');
      await page.getByRole('button', { name: 'Show passwords' }).click();
      await look('confirm-shown');
      await page.locator('button').last().click();
      await look('confirm-problems');
      await open('dead-link', '/fanclubs/1/confirm?token=gone');
      await logIn(page);
      await open('logged-in', '/fanclubs/1/login');
      await open('checkout-yours', '/fanclubs/1/plans/2/checkout');
      expect(complaints).toEqual([]);
    },
  );
});

it('a logo that cannot be loaded is replaced by the name of the fan club, in the same place', async () => {
  await t.db.query('UPDATE fanclubs SET logo_url = $1 WHERE id = 1', [`${GONE}/logo.png`]);
  const page = await b.visitor({ viewport: { width: 390, height: 800 } });
  await serveLogo(page.context());
  await page.goto(`${t.origin}/fanclubs/1/login`);
  await shoot(page, 'look-broken-logo');
  expect(await page.getByRole('img', { name: 'The Tin Comets Fan Club' }).count()).toBe(1);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  const { height } = (await page.locator('header').boundingBox())!;
  expect(height).toBeLessThan(120);
});
