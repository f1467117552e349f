import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Customer } from '#domains/accounts/customer.entity';
import type { OidcApplication } from '../../src/domains/openid/application.entity';
import { MemberBrowser, RelyingParty } from '../support/relying-party';
import { runJob } from '../support/run-job';
import { type ServerProcess, startServerProcess } from '../support/server-process';
import { testApp } from '../support/start-test-app';

// The provider library reads the machine's clock, and so does the other process.
const t = testApp();

const ADA = 'ada@x.example';

let ada: Customer;
let own: OidcApplication;
beforeEach(async () => {
  t.clock.set(new Date());
  await t.given.fanclub({ siteUrl: 'https://lanterns.example' });
  ada = await t.given.customer({ email: ADA });
  own = await t.given.application({ firstParty: true, logOutUrls: ['https://forum.example/bye'] });
});

async function logInAt(application = own, browser = new MemberBrowser(t)) {
  const party = await RelyingParty.of(t, application);
  const started = await party.start();
  const shown = await browser.open(started.address);
  const back = shown.location === null ? await browser.logIn(shown, ADA) : shown;
  return { party, browser, tokens: await party.finish(started, back.location!) };
}

describe('in two processes, nothing works a second after', () => {
  let other: ServerProcess;
  beforeAll(async () => {
    other = await startServerProcess(t.config.database.url, {
      PUBLIC_URL: t.config.publicUrl,
      LOG_LEVEL: 'info',
    });
  }, 120_000);
  afterAll(() => other.kill());

  it.each<[string, (browser: MemberBrowser) => Promise<unknown>]>([
    ['a log-out', async ({ pages }) => (await pages.open(`/fanclubs/${own.fanclubId}/logout`)).submit()],
    [
      'a new password',
      () => t.db.query('UPDATE sessions SET revoked_at = now() WHERE customer_id = $1', [ada.id]),
    ],
    ['the blacklist', () => t.db.query('UPDATE customers SET blacklisted = true WHERE id = $1', [ada.id])],
    [
      'the end of the session’s row',
      () => t.db.query('DELETE FROM sessions WHERE customer_id = $1', [ada.id]),
    ],
    [
      'the end of the application’s access',
      async ({ pages }) =>
        (await pages.open(`/fanclubs/${own.fanclubId}/my-data`)).press(`End access of ${own.name}`),
    ],
    ['the end of the application', () => t.db.query('DELETE FROM oidc_applications WHERE id = $1', [own.id])],
  ])('%s', async (_what, end) => {
    const { tokens, browser, party } = await logInAt();
    const elsewhere = await RelyingParty.of(t, own, { origin: other.origin });
    const sub = String(ada.id);
    for (const one of [party, elsewhere]) {
      expect((await one.userinfo(tokens.access_token, sub)).sub).toBe(sub);
    }
    await end(browser);
    for (const one of [party, elsewhere]) {
      await expect(one.userinfo(tokens.access_token, sub)).rejects.toThrow();
      await expect(one.refresh(tokens.refresh_token!)).rejects.toThrow();
    }
  });

  it('and the library has printed nothing: the log has only JSON', () => {
    const lines = other.output().trim().split('\n');
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.filter((line) => !line.startsWith('{'))).toEqual([]);
  });
});

