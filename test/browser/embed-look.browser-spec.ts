import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Page, Route } from 'playwright-core';
import { type ClientProject, clientProject } from '../support/client-project';
import { Fanclub } from '#platform/tenants/fanclub.entity';
import { examples } from '../support/client-readme';
import { freePort } from '../support/free-port';
import { givenDemo } from '../support/given-demo';
import { testApp } from '../support/start-test-app';
import { seriousFaults } from './axe';
import { browser, shoot } from './chromium';
import { WIDTHS } from './site-visit';

const t = testApp(async () => {
  const port = String(await freePort());
  return { PORT: port, PUBLIC_URL: `http://localhost:${port}` };
});
const chromium = browser();

const CSS = join(__dirname, '../../clients/javascript/embed/embed.css');

/** The first example of the README in the page of somebody who has chosen a font, both colour schemes, and embed.css or none. */
const pageWith = async (styled: boolean) =>
  examples('html', t.config.publicUrl, 'embed')[0].code.replace(
    '</title>',
    `</title><link rel="icon" href="data:,"><style>
      :root { color-scheme: light dark; font-family: sans-serif; background: Canvas; color: CanvasText }
      body { max-width: 40rem; margin: 1rem auto; padding: 0 1rem }
      ${styled ? await readFile(CSS, 'utf8') : ''}</style>`,
  );

let project: ClientProject;
let website: Server;
/** What the website shows at `/`. */
let html: string;

beforeAll(async () => {
  project = await clientProject();
  const script = await readFile(join(project.dist, 'embed.js'));
  website = createServer(({ url }, response) => {
    if (url === '/embed.js') response.end(script);
    else response.setHeader('content-type', 'text/html').end(html);
  }).listen(0, '127.0.0.1');
  await once(website, 'listening');
});
afterAll(async () => {
  website.closeAllConnections();
  website.close();
  await project.remove();
});

const origin = () => `http://localhost:${(website.address() as AddressInfo).port}`;

beforeEach(async () => {
  await givenDemo(t);
  const name = 'The Tin Comets Fan Club';
  const { id } = await t.db.getRepository(Fanclub).findOneByOrFail({ name });
  await t.given.trustedDomain({ fanclubId: id, origin: origin() });
});

/** Opens the website with an API that behaves as `answer` says; by default as it is. */
async function open(width: number, styled: boolean, answer?: (route: Route) => unknown): Promise<Page> {
  html = await pageWith(styled);
  const page = await chromium.visitor({ viewport: { width, height: 800 } });
  if (answer) await page.route('**/api/v1/**', answer);
  await page.goto(origin());
  return page;
}

async function look(page: Page, name: string, width: number): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await shoot(page, `embed-${name}-${colorScheme}-${width}`);
    expect([name, await seriousFaults(page)]).toEqual([name, []]);
  }
  expect([name, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([name, width]);
}

/** Empty lists, as of a fan club that has just been made. */
async function withoutContent(route: Route): Promise<void> {
  const response = await route.fetch();
  const body = (await response.json()) as object;
  await route.fulfill({
    response,
    json: { ...body, ...('events' in body && { events: [] }), ...('plans' in body && { plans: [] }) },
  });
}

describe.each(WIDTHS)('at %i pixels, the widgets', (width) => {
  it.each([
    ['styled', true],
    ['unstyled', false],
  ])('are accessible while they load, empty, with an error and filled, %s', async (kind, styled) => {
    const loading = await open(width, styled, () => undefined); // Never answers.
    await loading.getByText('Loading…').first().waitFor();
    await look(loading, `${kind}-loading`, width);

    const empty = await open(width, styled, withoutContent);
    await empty.getByText('There are no events at the moment.').waitFor();
    await empty.getByText('There are no plans at the moment.').waitFor();
    await look(empty, `${kind}-empty`, width);

    const failed = await open(width, styled, (route) => route.abort());
    await failed.getByText('Please try again later.').nth(4).waitFor();
    await look(failed, `${kind}-error`, width);

    const filled = await open(width, styled);
    await filled.locator('[autocomplete=username]').fill('nova@starmail.example');
    await filled.getByLabel('Password').fill('shooting star');
    await filled.getByRole('button', { name: 'Log in' }).click();
    await filled.getByText('You are logged in as Nova Castellanos.').waitFor();
    await filled.locator('.fanclub-code').first().waitFor();
    await look(filled, `${kind}-filled`, width);
  });
});
