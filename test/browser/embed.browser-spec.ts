import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { PASSWORD } from '#samples';
import { type ClientProject, clientProject } from '../support/client-project';
import { examples } from '../support/client-readme';
import { freePort } from '../support/free-port';
import { givenDemo } from '../support/given-demo';
import { testApp } from '../support/start-test-app';
import { browser, complaintsOf, shoot } from './chromium';

const t = testApp(async () => {
  const port = String(await freePort());
  return { PORT: port, PUBLIC_URL: `http://localhost:${port}` };
});
const chromium = browser();
const EMAIL = 'ada@engine.example';

let project: ClientProject;
let servers: Server[];
/** The origins of a website that the fan club trusts, of one that it does not, and of one that is another site to browsers. */
let trusted: string;
let foreign: string;
let otherSite: string;
/** What the websites show at `/`, and their policy. */
let html: string;
let policy: string | undefined;

beforeAll(async () => {
  project = await clientProject();
  servers = [1, 2, 3].map(() =>
    createServer((request, response) => {
      if (policy) response.setHeader('content-security-policy', policy);
      if (request.url === '/') response.setHeader('content-type', 'text/html; charset=utf-8').end(html);
      else
        void readFile(join(project.dist, request.url!)).then(
          (file) => response.end(file),
          () => response.end(),
        );
    }).listen(0, '127.0.0.1'),
  );
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const port = (index: number) => (servers[index].address() as AddressInfo).port;
  [trusted, foreign, otherSite] = [
    `http://localhost:${port(0)}`,
    `http://localhost:${port(1)}`,
    `http://127.0.0.1:${port(2)}`,
  ];
});
beforeEach(() => (policy = undefined));
afterAll(async () => {
  servers.forEach((server) => server.close());
  servers.forEach((server) => server.closeAllConnections());
  await project.remove();
});

let key: string;

/** A page such as a theme of WordPress makes it, with these elements in its content. */
const pageWith = (content: string, { script = '', head = '' } = {}) => `<!doctype html>
  <html lang="en-US"><head><meta charset="utf-8"><title>Fans</title><link rel="icon" href="data:,">${head}
  <script src="/embed.js" data-url="${t.config.publicUrl}" data-key="${key}" ${script} defer></script></head>
  <body class="home page-template"><div id="page" class="site"><main><article class="post hentry">
  <h1 class="entry-title">Fans</h1><h2>Part</h2><div class="entry-content">${content}</div></article></main></div></body></html>`;

/** Opens a website that shows the elements, in a new browser profile, when they are no longer busy. */
async function open(
  content: string,
  { origin = trusted, ...options }: { origin?: string; script?: string; head?: string } = {},
): Promise<Page> {
  html = pageWith(content, options);
  return visit(origin);
}

async function visit(origin = trusted): Promise<Page> {
  const page = await chromium.visitor();
  await page.addInitScript(`
    window.happened = [];
    for (const name of ['ready', 'login', 'logout', 'saved', 'entered', 'signup', 'error'])
      document.addEventListener('fanclub:' + name, ({ type, detail }) => happened.push([type, JSON.parse(JSON.stringify(detail))]));
  `);
  await page.goto(origin);
  await settled(page);
  return page;
}

/** Not by `waitForFunction`, which a strict policy forbids. */
const settled = (page: Page) =>
  page.waitForSelector('[data-fanclub]:not([aria-busy=false])', { state: 'detached' });
const textOf = async (page: Page, selector = '[data-fanclub]') =>
  (await page.locator(selector).first().innerText()).replace(/[\u202f\u00a0]/g, ' ');
const messages = (page: Page, widget = '') => textOf(page, `${widget} .fanclub-messages`);
const happened = (page: Page) => page.evaluate<[string, Record<string, unknown>][]>(`window.happened`);
const focus = (page: Page) =>
  page.evaluate<string>(`document.activeElement.getAttribute('name') ?? document.activeElement.className`);

async function logIn(page: Page, password = PASSWORD): Promise<void> {
  await page.getByLabel('E-mail').first().fill(EMAIL);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await settled(page);
}
const LOGIN = '<div data-fanclub="login"></div>';

