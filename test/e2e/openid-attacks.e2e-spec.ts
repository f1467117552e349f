import type { Customer } from '#domains/accounts/customer.entity';
import type { OidcApplication } from '../../src/domains/openid/application.entity';
import { MemberBrowser, RelyingParty } from '../support/relying-party';
import { staffOf } from '../support/staff-client';
import { testApp } from '../support/start-test-app';

// The provider library reads the machine's clock. The error cases are those of RFC 9700.
const t = testApp();

const ADA = 'ada@x.example';

let ada: Customer;
let own: OidcApplication;
beforeEach(async () => {
  t.clock.set(new Date());
  await t.given.fanclub({ siteUrl: 'https://lanterns.example' });
  ada = await t.given.customer({ email: ADA });
  own = await t.given.application({ firstParty: true });
});

/** Logs Ada in at an application of the fan club itself, until she returns there. */
async function codeAt(application: OidcApplication, parameters: Record<string, string> = {}) {
  const party = await RelyingParty.of(t, application);
  const started = await party.start(parameters);
  const browser = new MemberBrowser(t);
  const { location } = await browser.logIn(await browser.open(started.address), ADA);
  return { party, started, browser, location: location! };
}

/** Sends a request to the token endpoint as it is. */
async function post(
  application: OidcApplication,
  path: string,
  fields: Record<string, string>,
  headers = {},
) {
  const answer = await fetch(`${t.origin}/fanclubs/${application.fanclubId}/oidc/${path}`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers,
  });
  return {
    status: answer.status,
    headers: answer.headers,
    body: (await answer.json()) as Record<string, string>,
  };
}

const parameter = (address: string, name: string): string | null => new URL(address).searchParams.get(name);

it('names the issuer in the answer, so that a client of several providers notices a mix-up', async () => {
  const { location } = await codeAt(own);
  expect(parameter(location, 'iss')).toBe(`${t.config.publicUrl}/fanclubs/${own.fanclubId}/oidc`);
});

it.each([
  ['another path', (url: string) => `${url}/more`],
  ['another host', () => 'https://thief.example/callback'],
  ['a query', (url: string) => `${url}?next=https://thief.example`],
  ['another spelling', (url: string) => url.replace('/auth', '/%61uth')],
])('does not send anybody to an address with %s', async (_what, changed) => {
  const party = await RelyingParty.of(t, own);
  const { address } = await party.start({ redirect_uri: changed(own.redirectUrls[0]) });
  const page = await new MemberBrowser(t).open(address);
  expect([page.status, page.location, page.heading]).toEqual([400, null, 'That did not work']);
});

it('refuses form_post, which the policy of our pages blocks, and does not announce it', async () => {
  const issuer = `${t.origin}/fanclubs/${own.fanclubId}/oidc`;
  const discovered = (await (await fetch(`${issuer}/.well-known/openid-configuration`)).json()) as object;
  expect(discovered).toMatchObject({ response_modes_supported: ['query', 'fragment'] });
  const { address, state } = await (await RelyingParty.of(t, own)).start({ response_mode: 'form_post' });
  const { status, location } = await new MemberBrowser(t).open(address);
  expect([status, location?.startsWith(`${own.redirectUrls[0]}?`)]).toEqual([303, true]);
  expect(parameter(location!, 'error')).toBe('unsupported_response_mode');
  expect(parameter(location!, 'state')).toBe(state);
});

it('revokes everything that came from a code when the code is used twice', async () => {
  const { party, started, location } = await codeAt(own);
  const tokens = await party.finish(started, location);
  await expect(party.finish(started, location)).rejects.toMatchObject({ error: 'invalid_grant' });
  await expect(party.userinfo(tokens.access_token, String(ada.id))).rejects.toThrow();
  await expect(party.refresh(tokens.refresh_token!)).rejects.toMatchObject({ error: 'invalid_grant' });
});

