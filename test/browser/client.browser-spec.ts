import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { PASSWORD } from '#samples';
import { EventsService } from '../../src/domains/events/events.service';
import { Overloaded } from '../../src/platform/http';
import { type ClientProject, clientProject } from '../support/client-project';
import { examples } from '../support/client-readme';
import { freePort } from '../support/free-port';
import { givenDemo } from '../support/given-demo';
import { testApp } from '../support/start-test-app';
import { browser } from './chromium';

const t = testApp(async () => {
  const port = String(await freePort());
  return { PORT: port, PUBLIC_URL: `http://localhost:${port}` };
});
const chromium = browser();
const EMAIL = 'ada@engine.example';

let project: ClientProject;
let websites: Server[];
/** The origins of a website that the fan club trusts, and of one that it does not. */
let trusted: string;
let foreign: string;
/** What the websites show at `/`. */
let html: string;
/** The requests that the service received. */
let asked: IncomingMessage[];

beforeAll(async () => {
  project = await clientProject();
  t.app.getHttpServer().on('request', (request: IncomingMessage) => asked.push(request));
  const servers = [1, 2].map(() =>
    createServer((request, response) => {
      if (request.url === '/') response.setHeader('content-type', 'text/html').end(html);
      else
        void readFile(join(project.dist, request.url!)).then(
          (file) => response.end(file),
          () => response.end(),
        );
    }).listen(0, '127.0.0.1'),
  );
  websites = servers;
  await Promise.all(servers.map((server) => once(server, 'listening')));
  [trusted, foreign] = servers.map(
    (server) => `http://localhost:${(server.address() as AddressInfo).port}`,
  ) as [string, string];
});
beforeEach(() => {
  asked = [];
  html = '<!doctype html><script src="/page.js"></script>';
});
afterAll(async () => {
  websites.forEach((server) => server.close());
  websites.forEach((server) => server.closeAllConnections());
  await project.remove();
});

/** Opens the website in a new browser profile. */
async function open(origin: string): Promise<Page> {
  const page = await chromium.visitor();
  await page.goto(origin);
  return page;
}

