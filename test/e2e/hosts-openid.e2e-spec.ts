import type { OidcApplication } from '../../src/domains/openid/application.entity';
import { givenHost, send } from '../support/hosts';
import { testApp } from '../support/start-test-app';

// The provider library reads the machine's clock.
const t = testApp();

const HOST = 'fans.lanterns.test';

let forum: OidcApplication;
let club: number;
beforeEach(async () => {
  t.clock.set(new Date());
  ({ id: club } = await t.given.fanclub());
  forum = await t.given.application({ name: 'Forum' });
  await givenHost(t, { fanclubId: club, host: HOST });
});

describe('the OpenID provider of a fan club with a host', () => {
  it('has its issuer and all its addresses there', async () => {
    const document = JSON.parse((await send(t, HOST, '/oidc/.well-known/openid-configuration')).text);
    expect(document.issuer).toBe(`https://${HOST}/oidc`);
    const addresses = Object.entries<string>(document).filter(([name]) => /_(endpoint|uri)$/.test(name));
    expect(addresses.length).toBeGreaterThan(4);
    for (const [, address] of addresses) expect(address).toMatch(new RegExp(`^https://${HOST}/oidc/`));
    expect(
      JSON.parse((await send(t, HOST, new URL(document.jwks_uri).pathname)).text).keys.length,
    ).toBeGreaterThan(0);
  });

  it('leads from the application to the log-in at the host, with cookies for it', async () => {
    const query = new URLSearchParams({
      client_id: forum.clientId,
      redirect_uri: forum.redirectUrls[0],
      response_type: 'code',
      scope: 'openid',
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
    });
    const asked = await send(t, HOST, `/oidc/auth?${query.toString()}`);
    expect(asked.location).toMatch(new RegExp(`^https://${HOST}/allow/`));
    expect(asked.cookies.length).toBeGreaterThan(0);
    const { pathname } = new URL(asked.location!);
    const cookie = asked.cookies
      .filter((one) => pathname.startsWith(/path=([^;]+)/i.exec(one)![1]))
      .map((one) => one.split(';')[0])
      .join('; ');
    const allow = await send(t, HOST, pathname, { headers: { cookie } });
    const here = `https://${HOST}/allow/`;
    expect([allow.status, allow.location]).toEqual([
      303,
      expect.stringMatching(`^/login\\?redirect=${encodeURIComponent(here)}`),
    ]);
    const page = await send(t, HOST, allow.location!, { headers: { cookie } });
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('Log in')]);
  });

  it('answers tokens at the host only', async () => {
    const post = (at: string, path: string) =>
      send(t, at, path, { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' } });
    expect(JSON.parse((await post(HOST, '/oidc/token')).text)).toMatchObject({ error: 'invalid_request' });
    const long = await post('api.example.test', `/fanclubs/${club}/oidc/token`);
    expect(long.status).toBe(404);
  });
});