it('gives a code to one of simultaneous requests at most', async () => {
  const { party, started, location } = await codeAt(own);
  const results = await Promise.allSettled(Array.from({ length: 4 }, () => party.finish(started, location)));
  expect(results.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(1);
});

it('rotates refresh tokens, and revokes all when a former one is used', async () => {
  const { party, started, location } = await codeAt(own);
  const first = await party.finish(started, location);
  const second = await party.refresh(first.refresh_token!);
  expect(second.refresh_token).not.toBe(first.refresh_token);
  await expect(party.refresh(first.refresh_token!)).rejects.toMatchObject({ error: 'invalid_grant' });
  await expect(party.refresh(second.refresh_token!)).rejects.toMatchObject({ error: 'invalid_grant' });
});

describe('a public application', () => {
  let app: OidcApplication;
  beforeEach(async () => {
    app = await t.given.application({ secretSealed: null, firstParty: true });
  });

  it('logs in with PKCE and without a secret', async () => {
    const { party, started, location } = await codeAt(app);
    expect((await party.finish(started, location)).claims()?.sub).toBe(String(ada.id));
  });

  it.each([
    ['without a challenge', { code_challenge: '', code_challenge_method: '' }],
    ['with a plain challenge', { code_challenge_method: 'plain' }],
  ])('is refused %s', async (_what, parameters) => {
    const party = await RelyingParty.of(t, app);
    const { address } = await party.start();
    const url = new URL(address);
    for (const [name, value] of Object.entries(parameters)) {
      if (value === '') url.searchParams.delete(name);
      else url.searchParams.set(name, value);
    }
    const { location } = await new MemberBrowser(t).open(url.href);
    expect(parameter(location!, 'error')).toBe('invalid_request');
  });

  it('may read tokens from pages of its own origin only', async () => {
    const { started, location } = await codeAt(app);
    const exchange = (origin: string) =>
      post(
        app,
        'token',
        {
          grant_type: 'authorization_code',
          client_id: app.clientId,
          code: parameter(location, 'code')!,
          redirect_uri: app.redirectUrls[0],
          code_verifier: started.verifier,
        },
        { origin },
      );
    const foreign = await exchange('https://thief.example');
    expect([foreign.status, foreign.headers.get('access-control-allow-origin')]).toEqual([400, null]);
    const origin = new URL(app.redirectUrls[0]).origin;
    const allowed = await exchange(origin);
    expect([allowed.status, allowed.headers.get('access-control-allow-origin')]).toEqual([200, origin]);
  });
});

it('does not accept a verifier for a code without a challenge, and none for one with it', async () => {
  const party = await RelyingParty.of(t, own);
  const started = await party.start();
  const url = new URL(started.address);
  url.searchParams.delete('code_challenge');
  url.searchParams.delete('code_challenge_method');
  const browser = new MemberBrowser(t);
  const { location } = await browser.logIn(await browser.open(url.href), ADA);
  await expect(party.finish(started, location!)).rejects.toMatchObject({ error: 'invalid_grant' });
  const again = await party.start();
  const back = await browser.open(again.address);
  await expect(party.finish({ ...again, verifier: 'x'.repeat(43) }, back.location!)).rejects.toMatchObject({
    error: 'invalid_grant',
  });
});

it('refuses a wrong secret', async () => {
  const { started, location } = await codeAt(own);
  const thief = await RelyingParty.of(t, own, { secret: 'guessed' });
  await expect(thief.finish(started, location)).rejects.toMatchObject({ error: 'invalid_client' });
});

it('does not accept a token or an application of another fan club', async () => {
  const { party, started, location } = await codeAt(own);
  const { access_token: token } = await party.finish(started, location);
  const other = await t.given.anotherFanclub();
  const foreign = await t.given.application({ fanclubId: other.id });
  const answer = await fetch(`${t.origin}/fanclubs/${other.id}/oidc/me`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(answer.status).toBe(401);
  const { address } = await (await RelyingParty.of(t, foreign)).start({ client_id: own.clientId });
  expect((await new MemberBrowser(t).open(address)).status).toBe(400);
});

it('gives an ask to the browser that began it only', async () => {
  const party = await RelyingParty.of(t, await t.given.application());
  const { address } = await party.start();
  const first = await new MemberBrowser(t).pages.open(address);
  const page = await new MemberBrowser(t).open(first.location!);
  expect([page.status, page.heading]).toEqual([404, 'Please start again']);
});

it('is no open redirect after a log-out', async () => {
  const page = await new MemberBrowser(t).open(
    `/fanclubs/${own.fanclubId}/oidc/session/end?client_id=${own.clientId}&post_logout_redirect_uri=https://thief.example`,
  );
  expect([page.status, page.location]).toEqual([400, null]);
  const nobody = await new MemberBrowser(t).open(
    `/fanclubs/${own.fanclubId}/oidc/session/end?post_logout_redirect_uri=https://thief.example`,
  );
  expect([nobody.location, nobody.heading]).toEqual([null, 'You are logged out']);
});

it('serves its paths in one spelling only, which the limits know', async () => {
  for (const path of ['Token', 'token/', 'TOKEN', 'session/end/confirm', 'auth/']) {
    const { status } = await fetch(`${t.origin}/fanclubs/${own.fanclubId}/oidc/${path}`, { method: 'POST' });
    expect([path, status]).toEqual([path, 404]);
  }
});

it.each(['token', 'token/revocation'])(
  'limits wrong secrets of a network at %s, and answers in JSON',
  async (path) => {
    const wrong = {
      grant_type: 'authorization_code',
      code: 'x',
      token: 'x',
      client_id: own.clientId,
      client_secret: 'x',
    };
    expect((await post(own, path, wrong)).status).toBe(401);
    await t.db.query(`UPDATE rate_limits SET count = $1 WHERE what = 'loginNetwork'`, [
      t.config.limits.loginNetwork.count,
    ]);
    const refused = await post(own, path, wrong);
    expect([refused.status, refused.body]).toEqual([429, { error: 'temporarily_unavailable' }]);
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
  },
);

it('limits wrong secrets of an application from any network, but never a right one', async () => {
  const { party, started, location } = await codeAt(own);
  const wrong = { grant_type: 'authorization_code', code: 'x', client_id: own.clientId, client_secret: 'x' };
  expect((await post(own, 'token', wrong)).status).toBe(401);
  await t.db.query(`UPDATE rate_limits SET count = $1 WHERE what = 'loginEmail'`, [
    t.config.limits.loginEmail.count,
  ]);
  expect((await post(own, 'token', wrong)).status).toBe(429);
  const events = await t.db.query('SELECT action FROM security_events');
  expect(events).toContainEqual({ action: 'limit.reached' });
  expect((await party.finish(started, location)).claims()?.sub).toBe(String(ada.id));
});

it('limits authorizations of a network without log-in, and the length of their query', async () => {
  const { address } = await (await RelyingParty.of(t, own)).start();
  const browser = new MemberBrowser(t);
  expect((await browser.pages.open(address)).status).toBe(303);
  await t.db.query('UPDATE rate_limits SET count = $1', [t.config.limits.loginNetwork.count]);
  const records = () => t.db.query<object[]>('SELECT id FROM oidc_records');
  const before = (await records()).length;
  expect((await browser.pages.open(address)).status).toBe(429);
  expect((await browser.pages.open(`${address}&x=${'x'.repeat(4_096)}`)).status).toBeGreaterThanOrEqual(400);
  expect(await records()).toHaveLength(before);
});

it('takes what was given when staff narrow an application, whose use was no consent', async () => {
  const { party, started, location } = await codeAt(own);
  const tokens = await party.finish(started, location);
  expect(await t.db.query('SELECT scopes FROM oidc_consents')).toEqual([{ scopes: [] }]);
  const owner = await staffOf(t);
  const path = `/fanclubs/${own.fanclubId}/applications/${own.id}`;
  const { headers } = await owner.get(path);
  const changed = await owner.patch(path, { first_party: false }, String(headers.etag));
  expect(changed.status).toBe(200);
  await expect(party.userinfo(tokens.access_token, String(ada.id))).rejects.toThrow();
  const shown = await new MemberBrowser(t).open((await party.start()).address);
  expect(shown.heading).toBe('Log in');
});