describe('the widgets on a trusted website', () => {
  beforeEach(async () => {
    ({ key } = await t.given.fanclub());
    await t.given.trustedDomain({ origin: trusted });
    await t.given.trustedDomain({ origin: otherSite });
  });
  const member = () => t.given.customer({ email: EMAIL, firstName: 'Ada', lastName: 'Byron' });

  describe('events', () => {
    it('have dates of the venue, place, links, and codes for members after a log-in', async () => {
      const customer = await member();
      await t.given.subscription({ customer });
      const event = await t.given.event({ title: 'Homecoming', description: '<p>All <b>night</b></p>' });
      await t.given.ticketLink({
        event,
        name: 'Presale',
        exclusive: true,
        codes: ['ADA-1'],
        codeInstructions: '<i>At the till</i>',
      });
      await t.given.ticketLink({ event, name: 'Gone', status: 'Sold Out' });
      await t.given.ticketLink({ event, name: 'Later', publishStart: new Date('2026-07-01T12:00:00Z') });
      const page = await open(`<div data-fanclub="events"></div>${LOGIN}`);
      const text = await textOf(page);
      expect(text).toContain('Homecoming');
      expect(text).toMatch(/Wednesday, July 15, 2026 at \d+:00 [AP]M PDT/);
      expect(text).toMatch(/Venue \d+, Los Angeles, CA, United States/);
      expect(text).toContain('Gone (sold out)');
      expect(text).not.toContain('ADA-1');
      expect(await page.locator('h3').innerText()).toBe('Homecoming');
      expect(await page.locator('.fanclub-description b').innerText()).toBe('night');
      expect(await page.getByRole('link', { name: 'Presale, Homecoming' }).count()).toBe(1);
      await logIn(page);
      expect(await textOf(page, '.fanclub-code')).toBe('ADA-1');
      expect(await textOf(page, '.fanclub-instructions i')).toBe('At the till');
      await page.getByRole('button', { name: 'Log out' }).click();
      await settled(page);
      expect(await page.locator('.fanclub-code').count()).toBe(0);
    });

    it('are limited by attributes, and say when there are none', async () => {
      await t.given.event({ title: 'First', tags: ['loud'] });
      await t.given.event({ title: 'Second' });
      const page = await open(`<div data-fanclub="events" data-limit="1" data-order="DESC"></div>
        <div data-fanclub="events" data-tags="loud" data-heading="4"></div>
        <div data-fanclub="events" data-scope="past"></div>`);
      expect(await page.locator('.fanclub-title').allInnerTexts()).toEqual(['Second', 'First']);
      expect(await page.locator('h4').count()).toBe(1);
      expect(await textOf(page, '[data-scope=past]')).toBe('There are no events at the moment.');
    });

    it('come in pages, of which a button shows the next one and moves the focus to its first event', async () => {
      for (const title of ['First', 'Second', 'Third']) await t.given.event({ title });
      const page = await open('<div data-fanclub="events" data-limit="2"></div>');
      const titles = () => page.locator('.fanclub-title').allInnerTexts();
      expect(await titles()).toEqual(['First', 'Second']);
      await page.getByRole('button', { name: 'Show more events' }).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Third' }).waitFor();
      await settled(page);
      expect(await titles()).toEqual(['First', 'Second', 'Third']);
      expect(await page.evaluate('document.activeElement.textContent')).toBe('Third');
      expect(await page.getByRole('button').count()).toBe(0);
    });

    it('show no codes of a member who logs out while more events are read', async () => {
      const customer = await member();
      await t.given.subscription({ customer });
      for (const title of ['First', 'Second']) {
        const event = await t.given.event({ title });
        await t.given.ticketLink({ event, exclusive: true, codes: [`ADA-${title}`] });
      }
      const page = await open(`<div data-fanclub="events" data-limit="1"></div>${LOGIN}`);
      await logIn(page);
      let release = (): void => undefined;
      const held = new Promise<void>((resolve) => (release = resolve));
      await page.route('**/events?*page=2*', async (route) => {
        await held;
        await route.continue();
      });
      await page.getByRole('button', { name: 'Show more events' }).click();
      const answered = page.waitForResponse(/page=2/);
      await page.getByRole('button', { name: 'Log out' }).click();
      await page.getByRole('button', { name: 'Log in' }).waitFor();
      await page.locator('.fanclub-code').waitFor({ state: 'detached' });
      release();
      await answered;
      await settled(page);
      expect(await page.locator('.fanclub-title').allInnerTexts()).toEqual(['First']);
      expect(await page.locator('.fanclub-code').count()).toBe(0);
    });

    it('show an error with a button that tries again', async () => {
      await t.given.event({ title: 'First' });
      html = pageWith('<div data-fanclub="events"></div>');
      const page = await chromium.visitor();
      await page.route('**/api/v1/**', (route) => route.abort());
      await page.goto(trusted);
      await settled(page);
      expect(await messages(page)).toBe('This cannot be loaded at the moment. Please try again later.');
      await page.unroute('**/api/v1/**');
      await page.getByRole('button', { name: 'Try again' }).click();
      await settled(page);
      expect([await textOf(page, 'h3'), await messages(page)]).toEqual(['First', '']);
    });
  });

  describe('login', () => {
    beforeEach(member);

    it('works with the keyboard alone, names the customer, and dispatches events', async () => {
      const page = await open(LOGIN);
      for (const word of [EMAIL, PASSWORD]) {
        await page.keyboard.press('Tab');
        await page.keyboard.type(word);
      }
      await page.keyboard.press('Enter');
      await page.waitForSelector('.fanclub-logged-in');
      expect(await textOf(page, '.fanclub-logged-in p')).toBe('You are logged in as Ada Byron.');
      expect(await focus(page)).toBe('fanclub-content');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await page.waitForSelector('form');
      const names = (await happened(page)).map(([name]) => name);
      expect(names).toEqual(['ready', 'login', 'ready', 'logout', 'ready'].map((name) => `fanclub:${name}`));
      expect((await happened(page))[1][1]).toMatchObject({ customer: { first_name: 'Ada' } });
    });

    it('offers to register at the service, which leads back, or on a page of the website', async () => {
      const { id } = await t.given.fanclub();
      const page = await open(`${LOGIN}<div data-fanclub="login" data-register="/join"></div>`);
      const links = page.getByRole('link', { name: 'Register' });
      expect(await links.nth(1).getAttribute('href')).toBe('/join');
      const back = encodeURIComponent(`${trusted}/`);
      const address = `${t.config.publicUrl}/fanclubs/${id}/register?redirect=${back}`;
      expect(await links.first().getAttribute('href')).toBe(address);
      await links.first().click();
      await page.getByRole('heading', { name: 'Register' }).waitFor();
    });

    it('announces messages, and moves the focus to the first faulty field', async () => {
      const page = await open(LOGIN);
      await logIn(page, 'wrong password');
      expect(await messages(page)).toBe('Email and password combination is incorrect.');
      expect(await page.getByRole('status').innerText()).toBe('Email and password combination is incorrect.');
      expect(await focus(page)).toBe('email');
      const email = page.getByLabel('E-mail');
      expect(await email.getAttribute('aria-invalid')).toBe('true');
      const described = await email.getAttribute('aria-describedby');
      expect(await page.locator(`#${described}`).innerText()).toBe(await messages(page));
      expect(await page.getByLabel('E-mail').inputValue()).toBe(EMAIL);
      expect((await happened(page)).at(-1)).toMatchObject(['fanclub:error', { widget: 'login' }]);
    });

    it('says that the browser did not store the cookie', async () => {
      const page = await open(LOGIN, { origin: otherSite, script: 'data-tokens="never"' });
      await logIn(page);
      expect(await messages(page)).toMatch(/^Your browser did not store the log-in/);
      expect((await happened(page)).map(([name]) => name)).not.toContain('fanclub:login');
    });

    it('uses tokens on another site, which all its tabs share and exchange once', async () => {
      const page = await open(LOGIN, { origin: otherSite });
      await logIn(page);
      await page.reload();
      await page.waitForSelector('.fanclub-logged-in');
      expect(await page.context().cookies()).toEqual([]);
      await page.evaluate(`(() => {
        const [name] = Object.keys(localStorage);
        localStorage.setItem(name, JSON.stringify({ ...JSON.parse(localStorage.getItem(name)), kept_at: 0 }));
      })()`);
      let exchanges = 0;
      page.context().on('request', (request) => {
        if (request.method() === 'POST' && request.url().includes('/refresh')) exchanges += 1;
      });
      const tab = await page.context().newPage();
      await Promise.all([page.reload(), tab.goto(otherSite)]);
      await Promise.all([page, tab].map((one) => one.waitForSelector('.fanclub-logged-in')));
      expect(exchanges).toBe(1);
      await tab.getByRole('button', { name: 'Log out' }).click();
      await tab.getByRole('button', { name: 'Log in' }).waitFor();
      await page.reload();
      await page.getByRole('button', { name: 'Log in' }).waitFor();
      expect(await page.evaluate('localStorage.length')).toBe(0);
    });

    it('sends once, and is busy meanwhile', async () => {
      const page = await open(LOGIN);
      let sent = 0;
      await page.route('**/login?**', async (route) => {
        if (route.request().method() === 'POST') sent += 1;
        await new Promise((resolve) => setTimeout(resolve, 300));
        await route.continue();
      });
      await page.getByLabel('E-mail').fill(EMAIL);
      await page.getByLabel('Password').fill(PASSWORD);
      await page.getByRole('button').dblclick();
      const state = `[document.querySelector('[data-fanclub]').getAttribute('aria-busy'),
        document.querySelector('button').getAttribute('aria-disabled')]`;
      expect(await page.evaluate(state)).toEqual(['true', 'true']);
      await page.waitForSelector('.fanclub-logged-in');
      expect(sent).toBe(1);
    });
  });

  it('signup shows the message of the service, and keeps what was typed when somebody logs in', async () => {
    await member();
    const page = await open(`<div data-fanclub="signup" data-source="home">
        <template><form><label>Mail <input name="email"></label><label>Song <input name="song"></label>
        <button>Go</button></form></template></div>${LOGIN}`);
    await page.getByLabel('Mail', { exact: true }).fill('not an address');
    await page.getByRole('button', { name: 'Go' }).click();
    await settled(page);
    expect(await messages(page, '.fanclub-signup')).toBe('Email does not appear to be valid');
    expect(await focus(page)).toBe('email');
    await page.getByLabel('Mail', { exact: true }).fill('new@fan.example');
    await page.getByLabel('Song').fill('Comet');
    await page.locator('.fanclub-login [name=email]').fill(EMAIL);
    await page.locator('.fanclub-login [name=password]').fill(PASSWORD);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.waitForSelector('.fanclub-logged-in');
    await page.getByRole('button', { name: 'Go' }).click();
    await settled(page);
    expect(await messages(page, '.fanclub-signup')).toBe(
      'Please check your email for confirmation instructions',
    );
    const [, detail] = (await happened(page)).find(([name]) => name === 'fanclub:signup')!;
    expect(detail.contact).toEqual({ email: 'new@fan.example', song: 'Comet', lists_opt_in_source: 'home' });
    expect(await page.getByLabel('Song').inputValue()).toBe('');
  });

  it('plans show prices, flags and the way to the checkout', async () => {
    const customer = await member();
    const silver = await t.given.plan({ name: 'Silver', price: '50.00' });
    await t.given.plan({ name: 'Gold', price: '1250.00', checkoutUrl: 'https://shop.example/gold' });
    await t.given.plan({ name: 'Closed', price: '10.00', onSale: false });
    const page = await open(`<div data-fanclub="plans"></div>${LOGIN}`);
    expect(await page.locator('.fanclub-title').allInnerTexts()).toEqual(['Gold', 'Silver', 'Closed']);
    expect(await textOf(page, '.fanclub-price')).toBe('$1,250.00 for 12 months');
    expect(await page.getByRole('link', { name: 'Join: Gold' }).getAttribute('href')).toBe(
      'https://shop.example/gold',
    );
    expect(await textOf(page, '.fanclub-plan:last-child .fanclub-unavailable')).toBe(
      'Not available at the moment.',
    );
    await t.given.plan({ name: 'New', price: '5.00' });
    await page.getByRole('button', { name: 'Check again' }).click();
    await page.getByRole('link', { name: 'Join: New' }).waitFor();
    expect(await focus(page)).toBe('retry');
    await t.given.subscription({ customer, plan: silver });
    await logIn(page);
    expect(await textOf(page, '.fanclub-current')).toBe('Your plan');
  });

  it('benefits are those of who is logged in, with safe details', async () => {
    const customer = await member();
    const gold = await t.given.plan({ name: 'Gold' });
    await t.given.benefit({
      summary: 'Demo tapes',
      details:
        '<b>All</b> of them<img src="x" onerror="window.hostile = true"><script>window.hostile = true</script>',
      plans: [gold],
    });
    const page = await open(`<div data-fanclub="benefits"></div>${LOGIN}`);
    expect(await textOf(page)).toBe('Log in to see your benefits.');
    await logIn(page);
    expect(await textOf(page)).toBe('You have no benefits at the moment.');
    await t.given.subscription({ customer, plan: gold });
    await page.evaluate('FanclubEmbed.refresh()');
    await page.getByRole('heading', { name: 'Demo tapes' }).waitFor();
    expect(await page.locator('.fanclub-benefit b').innerText()).toBe('All');
    expect(await page.locator('.fanclub-benefit :is(script, [onerror])').count()).toBe(0);
    expect(await page.evaluate('window.hostile')).toBeUndefined();
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByText('Log in to see your benefits.').waitFor();
    expect(await page.getByText('Demo tapes').count()).toBe(0);
  });

  it('account shows the membership, and changes names and newsletter', async () => {
    const customer = await member();
    await t.given.subscription({ customer, plan: await t.given.plan({ name: 'Gold' }) });
    const page = await open(`<div data-fanclub="account"></div>${LOGIN}`);
    expect(await textOf(page)).toBe('Log in to see your account.');
    await logIn(page);
    expect(await textOf(page, '.fanclub-membership')).toMatch(/^Gold since \w+ \d+, 20\d\d until /);
    await page.getByLabel('First name').fill('Augusta');
    await page.getByLabel('Send me news by e-mail').check();
    await page.getByRole('button', { name: 'Save' }).click();
    await settled(page);
    expect(await messages(page, '.fanclub-account')).toBe('Your changes have been saved.');
    expect(await textOf(page, '.fanclub-logged-in p')).toBe('You are logged in as Augusta Byron.');
    expect(await page.getByLabel('Send me news by e-mail').isChecked()).toBe(true);
    await page.getByLabel('Last name').fill('x'.repeat(300));
    await page.getByRole('button', { name: 'Save' }).click();
    await settled(page);
    expect(await messages(page, '.fanclub-account')).toMatch(/^Last name is too long/);
    expect(await focus(page)).toBe('last_name');
  });

  it('contest can be entered once logged in, and shows the messages', async () => {
    await member();
    const { id } = await t.given.contest({ name: 'Soundcheck' });
    const upcoming = await t.given.contest({ when: 'upcoming' });
    const page = await open(`<div data-fanclub="contest" data-contest="${id}"></div>
      <div data-fanclub="contest" data-contest="${upcoming.id}"></div><div data-fanclub="contest" data-contest="999"></div>${LOGIN}`);
    expect(await page.locator('.fanclub-note').allInnerTexts()).toEqual([
      'Log in to enter.',
      'This contest has not started yet.',
    ]);
    expect(await messages(page, '[data-contest="999"]')).toBe('No contest found');
    await logIn(page);
    await page.getByRole('button', { name: 'Enter: Soundcheck' }).click();
    await settled(page);
    expect(await messages(page)).toMatch(
      /^You have been entered into the Soundcheck contest\s+If you are chosen/,
    );
    expect(await textOf(page, '.fanclub-entered')).toBe('You have entered this contest.');
    expect((await happened(page)).filter(([name]) => name === 'fanclub:entered')).toMatchObject([
      ['fanclub:entered', { contest: id }],
    ]);
  });

  it('are found when they are added later, also inside templates and shadow roots', async () => {
    const event = await t.given.event({ title: 'Homecoming' });
    await t.given.contest({ name: 'Soundcheck', event });
    const page = await open('');
    await page.evaluate(`{
      const element = document.createElement('div');
      element.dataset.fanclub = 'events';
      element.innerHTML = '<template><div data-each="events"><div data-each="contests">' +
        '<div data-fanclub="contest" data-attr-data-contest="id"></div></div></div></template>';
      document.querySelector('.entry-content').append(element);
      const host = document.createElement('section');
      document.body.append(host);
      host.attachShadow({ mode: 'open' }).innerHTML = '<div data-fanclub="events"></div>';
      FanclubEmbed.scan(host.shadowRoot);
    }`);
    await page.getByRole('heading', { name: 'Soundcheck' }).waitFor();
    await page.getByRole('heading', { name: 'Homecoming' }).waitFor();
  });

  it('act once after they were away and came back', async () => {
    await member();
    const page = await open(`${LOGIN}<div data-fanclub="account"></div>`);
    await page.evaluate(`(async () => {
      const element = document.querySelector('.fanclub-login');
      const parent = element.parentElement;
      element.remove();
      await FanclubEmbed.refresh();
      parent.append(element);
    })()`);
    await settled(page);
    await logIn(page);
    expect((await happened(page)).filter(([name]) => name === 'fanclub:login')).toHaveLength(1);
    expect(await page.locator('.fanclub-account dd').first().innerText()).toBe('Ada Byron');
  });

  it('never run what a value contains', async () => {
    const evil = `<p onclick="hit()">Text</p><script>hit()</script><img src="x" onerror="hit()" alt="picture">
      <a href="javascript:hit()">link</a><svg><a xlink:href="javascript:hit()"><script>hit()</script></a></svg>
      <iframe srcdoc="<script>hit()</script>"></iframe><form action="javascript:hit()"><button>in a form</button></form>
      <math><mtext><table><mglyph><style><img src=x onerror=hit()></style></table></math><style>* { color: red }</style>
      <template><img src=x onerror=hit()></template><noscript><p title="</noscript><img src=x onerror=hit()>"></noscript>`;
    await t.given.event({
      title: '<img src=x onerror=hit()>',
      description: evil,
      venueName: 'javascript:hit()',
    });
    const page = await open(
      `<div data-fanclub="events"></div><div data-fanclub="events"><template><div data-each="events">
      <a id="link" data-attr-href="venue.name" data-attr-onclick="venue.name" data-attr-style="title">link</a></div></template></div>`,
      { head: '<script>window.hits = 0; window.hit = () => (window.hits += 1);</script>' },
    );
    await page.waitForTimeout(200);
    expect(await page.evaluate(`window.hits`)).toBe(0);
    expect(await textOf(page, 'h3')).toBe('<img src=x onerror=hit()>');
    const within = await page.locator('.fanclub-description').first().innerHTML();
    expect(within.replace(/\s+/g, ' ').trim()).toBe(
      '<p>Text</p><img src="x" alt="picture"> <a rel="noopener">link</a> in a form'.trim(),
    );
    expect(await page.locator('#link').evaluate((one) => one.getAttributeNames())).toEqual([
      'id',
      'data-attr-href',
      'data-attr-onclick',
      'data-attr-style',
    ]);
  });

  it('work under a strict policy, with trusted types', async () => {
    await member();
    await t.given.event({ title: 'Homecoming' });
    policy =
      `default-src 'none'; script-src 'self'; connect-src ${t.config.publicUrl}; img-src data:; base-uri 'none';
      form-action 'none'; require-trusted-types-for 'script'; trusted-types fanclub-embed`.replace(
        /\s+/g,
        ' ',
      );
    html = pageWith(
      `${LOGIN}<div data-fanclub="events"></div><div data-fanclub="account"></div><div data-fanclub="plans"></div>`,
    );
    const page = await chromium.visitor();
    const complaints = complaintsOf(page);
    await page.goto(trusted);
    await settled(page);
    await logIn(page);
    expect(await textOf(page, '.fanclub-logged-in p')).toBe('You are logged in as Ada Byron.');
    expect(complaints).toEqual([]);
  });

  it('report mistakes of the page', async () => {
    html = pageWith('<div data-fanclub="event"></div><div data-fanclub="contest"></div>');
    const page = await chromium.visitor();
    const errors: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(message));
    await page.goto(trusted);
    await page.waitForSelector('.fanclub-message');
    expect(errors).toEqual([
      expect.stringMatching(/^data-fanclub="event" is not one of account, benefits, contest/),
      expect.stringMatching(/needs data-contest/),
    ]);
    expect(await messages(page)).toBe('This does not work. Please try again later.');
  });
});

