import type { Page } from 'playwright-core';
import { PASSWORD } from '#samples';
import { freePort } from '../support/free-port';
import { testApp } from '../support/start-test-app';
import { browser, complaintsOf } from './chromium';

const t = testApp(async () => {
  const port = await freePort();
  return { PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` };
});
const b = browser();

/** The focused element: its id, or its text. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(`(({ id, textContent }) => id || textContent.trim())(document.activeElement)`);
/** The elements that the tab key reaches, from the top of the page. */
async function tabStops(page: Page, count: number): Promise<string[]> {
  const stops: string[] = [];
  for (let n = 0; n < count; n += 1) {
    await page.keyboard.press('Tab');
    stops.push(await focused(page));
  }
  return stops;
}

let login: string;
let page: Page;
let complaints: string[];
beforeEach(async () => {
  const club = await t.given.fanclub({
    name: 'The Lanterns',
    siteUrl: `${t.origin}/`,
    accentColor: '#ffe600',
  });
  await t.given.customer({ email: 'ada@x.example', firstName: 'Ada' });
  login = `${t.origin}/fanclubs/${club.id}/login`;
  page = await b.visitor({ javaScriptEnabled: false });
  complaints = complaintsOf(page);
  await page.goto(login);
});
afterEach(() => expect(complaints).toEqual([]));

describe('with the keyboard alone', () => {
  it('the tab key follows the reading order of the page', async () => {
    expect(await tabStops(page, 7)).toEqual([
      'The Lanterns',
      'email',
      'password',
      'Show password',
      'Log in',
      'Forgot your password?',
      'Join The Lanterns',
    ]);
  });

  it('the focus is visible on every element', async () => {
    for (let n = 0; n < 7; n += 1) {
      await page.keyboard.press('Tab');
      const outline = await page.evaluate<string>(
        `(({ outlineStyle, outlineWidth }) => outlineStyle + ' ' + outlineWidth)(getComputedStyle(document.activeElement))`,
      );
      expect([await focused(page), outline]).toEqual([await focused(page), 'solid 3px']);
    }
  });

  it('Enter in the password field logs in and does not show the password', async () => {
    await page.focus('#email');
    await page.keyboard.type('ada@x.example');
    await page.keyboard.press('Tab');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await page.waitForURL(`${t.origin}/`);
  });

  it('the password can be shown, read, hidden and sent', async () => {
    await page.fill('#email', 'ada@x.example');
    await page.focus('#password');
    await page.keyboard.type('correct');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await page.waitForSelector('#password[type=text]');
    expect(await focused(page)).toBe('password');
    expect(await page.inputValue('#password')).toBe('correct');
    expect(await page.inputValue('#email')).toBe('ada@x.example');
    await page.fill('#password', PASSWORD);
    await page.focus('#password');
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('Hide password');
    await page.keyboard.press('Space');
    await page.waitForSelector('#password[type=password]');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${t.origin}/`);
    await page.goto(login);
    expect(await page.locator('main').innerText()).toContain('You are logged in as Ada.');
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.waitForSelector('#password');
  });
});

describe('a screen reader', () => {
  it('finds each field and button of a form once, by name', async () => {
    expect(await page.locator('main').ariaSnapshot()).toBe(
      [
        '- main:',
        '  - heading "Log in" [level=1]',
        '  - text: Email',
        '  - textbox "Email"',
        '  - text: Password',
        '  - textbox "Password"',
        '  - button "Show password"',
        '  - button "Log in"',
        '  - paragraph:',
        '    - link "Forgot your password?":',
        '      - /url: ' + new URL(login).pathname.replace('login', 'password-reset'),
        '  - paragraph:',
        '    - text: Not a member yet?',
        '    - link "Join The Lanterns":',
        '      - /url: ' + (await t.given.fanclub()).plansUrl,
        '  - paragraph:',
        '    - text: No account yet?',
        '    - link "Register":',
        '      - /url: ' + new URL(login).pathname.replace('login', 'register'),
      ].join('\n'),
    );
  });

  it('finds the offer as a region with a table whose rows have headers', async () => {
    const plan = await t.given.plan({ name: 'Gold', price: '5.00' });
    await t.given.package(plan, [{ name: 'Shirt' }], { domestic: '1.00', international: '2.00' });
    await page.goto(login.replace('login', `plans/${plan.id}/checkout`));
    const region = page.getByRole('region', { name: 'Gold' });
    const table = region.getByRole('table', { name: 'What it costs' });
    expect(await table.getByRole('columnheader').allInnerTexts()).toEqual(['Item', 'Price']);
    expect(await table.getByRole('rowheader').allInnerTexts()).toEqual([
      'Gold (1 year)',
      'Shirt',
      'Shipping (United States)',
      'Shipping (other countries)',
    ]);
  });
});
