import { PASSWORD } from '#samples';
import { Sql } from '../../src/platform/database';
import { bodyWith, probe, type Probe } from '../support/fuzz/probe';
import { ProbeSender } from '../support/fuzz/send-probes';
import { ROUTES, TARGETS } from '../support/fuzz/targets';
import { makeWorld, type World } from '../support/fuzz/world';
import { LogLines } from '../support/log-lines';
import { loggedIn } from '../support/logged-in';
import { APP_SECRET, signedRequest } from '../support/signed-request';
import { testApp } from '../support/start-test-app';

const log = new LogLines();
const t = testApp({ LOG_LEVEL: 'trace' }, { log });

beforeEach(() => log.clear());
afterEach(() => jest.restoreAllMocks());

const CANARY = 'canary-7f3a';
const EMAIL = `${CANARY}@x.example`;

/** What a member sends in fields of these names is never logged. */
const SECRET = /email|password|token|code|signed_request/;

/** A valid request of each route, and one for each of its fields, headers and parameters with a canary in it. */
function probes(world: World): Probe[] {
  return ROUTES.flatMap((route) => {
    const [, path] = route.split(' ');
    const { fields = {} } = TARGETS[route];
    const params = [...path.matchAll(/:(\w+)/g)].map(([, name]) => [name, encodeURIComponent(EMAIL)]);
    return [
      probe(world, route, 0),
      probe(world, route, 1, { headers: { authorization: `Bearer ${CANARY}` } }),
      probe(world, route, 1, {
        headers: { cookie: `${world.cookieOf('customer', 1).split('=')[0]}=${CANARY}` },
      }),
      probe(world, route, 1, { query: { email: EMAIL, password: CANARY, token: CANARY, key: CANARY } }),
      ...(params.length > 0 ? [probe(world, route, 1, { path: Object.fromEntries(params) })] : []),
      ...Object.keys(fields).flatMap((field) =>
        [EMAIL, { [field]: EMAIL }].map((value) =>
          probe(world, route, 1, { body: bodyWith(world, route, 1, field, value) }),
        ),
      ),
      ...(route.startsWith('GET') ? [] : [probe(world, route, 1, { body: `{"email": "${EMAIL}` })]),
    ];
  });
}

/** The long values of a body's fields with such names. */
function secretsIn(body: unknown, name = ''): string[] {
  if (typeof body === 'string') return SECRET.test(name) && body.length >= 8 ? [body] : [];
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries(body).flatMap(([inner, value]) => secretsIn(value, inner));
}

/** What must not be in the log: the canary, and the cookies, keys and secret fields of valid requests. */
function secretsOf(world: World, sent: readonly Probe[]): string[] {
  const cookies = sent.flatMap(({ headers: { cookie = '' } }) =>
    cookie.split(/[=;]/).filter((one) => one.length > 30),
  );
  const bodies = ROUTES.flatMap((route) => secretsIn(TARGETS[route].request?.(world.club, 0, '').body));
  const { customer } = world.club.members[1];
  return [...new Set([CANARY, PASSWORD, customer.email!, world.club.organizationKey, ...cookies, ...bodies])];
}

async function found(world: World): Promise<{ leaked: string[]; lines: number; faults: number }> {
  const sent = probes(world);
  const sender = new ProbeSender(t.origin, 4);
  await sender.sendAll(sent);
  sender.close();
  const { text } = log;
  return {
    leaked: secretsOf(world, sent).filter((secret) => text.includes(secret)),
    lines: log.all.length,
    faults: log.all.filter(({ level }) => level === 'error').length,
  };
}

it('no line of any route has what a member sends to prove who they are, or their address', async () => {
  const { leaked, lines } = await found(await makeWorld(t));
  expect(leaked).toEqual([]);
  expect(lines).toBeGreaterThan(ROUTES.length);
});

it('nor has a line the tokens of a client without cookies, used, refreshed and stolen', async () => {
  const { email } = await t.given.customer();
  const { access } = (await t.api.post('/login', { email, password: PASSWORD, tokens: true })).body;
  const { access_token: token, refresh_token: refreshToken } = access;
  await t.api.stranger().get('/account', { headers: { authorization: `Bearer ${token}` } });
  for (const later of [0, 60]) {
    t.clock.advance(later);
    await t.api.stranger().post('/refresh', { refresh_token: refreshToken });
  }
  await t.api.stranger().get('/account', { headers: { authorization: `Bearer ${token}` } });
  expect(log.all.length).toBeGreaterThan(0);
  expect([token, refreshToken, email].filter((secret) => log.text.includes(String(secret)))).toEqual([]);
});

it('nor has a line about a fault of the database, which quotes values', async () => {
  const world = await makeWorld(t);
  const error = Object.assign(new Error('duplicate key value violates unique constraint "uq_x"'), {
    ...{ code: '23505', constraint: 'uq_x', detail: `Key (email)=(${EMAIL}) already exists.` },
    parameters: [EMAIL, PASSWORD],
  });
  for (const method of ['rows', 'first', 'run', 'transaction'] as const)
    jest.spyOn(Sql.prototype, method).mockRejectedValue(error);
  const { leaked, faults } = await found(world);
  expect(leaked).toEqual([]);
  expect(faults).toBeGreaterThan(ROUTES.length);
});

it('no line has a secret of social login', async () => {
  const provider = await t.given.loginProvider();
  const browser = await loggedIn(t, await t.given.customer());
  const good = signedRequest(t, 'uid-of-ada');
  const forged = signedRequest(t, 'uid-of-eve', { secret: 'wrong-secret' });
  for (const social_signed_request of [forged, good, good]) {
    await browser.post('/account/connect/social', { social_signed_request });
    await browser.post('/login', { social_signed_request });
    await browser.post('/account/register', { social_signed_request, email: EMAIL });
    await browser.post('/account/connect/deauthorize_social', { social_signed_request: forged });
  }
  await browser.post('/account/connect/deauthorize_social', { signed_request: good });
  // A secret that no key opens causes an internal error, for which the service logs the most details.
  await t.db.query(`UPDATE login_providers SET app_secret_sealed = app_secret_sealed || 'x'`);
  await browser.post('/login', { social_signed_request: good });
  expect(log.text).toContain('"failure":"InvalidSignedRequest"');
  expect(log.text).toContain('SealBroken');
  const secrets = [good, forged].flatMap((request) => request.split('.'));
  for (const secret of [...secrets, 'uid-of-', 'wrong-secret', APP_SECRET, provider.appSecretSealed])
    expect(log.text).not.toContain(secret);
});