describe('the widgets on a website that is not trusted', () => {
  beforeEach(async () => {
    ({ key } = await t.given.fanclub());
    await t.given.event({ title: 'Homecoming' });
  });

  it('say so', async () => {
    const page = await open('<div data-fanclub="events"></div>', { origin: foreign });
    expect(await messages(page)).toBe(
      `The fan club does not allow this website (${foreign}) to use its data.`,
    );
    expect((await happened(page)).at(-1)).toMatchObject(['fanclub:error', { widget: 'events' }]);
  });

  it('say so at file://', async () => {
    const path = join(project.folder, 'page.html');
    await writeFile(
      path,
      pageWith('<div data-fanclub="events"></div>').replace('/embed.js', `${project.dist}/embed.js`),
    );
    const page = await visit(pathToFileURL(path).href);
    expect(await messages(page)).toBe('The fan club does not allow this website (file://) to use its data.');
  });

  it('show public data if the page has chosen script elements', async () => {
    const page = await open('<div data-fanclub="events"></div>', {
      origin: foreign,
      script: 'data-jsonp="fallback"',
    });
    expect(await textOf(page, 'h3')).toBe('Homecoming');
  });

  it('say that the key is wrong', async () => {
    key = 'none';
    const page = await open('<div data-fanclub="events"></div>', { origin: foreign });
    expect(await messages(page)).toBe('Please use a valid API Key.');
  });
});

