import { PASSWORD } from '#samples';
import { ClubHosts } from '../../src/platform/tenants';
import type { FanclubWithKey } from '../../src/platform/tenants/tenants.samples';
import { givenHost, hostsRead, send } from '../support/hosts';
import { mailsOf } from '../support/mails-of';
import { Pages } from '../support/pages';
import { modelCheckout } from '../support/payments/with-model-bank';
import { HttpClient } from '#libs/testing';
import { testApp } from '../support/start-test-app';

const t = testApp();

const INVALID = { status: 'error', messages: ['Please use a valid API Key.'] };

let one: FanclubWithKey;
let other: FanclubWithKey;
/** The hosts of both. */
let host: string;
let foreign: string;

beforeEach(async () => {
  one = await t.given.fanclub();
  other = await t.given.fanclub({});
  host = await givenHost(t, { fanclubId: one.id, host: 'fans.lanterns.test' });
  foreign = await givenHost(t, { fanclubId: other.id, host: 'fans.comets.test' });
});

const api = (path: string, key = one.key): string => `/api/v1${path}?key=${key}`;

describe('a fan club with a host of its own', () => {
  it('is served there at short addresses, and its long ones lead there', async () => {
    const plan = await t.given.plan({ fanclubId: one.id });
    expect((await send(t, host, '/login')).status).toBe(200);
    expect((await send(t, host, `/checkout/${plan.id}`)).status).toBe(200);
    const long = `/fanclubs/${one.id}`;
    for (const at of [host, 'api.example.test', '127.0.0.1:3000']) {
      const login = await send(t, at, `${long}/login?redirect=x`);
      expect([login.status, login.location]).toEqual([302, `https://${host}/login?redirect=x`]);
      const checkout = await send(t, at, `${long}/plans/${plan.id}/checkout`);
      expect([checkout.status, checkout.location]).toEqual([302, `https://${host}/checkout/${plan.id}`]);
    }
    expect((await send(t, host, '/')).location).toBe(`https://${host}/membership`);
  });

  it('gives its host in all links of the API', async () => {
    const plan = await t.given.plan({ fanclubId: one.id, checkoutUrl: null });
    const { fanclub } = JSON.parse((await send(t, host, api('/fanclub'))).text);
    const page = (name: string): string => `https://${host}/${name}`;
    expect(fanclub.links).toEqual({
      site: one.siteUrl,
      login: page('login'),
      logout: page('logout'),
      password_reset: page('password-reset'),
      saved_card: page('membership'),
      redeem: page('redeem'),
      legals: { privacy: page('privacy'), terms: page('terms') },
    });
    const { plans } = JSON.parse((await send(t, host, api('/plans'))).text);
    expect(plans[0].checkout_url ?? plans[0].links?.checkout ?? plans[0].checkout).toBe(
      page(`checkout/${plan.id}`),
    );
  });

  it('needs its own key there; that of another fan club is invalid, also if the answer is in memory', async () => {
    const fill = async () => (await send(t, 'api.example.test', api('/plans', other.key))).text;
    const answer = await fill();
    expect(JSON.parse(answer).status).toBe('ok');
    expect(await fill()).toBe(answer);
    for (const path of ['/plans', '/fanclub', '/account/status', '/events'])
      expect(JSON.parse((await send(t, host, api(path, other.key))).text)).toEqual(INVALID);
    expect(JSON.parse((await send(t, host, '/api/v1/plans')).text)).toEqual(INVALID);
    expect(JSON.parse((await send(t, host, api('/plans'))).text).status).toBe('ok');
  });

  it('shows nothing of another fan club, of staff, or of the service', async () => {
    const paths = [
      `/fanclubs/${other.id}/login`,
      `/fanclubs/%${other.id.toString().charCodeAt(0).toString(16)}/login`,
      `/%66anclubs/${other.id}/login`,
      `//fanclubs/${other.id}/login`,
      `/../fanclubs/${other.id}/login`,
      `/fanclubs/${one.id}/../${other.id}/login`,
      '/docs',
      '/openapi.json',
      '/staff/',
      '/staff/api/me',
      '/demo-bank/switches',
      '/%61pi/v1/plans',
    ];
    for (const path of paths) {
      const { status, location, text } = await send(t, host, path);
      if (location !== undefined)
        expect((await send(t, host, location.slice(`https://${host}`.length))).status).toBe(404);
      else expect([path, status]).toEqual([path, 404]);
      expect(text).not.toContain(other.name);
    }
  });

  it('mails links to its host', async () => {
    await t.given.customer({ fanclubId: one.id, email: 'ada@x.example' });
    const headers = { host };
    const form = await new Pages(t.origin).open('/password-reset', { headers });
    const sent = await form.submit({ email: 'ada@x.example' }, { headers });
    expect([sent.status, sent.location]).toEqual([303, '/password-reset/sent']);
    const [mail] = await mailsOf(t);
    expect(JSON.stringify(mail)).toContain(`https://${host}/reset-password?token=`);
    expect(JSON.stringify(mail)).not.toContain('/fanclubs/');
  });

  it('gets its buyers back from the payment, and names its host in the receipt', async () => {
    const { bank, shopper, plan } = await modelCheckout(t);
    const orderId = await shopper.buyAndPay(plan, bank);
    const order = `https://${host}/orders/${orderId}`;
    expect(bank.sessions[0].asked).toMatchObject({ returnUrl: `${order}/return` });
    const mails = JSON.stringify(await mailsOf(t));
    expect(mails).toContain(order);
    expect(mails).not.toContain('/fanclubs/');
  });

  it('refuses forms that were opened at another address, and those of other websites', async () => {
    const body = 'email=ada%40x.example';
    const post = (at: string, path: string, more: Record<string, string> = {}) =>
      new HttpClient(t.origin, { host: at, 'content-type': 'application/x-www-form-urlencoded', ...more })
        .post(path, body)
        .then(({ status }) => status);
    expect(await post('api.example.test', `/fanclubs/${one.id}/password-reset`)).toBe(403);
    expect(await post(host, '/password-reset', { origin: `https://${foreign}` })).toBe(403);
    expect(await post(host, '/password-reset', { origin: 'https://api.example.test' })).toBe(403);
    expect(await post(host, `/fanclubs/${other.id}/password-reset`)).toBe(404);
  });
});

