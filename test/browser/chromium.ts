import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';

/** Where Chromium is looked for when the variable CHROMIUM does not say. */
const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Nothing but the pages under test is talked to. */
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A phone, and the narrow end of what is out there. */
export const PHONE = { width: 360, height: 740 };

/** The Chromium of a test file: started before its tests, closed after them, a new profile for each visitor. */
export function browser(): { visitor(options?: BrowserContextOptions): Promise<Page> } {
  let running: Browser;
  let contexts: BrowserContext[] = [];

  beforeAll(async () => {
    const executablePath = process.env.CHROMIUM ?? PLACES.find((place) => existsSync(place));
    if (!executablePath)
      throw new Error(`No Chromium: set CHROMIUM, or install it at ${PLACES.join(' or ')}.`);
    running = await chromium.launch({ executablePath, args: ARGUMENTS });
  });
  afterEach(async () => {
    await Promise.all(contexts.map((context) => context.close()));
    contexts = [];
  });
  afterAll(() => running?.close());

  return {
    async visitor(options = {}) {
      const context = await running.newContext({ viewport: PHONE, ...options });
      contexts.push(context);
      return context.newPage();
    },
  };
}

/** Keeps what the page looks like under `SCREENSHOTS`, if that names a folder. */
export async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}
