import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { DEMO_LOGINS } from '../../src/tools/local';
import { openSite, type Site } from '../../src/tools/site';
import { type ClientProject, clientProject } from '../support/client-project';
import { freePort } from '../support/free-port';
import { givenDemo } from '../support/given-demo';
import { testApp } from '../support/start-test-app';
import { seriousFaults } from './axe';
import { browser, shoot } from './chromium';

const [{ key, password }] = DEMO_LOGINS;

/** A phone and a desk. */
export const WIDTHS = [390, 1280] as const;

/** A visitor's browser on the example site. */
export interface Visit {
  page: Page;
  /** Opens a page of the site by its address: `go('/plans')`. Resolves when it is shown. */
  go(path: string): Promise<void>;
  logIn(name: string): Promise<void>;
  /** Takes pictures in both colour schemes, and checks that the page fits the screen and that axe finds nothing serious. */
  look(name: string): Promise<void>;
}

/** The example site with the demo, moved to the real present day, because the browser's clock is real. Call it at the top of a suite. */
export function siteWithDemo() {
  const t = testApp(async () => {
    const port = await freePort();
    return { PORT: String(port), PUBLIC_URL: `http://localhost:${port}`, PAYMENTS_DEMO: 'true' };
  });
  const chromium = browser();
  let client: ClientProject;
  let site: Site;
  /** What browsers complained about, and requests to other hosts. */
  let complaints: string[];

  beforeAll(async () => {
    client = await clientProject();
  });
  afterAll(() => client.remove());
  beforeEach(async () => {
    complaints = [];
    t.clock.set(new Date().toISOString());
    await givenDemo(t);
    site = await openSite(t.app, key, join(client.dist, 'index.js'));
  });
  afterEach(async () => {
    await site.close();
    expect(complaints).toEqual([]);
  });

  async function visit(width: number, options: Parameters<typeof chromium.visitor>[0] = {}): Promise<Visit> {
    const viewport = { width, height: width < 600 ? 844 : 900 };
    const page = await chromium.visitor({ viewport, reducedMotion: 'reduce', ...options });
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', ({ message }) => complaints.push(message));
    page.on('request', (request) => {
      if (new URL(request.url()).hostname !== 'localhost') complaints.push(request.url());
    });
    const go = async (path: string): Promise<void> => {
      await page.goto('about:blank');
      await page.goto(`${site.origin}/#${path}`);
      await shown(page);
    };
    return {
      page,
      go,
      async logIn(name) {
        await go('/login');
        await page.getByLabel('Email').fill(`${name}@starmail.example`);
        await page.getByLabel('Password').fill(password);
        await page.getByRole('button', { name: 'Log in' }).click();
        await page.waitForURL(/#\/card$/);
        await page.getByRole('heading', { name: 'Your card' }).waitFor();
        await shown(page);
      },
      async look(name) {
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          await shoot(page, `site-${name}-${colorScheme}-${width}`);
          expect([name, await seriousFaults(page)]).toEqual([name, []]);
        }
        expect([name, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([name, width]);
      },
    };
  }

  return { t, visit, complaints: () => complaints };
}

/** Resolves when the page that is asked for is shown. */
export async function shown(page: Page): Promise<void> {
  await page.locator('main:not([aria-busy]) h1').waitFor();
}

/** The texts of elements, in order. */
export const texts = (page: Page, selector: string): Promise<string[]> =>
  page.locator(selector).allInnerTexts();

/** The id or the text of the focused element. */
export const focused = (page: Page): Promise<string> =>
  page.evaluate<string>(`document.activeElement.name || document.activeElement.textContent.trim()`);
