import { readdirSync } from 'node:fs';
import { rm, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext, Page } from 'playwright-core';
import { MAILS } from '../../src/platform/mail';
import { DevelopmentModule } from '../../src/tools/development';
import { freePort } from '../support/free-port';
import { queueMails } from '../support/queue-mail';
import { testApp } from '../support/start-test-app';
import { browser, complaintsOf, LOW_CONTRASTS, shoot } from './chromium';

const t = testApp(
  async () => {
    const port = await freePort();
    return {
      PORT: String(port),
      PUBLIC_URL: `http://localhost:${port}`,
      DATA_DIR: await mkdtemp(join(tmpdir(), 'mails-')),
      RUN_JOBS: 'true',
    };
  },
  { additions: [DevelopmentModule] },
);
const b = browser();
beforeEach(() => rm(join(t.config.dataDir, 'mails'), { recursive: true, force: true }));
afterAll(() => rm(t.config.dataDir, { recursive: true, force: true }));

const LOGO = 'https://cdn.lanterns.example/logo.svg';
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 40" width="160" height="40">
  <circle cx="20" cy="20" r="16" fill="#a21caf"/><text x="44" y="27" font-family="sans-serif" font-size="20" font-weight="bold">Lanterns</text></svg>`;

const at = (path: string): string => `${t.config.publicUrl}${path}`;

async function serveLogo(context: BrowserContext): Promise<void> {
  await context.route(LOGO, (route) => route.fulfill({ contentType: 'image/svg+xml', body: SVG }));
}

/** The names of the written mails, without `.eml`; waits for as many. */
async function written(count: number): Promise<string[]> {
  for (let turn = 0; turn < 400; turn++) {
    const names = await Promise.resolve()
      .then(() => readdirSync(join(t.config.dataDir, 'mails')))
      .catch(() => []);
    const mails = names.filter((name) => name.endsWith('.eml')).map((name) => name.replace('.eml', ''));
    if (mails.length >= count) return mails;
    await sleep(50);
  }
  throw new Error(`fewer than ${count} mails`);
}

/** A club with a very light colour and a logo, and one with a very dark colour; and a mail of each kind from one of them. */
async function sendAll(): Promise<string[]> {
  const light = await t.given.fanclub({
    name: 'The Lanterns',
    logoUrl: LOGO,
    accentColor: '#ffe600',
    font: 'geometric',
  });
  const dark = await t.given.fanclub({ name: 'Glasvogel Nest', accentColor: '#14082b', font: 'serif' });
  for (const [n, kind] of MAILS.names().entries()) {
    const link = at(`/fanclubs/${light.id}/confirm?token=${'x'.repeat(43)}`);
    await queueMails(t, [{ kind, to: 'ada@x.example', firstName: 'Ada', link, ...MAILS.get(kind).sample }], {
      fanclub: n % 2 ? light : dark,
    });
  }
  return written(MAILS.names().length);
}

const width = (page: Page): Promise<number> => page.evaluate('document.documentElement.scrollWidth');

it('every mail fits a phone and a screen, and is readable in both forms; so does the list of mails', async () => {
  const names = await sendAll();
  for (const colorScheme of ['light', 'dark'] as const)
    for (const size of [390, 1280]) {
      const page = await b.visitor({
        colorScheme,
        javaScriptEnabled: false,
        viewport: { width: size, height: 844 },
      });
      await serveLogo(page.context());
      const complaints = complaintsOf(page);
      const look = async (name: string): Promise<void> => {
        await shoot(page, `mails-${size}-${colorScheme}-${name}`);
        expect([name, await width(page), await page.evaluate(LOW_CONTRASTS)]).toEqual([name, size, []]);
      };
      for (const name of names) {
        await page.goto(at(`/mails/${name}/html`));
        await look(name.replace(/^.*-(\w+)-\d+$/, '$1'));
      }
      await page.goto(at('/mails'));
      await look('list');
      await page.goto(at(`/mails/${names[9]}`));
      await look('chosen');
      expect(complaints).toEqual([]);
    }
});

it('a visitor chooses a mail, and its button opens in the window', async () => {
  const { id } = await t.given.fanclub({ name: 'The Lanterns' });
  const link = at(`/fanclubs/${id}/confirm?token=gone`);
  await queueMails(t, [{ to: 'eve@x.example', firstName: 'Eve', link }]);
  await queueMails(t, [{ to: 'ada@x.example', firstName: 'Ada', link }]);
  await written(2);
  const page = await b.visitor({ viewport: { width: 390, height: 844 } });
  await page.goto(at('/mails'));
  await page.getByRole('link', { name: 'eve@x.example' }).first().click();
  await page.getByText('All mails').waitFor();
  const mail = page.frameLocator('iframe');
  await mail.getByText('Hello Eve,').waitFor();
  await mail.getByRole('link', { name: 'Confirm my address' }).click();
  await page.waitForURL(link);
  expect(await page.locator('h1').innerText()).not.toBe('Mails');
});
