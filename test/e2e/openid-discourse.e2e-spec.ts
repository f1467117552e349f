import { randomBytes } from 'node:crypto';
import type { Customer } from '#domains/accounts/customer.entity';
import type { OidcApplication } from '../../src/domains/openid/application.entity';
import { APPLICATION_SECRET } from '../../src/domains/openid/openid.samples';
import { MemberBrowser } from '../support/relying-party';
import { testApp } from '../support/start-test-app';

// The provider library reads the machine's clock. The requests are those of the plugin "OpenID Connect" of Discourse, and so are the checks.
const t = testApp();

const ADA = 'ada@x.example';
const FORUM = 'https://forum.example';
const CALLBACK = `${FORUM}/auth/oidc/callback`;

let ada: Customer;
let forum: OidcApplication;
let document: Record<string, string>;
beforeEach(async () => {
  t.clock.set(new Date());
  await t.given.fanclub();
  ada = await t.given.customer({ email: ADA, firstName: 'Ada', lastName: 'Byron', username: 'ada' });
  forum = await t.given.application({ name: 'Forum', redirectUrls: [CALLBACK], logOutUrls: [`${FORUM}/`] });
  const issuer = `${t.config.publicUrl}/fanclubs/${forum.fanclubId}/oidc`;
  document = (await (await get(`${issuer}/.well-known/openid-configuration`)).json()) as typeof document;
  expect(document.issuer).toBe(issuer);
});

/** Requests of the forum itself lead to the service's address. */
const here = (address: string): string => address.replace(t.config.publicUrl, t.origin);
const get = (address: string, headers = {}) => fetch(here(address), { headers });

/** Logs Ada in on our pages, until she returns to the forum. */
async function logIn(browser: MemberBrowser) {
  const [state, nonce] = [randomBytes(24).toString('hex'), randomBytes(32).toString('hex')];
  const query = new URLSearchParams({
    client_id: forum.clientId,
    nonce,
    redirect_uri: CALLBACK,
    response_type: 'code',
    scope: 'openid email profile',
    state,
  });
  const login = await browser.open(`${document.authorization_endpoint}?${query.toString()}`);
  const asked = await browser.logIn(login, ADA);
  const { location } = await browser.follow(await asked.press('Allow and continue'));
  const returned = new URL(location!);
  expect(returned.origin + returned.pathname).toBe(CALLBACK);
  expect(returned.searchParams.get('state')).toBe(state);
  return { code: returned.searchParams.get('code')!, nonce };
}

type Tokens = Record<'access_token' | 'id_token' | 'token_type', string>;

async function exchange(fields: Record<string, string>, headers = {}): Promise<Tokens> {
  const answer = await fetch(here(document.token_endpoint), {
    method: 'POST',
    headers,
    body: new URLSearchParams({ grant_type: 'authorization_code', redirect_uri: CALLBACK, ...fields }),
  });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    'application/json; charset=utf-8',
  ]);
  return (await answer.json()) as Tokens;
}

const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1], 'base64url').toString()) as Record<string, unknown>;

/** The header is made as the forum does it: without encoding the parts first. */
const basic = () => ({
  authorization: `Basic ${Buffer.from(`${forum.clientId}:${APPLICATION_SECRET}`).toString('base64')}`,
});

describe('a forum of Discourse', () => {
  it.each([
    ['in the header', () => [{}, basic()] as const],
    ['in the body', () => [{ client_id: forum.clientId, client_secret: APPLICATION_SECRET }, {}] as const],
  ])('logs a member in with its secret %s, and out', async (_where, sent) => {
    const browser = new MemberBrowser(t);
    const { code, nonce } = await logIn(browser);
    const [fields, headers] = sent();
    const tokens = await exchange({ code, ...fields }, headers);
    expect(tokens.token_type).toBe('Bearer');
    const claims = claimsOf(tokens.id_token);
    const now = Date.now() / 1000;
    expect(claims).toMatchObject({ iss: document.issuer, aud: forum.clientId, nonce, sub: String(ada.id) });
    expect(Number(claims.exp)).toBeGreaterThan(now);

    const answer = await get(document.userinfo_endpoint, { authorization: `Bearer ${tokens.access_token}` });
    expect(await answer.json()).toEqual({
      sub: claims.sub,
      email: ADA,
      email_verified: true,
      name: 'Ada Byron',
      given_name: 'Ada',
      family_name: 'Byron',
      preferred_username: 'ada',
      updated_at: expect.any(Number),
    });

    const query = new URLSearchParams({
      id_token_hint: tokens.id_token,
      post_logout_redirect_uri: `${FORUM}/`,
    });
    const { location } = await browser.open(`${document.end_session_endpoint}?${query.toString()}`);
    expect(location).toBe(`${FORUM}/`);
    expect(
      (await get(document.userinfo_endpoint, { authorization: `Bearer ${tokens.access_token}` })).status,
    ).toBe(401);
  });

  it('may add parameters of its settings, which change nothing', async () => {
    const query = new URLSearchParams({
      client_id: forum.clientId,
      redirect_uri: CALLBACK,
      response_type: 'code',
      scope: 'openid email profile',
      state: 'x',
      nonce: 'y',
      p: 'b2c_1_signin',
      claims: '{"userinfo":{"email":null}}',
    });
    const page = await new MemberBrowser(t).open(`${document.authorization_endpoint}?${query.toString()}`);
    expect([page.status, page.heading]).toEqual([200, 'Log in']);
  });
});