describe('the host of a request', () => {
  it.each([
    ['upper case', (name: string) => name.toUpperCase(), 200],
    ['a port', (name: string) => `${name}:8443`, 200],
    ['a trailing dot', (name: string) => `${name}.`, 404],
    ['a bad port', (name: string) => `${name}:80a`, 404],
    ['a user name', (name: string) => `x@${name}`, 404],
    ['a path', (name: string) => `${name}/x`, 404],
    ['another name', () => 'nobody.test', 404],
    ['a name below it', (name: string) => `x.${name}`, 404],
  ])('with %s', async (_, spelled, status) => {
    expect((await send(t, spelled(host), '/login')).status).toBe(status);
    expect((await send(t, spelled(host), '/healthz')).status).toBe(200);
  });

  it('is not X-Forwarded-Host', async () => {
    const headers = { 'x-forwarded-host': foreign };
    expect((await send(t, host, '/login', { headers })).text).toContain(one.name);
    expect((await send(t, 'api.example.test', '/login', { headers })).status).toBe(404);
  });

  it('is that of an absolute target, which must equal the header', async () => {
    expect((await send(t, host, `http://${host}/login`)).status).toBe(200);
    expect((await send(t, host, `http://${foreign}/login`)).status).toBe(404);
    expect((await send(t, 'api.example.test', `http://${host}/login`)).status).toBe(404);
    expect((await send(t, host, `http://api.example.test/docs`)).status).toBe(404);
  });

  it('may be any while no fan club has a host', async () => {
    await t.db.query('DELETE FROM fan_club_hosts');
    await hostsRead(t, (hosts) => hosts.ownerOf(host).of === 'service');
    expect((await send(t, 'nobody.test', `/fanclubs/${one.id}/login`)).status).toBe(200);
  });

  it('counts no more once it is removed', async () => {
    await t.db.query('DELETE FROM fan_club_hosts WHERE host = $1', [host]);
    await hostsRead(t, (hosts: ClubHosts) => hosts.ownerOf(host).of === 'nobody');
    expect((await send(t, host, '/login')).status).toBe(404);
    expect((await send(t, host, api('/plans'))).status).toBe(404);
    expect((await send(t, 'api.example.test', `/fanclubs/${one.id}/login`)).status).toBe(200);
  });
});

describe('the cookies of a host', () => {
  it('are of that host alone, and open no other fan club', async () => {
    await t.given.customer({ fanclubId: one.id, email: 'ada@x.example' });
    const client = new HttpClient(`${t.origin}/api/v1`, { host, origin: `https://${host}` });
    const credentials = { email: 'ada@x.example', password: PASSWORD };
    const { headers } = await client.post(`/login?key=${one.key}`, credentials);
    const cookies = headers['set-cookie'] ?? [];
    expect(cookies.some((cookie) => cookie.startsWith(`__Host-fanclub_session_${one.id}=`))).toBe(true);
    for (const cookie of cookies) expect(cookie).not.toMatch(/domain=/i);
    const sent = { cookie: cookies.map((cookie) => cookie.split(';')[0]).join('; ') };
    const account = async (at: string, key: string) =>
      JSON.parse((await send(t, at, api('/account', key), { headers: sent })).text);
    expect((await account(host, one.key)).customer.email).toBe('ada@x.example');
    expect((await account(foreign, other.key)).customer).toBeNull();
    expect(await account(foreign, one.key)).toEqual(INVALID);
  });

  it.each([
    ['its own', () => host, true],
    ['that of another fan club', () => foreign, false],
    ['that of the service', () => 'api.example.test', true],
  ])('count for pages of %s', async (_, from, counts) => {
    const customer = await t.given.customer({ fanclubId: one.id });
    const token = await t.given.session({ customer });
    const headers = { origin: `https://${from()}`, authorization: `Bearer ${token}` };
    const answer = await new HttpClient(`${t.origin}/api/v1`, { host, ...headers }).get(
      `/fanclub?key=${one.key}`,
    );
    expect(answer.headers['access-control-allow-origin']).toBe(counts ? `https://${from()}` : undefined);
  });
});