describe('a log-out that the application begins', () => {
  it('ends our session and leads back, if its token names the member', async () => {
    const { tokens, browser } = await logInAt();
    const query = new URLSearchParams({
      id_token_hint: tokens.id_token!,
      post_logout_redirect_uri: 'https://forum.example/bye',
      state: 'a b',
    });
    const { location } = await browser.open(
      `/fanclubs/${own.fanclubId}/oidc/session/end?${query.toString()}`,
    );
    expect(location).toBe('https://forum.example/bye?state=a+b');
    const { address } = await (await RelyingParty.of(t, own)).start({ prompt: 'none' });
    expect(new URL((await browser.open(address)).location!).searchParams.get('error')).toBe('login_required');
  });

  const sessionEnd = () => `/fanclubs/${own.fanclubId}/oidc/session/end`;

  it('asks the member if the key of its token is not known any more, and leads back then', async () => {
    const { tokens, browser } = await logInAt();
    const [header, claims] = tokens.id_token!.split('.');
    const query = new URLSearchParams({
      id_token_hint: `${header}.${claims}.${'A'.repeat(342)}`,
      post_logout_redirect_uri: 'https://forum.example/bye',
    });
    const asked = await browser.open(`${sessionEnd()}?${query.toString()}`);
    expect([asked.status, asked.heading]).toEqual([200, 'Log out']);
    expect((await browser.follow(await asked.submit())).location).toBe('https://forum.example/bye');
  });

  it.each([
    ['too long for an address', 'GET', 'x'.repeat(5_000), 422, 'Request is too large.'],
    ['too long for an address', 'POST', 'x'.repeat(5_000), 422, 'Request is too large.'],
    ['too long for a form', 'POST', 'x'.repeat(70_000), 413, 'Request is too large.'],
    ['no token', 'GET', 'x.e30.y', 400, 'You are still logged in.'],
    ['no text', 'GET', '\0', 400, 'You are still logged in.'],
  ])('shows a page if its token is %s: %s', async (_what, method, hint, status, words) => {
    const { browser } = await logInAt();
    const fields = { id_token_hint: hint, client_id: own.clientId };
    const page =
      method === 'GET'
        ? await browser.open(`${sessionEnd()}?${new URLSearchParams(fields).toString()}`)
        : await browser.follow(await browser.pages.send(sessionEnd(), fields));
    expect([page.status, page.heading]).toEqual([status, 'That did not work']);
    expect(page.text).toContain(words);
  });

  it('asks the member without a token, and leads back then', async () => {
    const { browser } = await logInAt();
    const query = `client_id=${own.clientId}&post_logout_redirect_uri=https://forum.example/bye`;
    const asked = await browser.open(`/fanclubs/${own.fanclubId}/oidc/session/end?${query.toString()}`);
    expect(asked.heading).toBe('Log out');
    expect(asked.headers['content-security-policy']).toContain('https://forum.example');
    expect((await browser.follow(await asked.submit())).location).toBe('https://forum.example/bye');
  });
});

describe('prompts', () => {
  it('none answers without a page, and says if a log-in is needed', async () => {
    const { browser, party } = await logInAt();
    const { address } = await party.start({ prompt: 'none' });
    expect((await browser.open(address)).location).toMatch(/code=/);
    const stranger = await new MemberBrowser(t).open(address);
    expect(new URL(stranger.location!).searchParams.get('error')).toBe('login_required');
  });

  it('none says if the member must be asked', async () => {
    const { browser } = await logInAt();
    const party = await RelyingParty.of(t, await t.given.application());
    const { location } = await browser.open((await party.start({ prompt: 'none' })).address);
    expect(new URL(location!).searchParams.get('error')).toBe('consent_required');
  });

  it.each<Record<string, string>>([{ prompt: 'login' }, { max_age: '0' }])(
    '%j asks for a new log-in',
    async (parameters) => {
      const { browser, party } = await logInAt();
      await new Promise((resolve) => setTimeout(resolve, 1_100));
      t.clock.set(new Date());
      const started = await party.start(parameters);
      const again = await browser.open(started.address);
      expect(again.heading).toBe('Log in again');
      const login = await browser.follow(await again.submit());
      t.clock.set(new Date(Date.now() + 1_000));
      expect(login.heading).toBe('Log in');
      const back = await browser.logIn(login, ADA);
      expect((await party.finish(started, back.location!)).claims()?.sub).toBe(String(ada.id));
    },
  );

  it('the application receives a refusal, and may ask again', async () => {
    const { browser } = await logInAt();
    const party = await RelyingParty.of(t, await t.given.application());
    const asked = await browser.open((await party.start()).address);
    const { location } = await browser.follow(await asked.press('Do not allow'));
    expect(new URL(location!).searchParams.get('error')).toBe('access_denied');
    expect((await browser.open((await party.start()).address)).heading).toMatch(/^Log in to /);
  });
});

describe('a back-channel log-out', () => {
  let server: Server;
  let received: string[];
  let status: number;
  beforeEach(async () => {
    received = [];
    status = 200;
    server = createServer((request, response) => {
      void text(request).then((body) => {
        received.push(new URLSearchParams(body).get('logout_token')!);
        response.writeHead(status).end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterEach(() => void server.close());

  const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/back`;

  it('never leads to this machine where the service is on the internet, and is tried again', async () => {
    const application = await t.given.application({ firstParty: true, backChannelLogOutUrl: address() });
    const { browser } = await logInAt(application);
    await (await browser.pages.open(`/fanclubs/${own.fanclubId}/logout`)).submit();
    expect(await runJob(t, 'openid.send_log_outs')).toBe(0);
    expect(received).toEqual([]);
    const [row] = await t.db.query('SELECT attempts, ended_at FROM oidc_log_ins');
    expect(row).toMatchObject({ attempts: 1, ended_at: expect.any(Date) });
  });
});
