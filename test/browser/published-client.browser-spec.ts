import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { Session } from '#platform/access/session.entity';
import { PASSWORD } from '#samples';
import { testApp } from '../support/start-test-app';
import { browser } from './chromium';
import { publishedClient, type PublishedClient } from './published-client';

/** The address that the client calls in its environment `test`. */
const HOST = 'universe-js.test:8081';
const EMAIL = 'ada@engine.example';

const t = testApp({ PUBLIC_URL: `http://${HOST}` });
const chromium = browser(() => [`--host-resolver-rules=MAP ${HOST} ${new URL(t.origin).host}`]);

let published: PublishedClient;
let website: Server;
let site: string;
let key: string;

beforeAll(async () => {
  published = await publishedClient();
  const page = () => `<!doctype html><title>A website</title>
    <a href="/login?redirect=/members">Log in</a> <a href="/logout">Log out</a>
    <script src="/universe.js"></script><script src="/login.js"></script>
    <script>
      const universe = Universe({ environment: 'test', key: '${key}' });
      const ready = new Promise((resolve) => universe.init((error, data) => {
        if (data.fanclub) UniverseLogin.linkify(data.fanclub);
        resolve({ error, fanclub: data.fanclub, customer: data.customer });
      }));
      const call = (method, ...parameters) => new Promise((resolve) =>
        universe[method](...parameters, (error, data) => resolve({ failed: Boolean(error), ...data })));
    </script>`;
  website = createServer((request, response) => {
    const { pathname } = new URL(request.url!, 'http://localhost');
    const script = { '/universe.js': published.client, '/login.js': published.login }[pathname];
    response.setHeader('content-type', script ? 'text/javascript' : 'text/html');
    response.end(script ?? (pathname === '/login/reload' ? published.reload : page()));
  }).listen(0, '127.0.0.1');
  await once(website, 'listening');
  site = `http://127.0.0.1:${(website.address() as AddressInfo).port}`;
});
afterAll(async () => {
  website.closeAllConnections();
  website.close();
  await published.remove();
});

describe('the published client of this API family, unchanged', () => {
  let page: Page;

  beforeEach(async () => {
    // The client compares the ends of tokens with the visitor's clock.
    t.clock.set(new Date());
    ({ key } = await t.given.fanclub());
    await t.given.trustedDomain({ origin: site });
    await t.given.customer({ email: EMAIL, firstName: 'Ada' });
    await t.given.event({ title: 'Homecoming' });
    page = await chromium.visitor();
    await page.goto(site);
  });

  const ready = () => page.evaluate<{ customer?: { first_name: string } | null }>('ready');
  const call = (method: string, ...parameters: unknown[]) =>
    page.evaluate<Record<string, unknown>>(
      `call(${[method, ...parameters].map((one) => JSON.stringify(one)).join(', ')})`,
    );
  const stored = () => page.evaluate<Record<string, string>>('({ ...localStorage })');

  const logIn = async () => {
    await ready();
    await page.getByRole('link', { name: 'Log in' }).click();
    await page.getByLabel('Email').fill(EMAIL);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.waitForURL(`${site}/members`);
  };

  it('logs in by its link and the hosted page, and is logged in after a reload', async () => {
    expect((await ready()).customer).toBeUndefined();
    await logIn();
    expect((await ready()).customer).toMatchObject({ first_name: 'Ada' });
    await page.reload();
    expect((await ready()).customer).toMatchObject({ first_name: 'Ada' });
    expect(await page.context().cookies(site)).toEqual([]);
  });

  it('reads and writes with its tokens', async () => {
    await logIn();
    expect(await call('get', '/events')).toMatchObject({
      failed: false,
      status: 'ok',
      events: [{ title: 'Homecoming' }],
    });
    expect(await call('post', '/account', { first_name: 'Augusta' })).toMatchObject({
      failed: false,
      customer: { first_name: 'Augusta' },
    });
  });

  it('exchanges its tokens when the access token is over', async () => {
    await logIn();
    await ready();
    const before = await stored();
    await page.evaluate(`localStorage.setItem('universeAccessTokenExpiration', '0')`);
    expect(await call('get', '/account')).toMatchObject({ failed: false, customer: { first_name: 'Ada' } });
    const after = await stored();
    expect(after.universeAccessToken).not.toBe(before.universeAccessToken);
    expect(after.universeRefreshToken).not.toBe(before.universeRefreshToken);
    expect(Number(after.universeAccessTokenExpiration)).toBeGreaterThan(Date.now());
  });

  it('drops its tokens when the session has ended', async () => {
    await logIn();
    await ready();
    await t.db.getRepository(Session).deleteAll();
    await page.evaluate(`localStorage.setItem('universeAccessTokenExpiration', '0')`);
    expect(await call('get', '/account')).toMatchObject({ failed: false, customer: null });
    expect(await stored()).toEqual({});
  });
});
