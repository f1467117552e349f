import { startServerProcess } from '../support/server-process';
import { Api } from '../support/api';
import { loggedIn } from '../support/logged-in';
import { APP_SECRET, signedRequest } from '../support/signed-request';
import { testApp } from '../support/start-test-app';

const t = testApp();

// The process uses the real clock.
beforeEach(() => t.clock.set(new Date()));

const CONNECT = '/account/connect/social';

/** The same browser, at another process. */
function at(origin: string, browser: Api): Api {
  const [name, value] = browser.cookies.split('=');
  return new Api(origin, t.given).withCookie(name, value);
}

it('the log never contains a secret of social login, at any level', async () => {
  const provider = await t.given.loginProvider();
  const customer = await t.given.customer();
  const browser = await loggedIn(t, customer);
  const good = signedRequest(t, 'uid-of-ada');
  const forged = signedRequest(t, 'uid-of-eve', { secret: 'wrong-secret' });
  const server = await startServerProcess(t.config.database.url, { LOG_LEVEL: 'trace' });
  try {
    const api = at(server.origin, browser);
    for (const social_signed_request of [forged, good, good]) {
      await api.post(CONNECT, { social_signed_request });
      await api.post('/login', { social_signed_request });
      await api.post('/account/register', { social_signed_request, email: 'ada@x.example' });
      await api.post('/account/connect/deauthorize_social', { social_signed_request: forged });
    }
    await api.post('/account/connect/deauthorize_social', { signed_request: good });
    // A secret that no key opens causes an internal error, for which the service logs the most details.
    await t.db.query(`UPDATE login_providers SET app_secret_sealed = app_secret_sealed || 'x'`);
    await api.post('/login', { social_signed_request: good });
  } finally {
    await server.kill();
  }
  const log = server.output();
  expect(log).toContain('"failure":"InvalidSignedRequest"');
  expect(log).toContain('SealBroken');
  const secrets = [good, forged].flatMap((request) => request.split('.'));
  for (const secret of [...secrets, 'uid-of-', 'wrong-secret', APP_SECRET, provider.appSecretSealed])
    expect(log).not.toContain(secret);
}, 90_000); // Starting a process takes long on a machine that runs other tests.
