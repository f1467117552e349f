import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { freePort } from '../support/free-port';
import { givenDemo } from '../support/given-demo';
import { testApp } from '../support/start-test-app';
import { browser } from './chromium';

const ROOT = join(__dirname, '../..');
const FILES: Readonly<Record<string, string>> = {
  '/': 'demo/other-site/index.html',
  '/login/reload': 'demo/other-site/login/reload/index.html',
  '/page.js': 'clients/javascript/dist/page.js',
};

// The service is at `localhost` and the website at 127.0.0.1: two sites.
const t = testApp(async () => {
  const port = await freePort();
  return { PORT: String(port), PUBLIC_URL: `http://localhost:${port}` };
});
const chromium = browser();
let site: Server;
let address: string;
let page: Page;

beforeAll(async () => {
  site = createServer((request, response) => {
    const file = FILES[new URL(request.url!, 'http://x').pathname];
    if (file === undefined) return void response.writeHead(404).end();
    response.setHeader('content-type', file.endsWith('.js') ? 'text/javascript' : 'text/html; charset=utf-8');
    response.end(readFileSync(join(ROOT, file), 'utf8').replace(':3000', `:${t.config.port}`));
  }).listen(0, '127.0.0.1');
  await once(site, 'listening');
  address = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
});
beforeEach(async () => {
  await givenDemo(t);
  await t.given.trustedDomain({ fanclubId: 1, origin: address });
  page = await chromium.visitor();
});
afterAll(() => {
  site.closeAllConnections();
  site.close();
});

const status = (text: string) => page.getByRole('status').filter({ hasText: text }).waitFor();

describe('the app of demo/other-site', () => {
  it('logs a member in with tokens, keeps them over a reload, and logs out', async () => {
    await page.goto(address);
    await status('You are not logged in.');
    await page.getByRole('link', { name: 'Log in' }).click();
    await page.getByLabel('Email').fill('nova@starmail.example');
    await page.getByLabel('Password', { exact: true }).fill('shooting star');
    await page.getByRole('button', { name: 'Log in' }).click();
    await status('Hello Nova! Your plan:');
    expect(page.url()).toBe(`${address}/`);
    // The website works without the cookies of the service.
    await page.context().clearCookies();
    await page.reload();
    await status('Hello Nova!');
    await page.getByRole('button', { name: 'Log out' }).click();
    await status('You are not logged in.');
  });
});
