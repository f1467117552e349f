import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';

/** The paths of Chromium without the variable CHROMIUM. */
const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Restricts the browser to the pages under test. */
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A phone, and a very narrow screen. */
export const PHONE = { width: 360, height: 740 };

/**
 * The Chromium of a test file: started before its tests, closed after them, a new profile for each visitor.
 *
 * @param args more of its arguments, asked for when it starts
 */
export function browser(args: () => readonly string[] = () => []): {
  visitor(options?: BrowserContextOptions): Promise<Page>;
} {
  let running: Browser;
  let contexts: BrowserContext[] = [];

  beforeAll(async () => {
    const executablePath = process.env.CHROMIUM ?? PLACES.find((place) => existsSync(place));
    if (!executablePath)
      throw new Error(`No Chromium: set CHROMIUM, or install it at ${PLACES.join(' or ')}.`);
    running = await chromium.launch({ executablePath, args: [...ARGUMENTS, ...args()] });
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

/** Saves a screenshot of the page under `SCREENSHOTS`, if that names a folder. */
export async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}

/** The browser's complaints about a page: refused styles, forms, redirects. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (!/status of 4\d\d/.test(message.text())) complaints.push(message.text());
  });
  return complaints;
}

/** The contrast of each text with its background, as WCAG computes it; run in the browser. */
export const LOW_CONTRASTS = `(() => {
  const rgb = (text) => text.match(/[\\d.]+/g).map(Number);
  const light = (color) => color.slice(0, 3)
    .map((part) => part / 255)
    .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    .reduce((sum, part, index) => sum + part * [0.2126, 0.7152, 0.0722][index], 0);
  const behind = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const color = rgb(getComputedStyle(at).backgroundColor);
      if (color.length === 3 || color[3] === 1) return color;
    }
    return [255, 255, 255];
  };
  return [...document.querySelectorAll('h1, h2, h3, p, a, label, button, li, dt, dd, th, td, caption, code, input:not([type=hidden])')]
    .map((element) => {
      const pair = [light(rgb(getComputedStyle(element).color)), light(behind(element))].sort((a, b) => b - a);
      return { text: element.textContent.trim() || element.id, ratio: (pair[0] + 0.05) / (pair[1] + 0.05) };
    })
    .filter(({ ratio }) => ratio < 4.5);
})()`;
