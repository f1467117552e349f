import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { freePort } from '../support/free-port';
import { givenDemo } from '../support/given-demo';
import { MailFolder } from '../support/mail-folder';
import { testApp } from '../support/start-test-app';
import { browser, shoot } from './chromium';
import { press } from './club-site';

const FILE = join(__dirname, '../../demo/first-page/index.html');
/** The port in the file, on which `npm start` serves. */
const PORT = ':3000/';

const dataDir = mkdtempSync(join(tmpdir(), 'first-page-'));
const t = testApp(async () => {
  const port = await freePort();
  return {
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    RUN_JOBS: 'true',
    DATA_DIR: dataDir,
  };
});
const chromium = browser();
let site: Server;
let address: string;
let page: Page;

beforeAll(async () => {
  site = createServer((_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(readFileSync(FILE, 'utf8').replace(PORT, `:${t.config.port}/`));
  }).listen(0, '127.0.0.1');
  await once(site, 'listening');
  address = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
});
beforeEach(async () => {
  await givenDemo(t);
  await t.given.trustedDomain({ fanclubId: 1, origin: address });
  page = await chromium.visitor();
  await page.goto(address);
});
afterAll(() => {
  site.closeAllConnections();
  site.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const status = (text: string) => page.getByRole('status').filter({ hasText: text }).waitFor();
const events = () => page.getByRole('listitem').allInnerTexts();

async function logIn(email: string, password: string): Promise<void> {
  const form = page.locator('#login');
  await form.getByLabel('E-mail').fill(email);
  await form.getByLabel('Password').fill(password);
  await form.getByRole('button').click();
}

describe('the first page', () => {
  it('logs a customer in, shows the codes of events, and logs out', async () => {
    await status('Log in, or join.');
    await page.getByText('Homecoming at the Orrery').waitFor();
    expect(await events()).toContain('Homecoming at the Orrery');
    await shoot(page, 'first-page-1-visitor');
    await logIn('nova@starmail.example', 'shooting star');
    await status('Hello Nova!');
    await page.getByText('ORRERY-TIN').waitFor();
    await shoot(page, 'first-page-2-customer');
    expect(await events()).toContain('Homecoming at the Orrery · ORRERY-TIN · NOVA-7K2M');
    await page.reload();
    await status('Hello Nova!');
    await page.getByRole('button', { name: 'Log out' }).click();
    await status('Log in, or join.');
  });

  it('shows why a log-in fails', async () => {
    await status('Log in, or join.');
    await logIn('nova@starmail.example', 'falling star');
    await status('Email and password combination is incorrect.');
  });

  it('registers a customer, who confirms the address and logs in', async () => {
    await status('Log in, or join.');
    const form = page.locator('#join');
    await form.getByLabel('E-mail').fill('ada@mailbox.example');
    await form.getByLabel('First name').fill('Ada');
    await form.getByLabel('Birthdate').fill('1990-12-10');
    await form.getByLabel('Password').fill('engine number one');
    await form.getByRole('button').click();
    await status('Open the link in our mail to ada@mailbox.example');
    await page.goto((await new MailFolder(dataDir).next('ada@mailbox.example')).link);
    await page.getByLabel('Password', { exact: true }).fill('engine number one');
    await press(page);
    await page.goto(address);
    await status('Log in, or join.');
    await logIn('ada@mailbox.example', 'engine number one');
    await status('Hello Ada!');
  });
});