describe('the examples of the README', () => {
  const example = (index: number) => examples('html', t.config.publicUrl, 'embed')[index].code;
  const asNova = async (page: Page, button = 'Log in', password = 'shooting star') => {
    await page.locator('[autocomplete=username]').fill('nova@starmail.example');
    await page.locator('[autocomplete=current-password]').fill(password);
    await page.getByRole('button', { name: button }).click();
    await settled(page);
  };

  beforeEach(async () => {
    await givenDemo(t);
    const { id } = (await t.db
      .getRepository('Fanclub')
      .findOneByOrFail({ name: 'The Tin Comets Fan Club' })) as { id: number };
    await t.given.trustedDomain({ fanclubId: id, origin: trusted });
  });

  it('show all widgets, before and after a log-in', async () => {
    html = example(0);
    const page = await visit();
    expect(await page.locator('.fanclub-event').count()).toBe(5);
    expect(await page.locator('.fanclub-plan').count()).toBeGreaterThan(2);
    expect(await textOf(page, '.fanclub-account')).toBe('Log in to see your account.');
    expect(await textOf(page, '.fanclub-contest h3')).toBe('Soundcheck for Two');
    expect(await page.locator('.fanclub-signup [name=email]').count()).toBe(1);
    await asNova(page);
    expect(await page.locator('.fanclub-code').allInnerTexts()).toContain('NOVA-7K2M');
    expect(await textOf(page, '.fanclub-membership')).toContain('Comet Chaser');
    await shoot(page, 'embed');
    await page.addStyleTag({ path: join(__dirname, '../../clients/javascript/embed/embed.css') });
    await shoot(page, 'embed-with-styles');
  });

  it('show a table of a template', async () => {
    html = example(1);
    const page = await visit();
    expect(await page.locator('th time').count()).toBeGreaterThan(2);
    expect(await textOf(page, 'td')).not.toBe('');
    expect(await page.locator('td a').first().getAttribute('href')).toMatch(/^https?:/);
  });

  it('greet whoever logs in', async () => {
    html = example(2);
    const page = await visit();
    await asNova(page);
    expect(await textOf(page, 'h1')).toBe('Hello Nova');
  });

  it('speak German', async () => {
    html = example(3);
    const page = await visit();
    await asNova(page, 'Anmelden', 'wrong');
    expect(await messages(page)).toBe('E-Mail oder Passwort ist falsch.');
    expect(await focus(page)).toBe('email');
    await asNova(page, 'Anmelden');
    expect(await textOf(page, '.fanclub-logged-in p')).toBe('Angemeldet als Nova Castellanos.');
  });
});
