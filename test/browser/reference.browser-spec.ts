import type { Locator, Page } from 'playwright-core';
import { PASSWORD } from '#samples';
import { API_ROUTES } from '../contract/routes';
import { freePort } from '../support/free-port';
import { testApp } from '../support/start-test-app';
import { browser, complaintsOf, shoot } from './chromium';

const t = testApp(async () => {
  const port = await freePort();
  return { PORT: String(port), PUBLIC_URL: `http://localhost:${port}` };
});
const b = browser();
const FORM = 'application/x-www-form-urlencoded';

let page: Page;
let complaints: string[];
let outside: string[];
let origin: string;

beforeEach(async () => {
  const { key } = await t.given.fanclub({ name: 'The Lanterns' });
  await t.given.customer({ email: 'ada@x.example' });
  // Not the name in PUBLIC_URL.
  origin = t.origin;
  page = await b.visitor({ viewport: { width: 1280, height: 1000 } });
  complaints = complaintsOf(page);
  outside = [];
  page.on('request', (request) => {
    const isOwn = request.url().startsWith(`${origin}/`) || request.url().startsWith('data:');
    if (!isOwn) outside.push(request.url());
  });
  await page.goto(`${origin}/docs?key=${key}`);
  await page.waitForSelector('.opblock');
});

afterEach(() => expect([complaints, outside]).toEqual([[], []]));

/** Sends the request of an operation, and returns the answer that the page shows. */
async function tryOut(operation: string, body?: object): Promise<unknown> {
  const block = await opened(operation);
  if (body) {
    await block.locator('.body-param__text').fill(JSON.stringify(body));
  }
  return sent(block);
}

async function opened(operation: string): Promise<Locator> {
  const block = page.locator(`[id$="-${operation}"].opblock`);
  await block.locator('.opblock-summary-control').click();
  await block.locator('.try-out__btn').click();
  return block;
}

async function sent(block: Locator): Promise<unknown> {
  await block.locator('.execute').click();
  const answer = block.locator('.live-responses-table .highlight-code code').first();
  await answer.waitFor();
  return JSON.parse((await answer.textContent()) ?? '');
}

it('lists every operation, and loads nothing from other hosts', async () => {
  expect(await page.locator('.opblock').count()).toBe(API_ROUTES.length);
  await shoot(page, 'reference');
});

it('sends requests with the key of its address', async () => {
  expect(await tryOut('showFanclub')).toMatchObject({ status: 'ok', fanclub: { name: 'The Lanterns' } });
});

it('logs in, and then sends requests in the session', async () => {
  const login = await tryOut('logIn', { email: 'ada@x.example', password: PASSWORD });
  expect(login).toMatchObject({ status: 'ok' });
  expect(await tryOut('listOrders')).toEqual({ status: 'ok', orders: [] });
  await shoot(page, 'reference-tried');
});

it('sends forms, with brackets in the names', async () => {
  const block = await opened('signUpContact');
  await block.locator('.opblock-section-request-body select').first().selectOption(FORM);
  const fields = block.locator('.opblock-section-request-body textarea');
  await fields.first().fill(JSON.stringify({ email: 'new@x.example' }));
  const posted = page.waitForRequest((request) => request.method() === 'POST');
  expect(await sent(block)).toMatchObject({ status: 'ok' });
  expect((await posted).postData()).toBe('contact%5Bemail%5D=new%40x.example');
  await shoot(page, 'reference-form');
});

it('shows the alternatives of a body', async () => {
  const block = page.locator('[id$="-logIn"].opblock');
  await block.locator('.opblock-summary-control').click();
  await block.locator('.opblock-section-request-body .tablinks', { hasText: 'Schema' }).click();
  await block.getByText('Expand all').first().click();
  await shoot(page, 'reference-alternatives');
});
