import { generateKeyPairSync, verify } from 'node:crypto';
import { Sealer } from '#libs/sealed';
import { ENCRYPTION_KEY } from '#samples';
import { Pages } from '../support/pages';
import { TestProvider } from '../support/openid-provider';
import { testApp } from '../support/start-test-app';

/*
 * A provider that does what Apple documents: its client secret is a JWT that is signed with the key of the developer account, it posts its
 * answer, says `email_verified` as a text, and gives the name outside of the tokens, in its first answer alone.
 */
const t = testApp({ PUBLIC_URL: 'http://127.0.0.1:3000' });

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const CLIENT = 'example.fans.web';
const TEAM = 'TEAM123456';
const KEY = 'KEY1234567';

let provider: TestProvider;
let secrets: Record<string, unknown>[];
let callback: string;
let login: string;
let pages: Pages;

/** Whether a secret is as Apple demands. */
function isSecret(secret: string): boolean {
  const [header, claims, signature] = secret.split('.');
  const read = (part: string) =>
    JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;
  secrets.push({ ...read(header), ...read(claims) });
  return verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
}

beforeEach(async () => {
  t.clock.set(new Date());
  secrets = [];
  const { id } = await t.given.fanclub({ siteUrl: 'https://site.example' });
  login = `/fanclubs/${id}/sign-in/apple`;
  callback = `${t.config.publicUrl}${login}/callback`;
  provider = await TestProvider.start([{ id: CLIENT, secret: 'none', isSecret, redirects: [callback] }]);
  await t.given.loginProvider({
    fanclubId: id,
    name: 'apple',
    label: 'Apple',
    issuer: provider.issuer,
    appId: CLIENT,
    appSecret: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
    appleTeam: TEAM,
    appleKey: KEY,
  });
  provider.people.set('ada', { email: 'x1@privaterelay.appleid.com', email_verified: 'true' });
  pages = new Pages(t.origin);
});
afterEach(() => provider.stop());

/** Logs in at the provider, which posts its answer. */
async function signIn(user?: string) {
  const { location } = (await pages.open(login)).headers;
  const asked = new URL(location!).searchParams;
  expect([asked.get('response_mode'), asked.get('scope')]).toEqual(['form_post', 'openid email']);
  const { form } = await provider.visit(location!);
  const sent = user === undefined ? form : { ...form, user };
  // The browser sends no cookies with it.
  const posted = await new Pages(t.origin).send(new URL(callback).pathname, sent, {
    headers: { origin: provider.issuer, 'sec-fetch-site': 'cross-site' },
  });
  expect(posted.status).toBe(303);
  return pages.open(posted.headers.location!);
}

describe('a log-in with a provider like Apple', () => {
  it('registers a new person, who types the name, and knows them without it later', async () => {
    const first = await signIn('{"name":{"firstName":"Mallory","lastName":"<b>"},"email":"other@x.example"}');
    const form = await pages.open(first.headers.location!);
    // The name comes unsigned, from the browser.
    expect(form.html).not.toContain('Mallory');
    const person = { first_name: 'Ada', last_name: 'Byron', birthdate: '1990-12-10', accept_terms: 'true' };
    const done = await form.submit(person);
    expect([done.status, done.headers.location]).toEqual([303, 'https://site.example']);
    expect(
      await t.db.query('SELECT email, first_name, confirmed_at IS NOT NULL AS confirmed FROM customers'),
    ).toEqual([{ email: 'x1@privaterelay.appleid.com', first_name: 'Ada', confirmed: true }]);

    pages = new Pages(t.origin);
    const again = await signIn();
    expect([again.status, again.headers.location]).toEqual([303, 'https://site.example']);
    expect(secrets).toHaveLength(2);
    expect(secrets[0]).toMatchObject({
      alg: 'ES256',
      kid: KEY,
      iss: TEAM,
      sub: CLIENT,
      aud: 'https://appleid.apple.com',
      exp: Number(secrets[0].iat) + 300,
    });
  });

  it('fails with a page if the key is not the one of the account', async () => {
    const { privateKey: other } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const sealed = new Sealer([ENCRYPTION_KEY]).seal(String(other.export({ type: 'pkcs8', format: 'pem' })));
    await t.db.query('UPDATE login_providers SET app_secret_sealed = $1', [sealed]);
    const { status, heading } = await signIn();
    expect([status, heading]).toEqual([422, 'You are not logged in']);
  });
});
