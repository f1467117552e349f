import type { RequestListener } from 'node:http';
import { PASSWORD } from '#samples';
import { givenHost } from '../support/hosts';
import { testApp } from '../support/start-test-app';
import {
  type DrivenBrowser,
  type StartBrowser,
  startChromium,
  startFirefox,
  startWebKit,
} from './driven-browsers';
import { passOn, type TlsHosts, tlsHosts } from './tls-hosts';

jest.setTimeout(240_000);

/** The website, its club's own host, and the service on another registrable name. */
const SITE = 'www.example.com';
const OWN_HOST = 'members.example.com';
const SERVICE = 'api.example.net';

const EMAIL = 'ada@engine.example';
const CODE = 'COMET-2026';

const t = testApp({ PUBLIC_URL: `https://${SERVICE}`, SESSION_COOKIE_MODE: 'cross-site' });

/** Sets a cookie for other sites without `Partitioned`, and says whether it came. The browser must not send it from the website. */
const control: RequestListener = (request, response) => {
  response.setHeader('access-control-allow-origin', `https://${SITE}`);
  response.setHeader('access-control-allow-credentials', 'true');
  response.setHeader('set-cookie', 'control=1; Path=/; Secure; SameSite=None');
  response.end(JSON.stringify({ came: (request.headers.cookie ?? '').includes('control=1') }));
};

/** What a website does: logs in, and reads the account and the presale code. */
const SCRIPT = `
  globalThis.call = async (way, path, body) => {
    const tokens = JSON.parse(localStorage.getItem('tokens'));
    const answer = await fetch(way.api + '/api/v1' + path + '?key=' + way.key, {
      method: body ? 'POST' : 'GET',
      credentials: way.tokens ? 'omit' : 'include',
      headers: {
        ...(body && { 'Content-Type': 'application/json' }),
        ...(way.tokens && tokens && { Authorization: 'Bearer ' + tokens.access_token }),
      },
      body: body && JSON.stringify(body),
    });
    return answer.json();
  };
  globalThis.logIn = async (way) => {
    const answer = await call(way, '/login', { email: '${EMAIL}', password: '${PASSWORD}', ...(way.tokens && { tokens: true }) });
    if (way.tokens) localStorage.setItem('tokens', JSON.stringify(answer.access));
    return answer.status === 'ok';
  };
  globalThis.seen = async (way) => ({
    name: (await call(way, '/account')).customer?.first_name ?? null,
    codes: (await call(way, '/events')).events[0].links[0].codes ?? [],
  });
`;

let hosts: TlsHosts;
beforeAll(async () => {
  const service = passOn(t.origin);
  const website: RequestListener = (_, response) =>
    response
      .setHeader('content-type', 'text/html')
      .end(`<!doctype html><title>A website</title><script>${SCRIPT}</script>`);
  hosts = await tlsHosts({
    [SITE]: website,
    [OWN_HOST]: service,
    [SERVICE]: (request, response) => (request.url === '/control' ? control : service)(request, response),
  });
});
afterAll(() => hosts.close());

const rows: object[] = [];
afterAll(() => rows.forEach((row) => process.stdout.write(`${JSON.stringify(row)}\n`)));

const WAYS = {
  cookie: { api: `https://${SERVICE}` },
  bearer: { api: `https://${SERVICE}`, tokens: true },
  'own host': { api: `https://${OWN_HOST}` },
} as const;

const BROWSERS: readonly [string, StartBrowser][] = [
  ['Chromium', startChromium],
  ['Firefox', startFirefox],
  ['WebKit', startWebKit],
];

describe.each(BROWSERS)('a website in %s', (_, start) => {
  let browser: DrivenBrowser;
  let key: string;
  beforeAll(async () => {
    browser = await start(hosts.proxyPort);
  });
  afterAll(() => browser.close());
  beforeEach(async () => {
    const club = await t.given.fanclub();
    key = club.key;
    await givenHost(t, { fanclubId: club.id, host: OWN_HOST });
    await t.given.trustedDomain({ origin: `https://${SITE}` });
    const plan = await t.given.plan();
    const customer = await t.given.customer({ email: EMAIL, firstName: 'Ada' });
    await t.given.subscription({ customer, plan });
    await t.given.ticketLink({ event: await t.given.event(), exclusive: true, codes: [CODE] });
  });

  /** Logs in, and reads the account and the code before and after a reload. */
  async function visit(way: keyof typeof WAYS) {
    await browser.goto(`https://${SITE}/`);
    const parameter = JSON.stringify({ ...WAYS[way], key });
    const loggedIn = await browser.evaluate(`logIn(${parameter})`);
    const before = await browser.evaluate(`seen(${parameter})`);
    await browser.goto(`https://${SITE}/`);
    const after = await browser.evaluate(`seen(${parameter})`);
    rows.push({ browser: browser.version, way, loggedIn, before, after });
    return { loggedIn, before, after };
  }
  const MEMBER = { name: 'Ada', codes: [CODE] };

  it.each(['bearer', 'own host'] as const)('reads the code after a reload by %s', async (way) => {
    expect(await visit(way)).toEqual({ loggedIn: true, before: MEMBER, after: MEMBER });
  });

  it('reads the code by a cookie of another site, or sees that nobody is logged in', async () => {
    const { loggedIn, before, after } = await visit('cookie');
    expect([loggedIn, after]).toEqual([true, before]);
    expect([MEMBER, { name: null, codes: [] }]).toContainEqual(after);
    await browser.goto(`https://${SERVICE}/control`);
    await browser.goto(`https://${SITE}/`);
    const came = `fetch('https://${SERVICE}/control', { credentials: 'include' }).then((answer) => answer.json())`;
    rows.push({ browser: browser.version, way: 'control', ...(await browser.evaluate<object>(came)) });
  });
});
