import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PASSWORD } from '#samples';
import { mailsOf } from '../support/mails-of';
import { testApp } from '../support/start-test-app';
import { browser, complaintsOf, LOW_CONTRASTS, shoot } from './chromium';

const t = testApp({ PUBLIC_URL: 'http://127.0.0.1' });
const b = browser();

describe.each(['light', 'dark'] as const)('in the %s colour scheme', (colorScheme) => {
  it.each([320, 360, 1200])(
    'the pages fit %i pixels, have enough contrast, and load without errors',
    async (width) => {
      const club = await t.given.fanclub({ name: 'The Tin Comets Fan Club with a Name That Is Long' });
      const plan = await t.given.plan({ price: '0.00' });
      await t.api.post('/accounts', { email: 'ada@x.example', birthdate: '1990-01-01' });
      const confirm = new URL((await mailsOf(t))[0].link);
      const page = await b.visitor({
        colorScheme,
        javaScriptEnabled: false,
        viewport: { width, height: 800 },
      });
      const complaints = complaintsOf(page);
      const look = async (name: string) => {
        await shoot(page, `${name}-${width}-${colorScheme}`);
        expect([name, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([name, width]);
        expect([name, await page.evaluate(LOW_CONTRASTS)]).toEqual([name, []]);
        expect(await page.evaluate('getComputedStyle(document.querySelector(".ticket")).borderRadius')).toBe(
          '12px',
        );
      };
      const root = `${t.origin}/fanclubs/${club.id}`;
      for (const name of [
        'login',
        'logout',
        'password-reset',
        'privacy',
        `plans/${plan.id}/checkout`,
        'nowhere',
      ]) {
        await page.goto(`${root}/${name}`);
        await look(name.replaceAll('/', '-'));
      }
      await page.goto(`${t.origin}${confirm.pathname}${confirm.search}`);
      await page.fill('#password', 'short');
      await page.locator('button').last().click();
      await look('confirm-problems');
      expect(complaints).toEqual([]);
    },
  );
});

describe('a log-in with the keyboard', () => {
  it('focuses the errors, and then leads to the fan club’s site', async () => {
    const site = createServer((_request, response) => response.end('the site'));
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    const siteUrl = `http://localhost:${(site.address() as AddressInfo).port}/members`;
    try {
      const club = await t.given.fanclub({ siteUrl: 'https://lanterns.example' });
      await t.given.trustedDomain({ origin: new URL(siteUrl).origin });
      await t.given.customer({ email: 'ada@x.example' });
      const page = await b.visitor({ javaScriptEnabled: false });
      const complaints = complaintsOf(page);
      await page.goto(`${t.origin}/fanclubs/${club.id}/login?redirect=${encodeURIComponent(siteUrl)}`);
      await page.focus('#email');
      await page.keyboard.type('ada@x.example');
      await page.keyboard.press('Enter');
      await page.waitForSelector('#problems');
      expect(await page.evaluate('document.activeElement.id')).toBe('problems');
      await page.keyboard.press('Tab');
      expect(await page.evaluate('document.activeElement.id')).toBe('email');
      await page.keyboard.press('Tab');
      await page.keyboard.type(PASSWORD);
      await page.keyboard.press('Enter');
      await page.waitForURL(siteUrl);
      expect(complaints).toEqual([]);
    } finally {
      site.closeAllConnections();
      site.close();
    }
  });
});

it('a log-in accepts every address that an account can have, without a change by the browser', async () => {
  const email = 'jörg@bücher.example';
  const club = await t.given.fanclub();
  await t.given.customer({ email });
  const page = await b.visitor({ javaScriptEnabled: false });
  await page.goto(`${t.origin}/fanclubs/${club.id}/login`);
  await page.fill('#email', email);
  await page.fill('#password', 'wrong');
  await page.locator('button').last().click();
  await page.waitForSelector('#problems');
  expect(await page.inputValue('#email')).toBe(email);
});
