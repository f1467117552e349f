import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { freePort } from '../support/free-port';
import type { FanclubWithKey } from '#platform/tenants/tenants.samples';
import { MailFolder } from '../support/mail-folder';
import { testApp } from '../support/start-test-app';

/** A fan club with its own website, and the service on an address that browsers reach. Call it at the top of a suite. */
export function clubWithSite() {
  const t = testApp(async () => {
    const port = await freePort();
    return {
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      RUN_JOBS: 'true',
      DATA_DIR: await mkdtemp(join(tmpdir(), 'browser-')),
    };
  });
  /** New for each test. */
  const given = {} as { club: FanclubWithKey; mails: MailFolder };
  let site: Server;

  beforeAll(async () => {
    site = createServer((_, response) => response.end('<h1>The site of the club</h1>')).listen(
      0,
      '127.0.0.1',
    );
    await once(site, 'listening');
  });
  beforeEach(async () => {
    const siteUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
    const name = 'The Tin Comets Fan Club';
    given.club = await t.given.fanclub({ name, siteUrl, plansUrl: `${siteUrl}/join` });
    given.mails = new MailFolder(t.config.dataDir);
  });
  afterAll(async () => {
    site.closeAllConnections();
    site.close();
    await rm(t.config.dataDir, { recursive: true, force: true });
  });

  /** Calls the API as a script of the visitor's browser would: with its cookies. */
  async function api(page: Page, method: 'get' | 'post', path: string, data?: object) {
    const url = `${t.origin}/api/v1${path}?key=${given.club.key}`;
    const answer = await page.request[method](url, data && { data });
    return answer.json();
  }

  return { t, given, api };
}

export const heading = (page: Page): Promise<string> => page.locator('h1').innerText();

/** Presses the last button of the first form, which sends it. */
export const press = (page: Page): Promise<void> =>
  page.locator('main form').first().locator('button').last().click();