describe('a page with the client', () => {
  let key: string;
  let page: Page;

  beforeEach(async () => {
    ({ key } = await t.given.fanclub());
    await t.given.trustedDomain({ origin: trusted });
    await t.given.customer({ email: EMAIL, firstName: 'Ada' });
    await t.given.event({ title: 'Homecoming' });
    page = await open(trusted);
  });

  /** Runs statements in the page, with `club`. Resolves with their result. */
  const inPage = (statements: string, options: object = {}, where = page) =>
    where.evaluate(`(async () => {
      const club = new Fanclub(${JSON.stringify({ url: t.config.publicUrl, key, retries: 0, ...options })});
      ${statements}
    })()`);
  const logIn = `await club.post('/login', ${JSON.stringify({ email: EMAIL, password: PASSWORD })});`;
  const account = `const { customer } = await club.get('/account'); return customer && customer.first_name;`;
  const failure = (call: string) =>
    `try { await ${call}; } catch (error) { return [error.name, error.messages || error.message]; }`;
  const scripts = () => page.evaluate(`document.querySelectorAll('script').length`);
  const methods = () => asked.map(({ method }) => method);

  it('is logged in after a log-in, until the log-out', async () => {
    expect(await inPage(`${logIn} ${account}`)).toBe('Ada');
    await page.reload();
    expect(await inPage(account)).toBe('Ada');
    expect(await inPage(`await club.get('/logout'); ${account}`)).toBeNull();
  });

  it('sends JSON with a preflight, and forms without', async () => {
    await inPage(logIn);
    expect(methods()).toEqual(['OPTIONS', 'POST']);
    asked = [];
    expect(await inPage(`${logIn} ${account}`, { posts: 'form' })).toBe('Ada');
    expect(methods()).toEqual(['POST', 'GET']);
  });

  it('reads the messages of a refusal', async () => {
    const wrong = failure(`club.post('/login', { email: 'a', password: 'b' })`);
    expect(await inPage(wrong)).toEqual(['FanclubError', ['Email and password combination is incorrect.']]);
  });

  it('knows when a refused call may succeed, and how the log calls it', async () => {
    const list = jest.spyOn(t.app.get(EventsService), 'list').mockImplementation(() => {
      throw new Overloaded();
    });
    const call = `try { await club.get('/events'); } catch (error) { return [error.retryAfter, error.requestId]; }`;
    expect(await inPage(call)).toEqual([1, expect.stringMatching(/^[\w-]{8,}$/)]);
    list.mockRestore();
  });

  it('ends calls by signal and by timeout', async () => {
    const aborted = failure(`club.get('/events', {}, { signal: AbortSignal.abort() })`);
    expect(await inPage(aborted)).toEqual(['AbortError', expect.any(String)]);
    const late = failure(`club.get('/events', {}, { timeout: 0 })`);
    expect(await inPage(late)).toEqual(['FanclubTimeoutError', 'GET /events: no answer within 0 ms.']);
  });

  describe('that reads by script elements', () => {
    const always = { jsonp: 'always' };

    it('gets the same answers, with the session, and removes the elements and functions', async () => {
      const names = `Object.keys(window).filter((name) => name.startsWith('fanclub_'))`;
      await inPage(logIn);
      const before = await scripts();
      asked = [];
      expect(await inPage(account, always)).toBe('Ada');
      expect(asked.map(({ url }) => url)).toEqual([expect.stringMatching(/callback=fanclub_1_\d+$/)]);
      expect([await scripts(), await page.evaluate(names)]).toEqual([before, []]);
    });

    it('reads messages, and ends by signal and by timeout', async () => {
      const unknown = failure(`club.get('/events/{id}', { id: 1e9 })`);
      expect(await inPage(unknown, always)).toEqual(['FanclubError', ['No event found']]);
      const before = await scripts();
      await page.route('**/api/v1/events?**', () => undefined); // Never answers.
      const late = failure(`club.get('/events', {}, { timeout: 100 })`);
      expect(await inPage(late, always)).toEqual(['FanclubTimeoutError', expect.any(String)]);
      const aborted = failure(`club.get('/events', {}, { signal: AbortSignal.timeout(50) })`);
      expect(await inPage(aborted, always)).toEqual(['TimeoutError', expect.any(String)]);
      expect(await scripts()).toBe(before);
    });

    it('still posts and logs out by fetch', async () => {
      expect(await inPage(`${logIn} await club.get('/logout'); ${account}`, always)).toBeNull();
      const [preflight, login, logout, read] = asked.map(({ headers }) => headers['sec-fetch-dest']);
      expect([preflight, login, logout, read]).toEqual(['empty', 'empty', 'empty', 'script']);
    });
  });

  describe('that the fan club does not trust', () => {
    const titles = `const { events } = await club.get('/events'); return events.map(({ title }) => title);`;
    beforeEach(async () => (page = await open(foreign)));

    it('gets an error that says so', async () => {
      const message = `GET /events: ${t.config.publicUrl} cannot be reached, or the fan club does not trust ${foreign}.`;
      expect(await inPage(failure(`club.get('/events')`))).toEqual(['FanclubNetworkError', message]);
    });

    it('falls back to script elements if it has chosen this, and then uses only these', async () => {
      const twice = `await club.get('/fanclub'); ${titles}`;
      expect(await inPage(twice, { jsonp: 'fallback' })).toEqual(['Homecoming']);
      expect(asked.map(({ headers }) => headers['sec-fetch-dest'])).toEqual(['empty', 'script', 'script']);
    });

    it('cannot post', async () => {
      const post = failure(`club.post('/login', { email: 'a', password: 'b' })`);
      expect(await inPage(post, { jsonp: 'always' })).toEqual(['FanclubNetworkError', expect.any(String)]);
    });
  });
});

describe("the examples of the client's README", () => {
  const [events, codes] = [0, 1].map((index) => () => examples('html', t.config.publicUrl)[index].code);

  beforeEach(async () => {
    await givenDemo(t);
    const { id } = (await t.db
      .getRepository('Fanclub')
      .findOneByOrFail({ name: 'The Tin Comets Fan Club' })) as { id: number };
    await t.given.trustedDomain({ fanclubId: id, origin: trusted });
  });

  it('show events', async () => {
    html = events();
    const page = await open(trusted);
    await page.waitForFunction(`document.querySelectorAll('li').length === 3`);
    expect(await page.locator('li').first().innerText()).toMatch(/^.+, .+$/);
  });

  it('log in, and show codes; or show the message', async () => {
    html = codes();
    const page = await open(trusted);
    await page.fill('[name=email]', 'nova@starmail.example');
    await page.fill('[name=password]', 'wrong');
    await page.click('button');
    await page.waitForFunction(`document.querySelector('[role=alert]').textContent !== ''`);
    expect(await page.locator('[role=alert]').innerText()).toBe(
      'Email and password combination is incorrect.',
    );
    await page.fill('[name=password]', 'shooting star');
    await page.click('button');
    await page.waitForFunction(`document.querySelector('#codes').textContent.includes('NOVA-7K2M')`);
  });
});
