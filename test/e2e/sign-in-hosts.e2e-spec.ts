import { TestProvider } from '../support/openid-provider';
import { givenHost, hostsRead, send } from '../support/hosts';
import { testApp } from '../support/start-test-app';

const t = testApp({ PUBLIC_URL: 'http://127.0.0.1:3000' });

const SERVICE = '127.0.0.1:3000';

let club: number;
let provider: TestProvider;
beforeEach(async () => {
  ({ id: club } = await t.given.fanclub({ siteUrl: 'https://site.example' }));
  const callbacks = ['127.0.0.1', 'fans.test', 'new.test'].map((host) => `http://${host}:3000`);
  provider = await TestProvider.start([
    {
      id: 'club',
      secret: 'secret',
      redirects: [
        `${callbacks[0]}/fanclubs/${club}/sign-in/example/callback`,
        ...callbacks.slice(1).map((origin) => `${origin}/sign-in/example/callback`),
      ],
    },
  ]);
  provider.people.set('ada', { email: 'ada@x.example', email_verified: true });
  const settings = { name: 'example', label: 'Example', appId: 'club', appSecret: 'secret' };
  await t.given.loginProvider({ fanclubId: club, issuer: provider.issuer, ...settings });
});
afterEach(() => provider.stop());

/** Follows a browser with the cookies of its first host from the provider's answer, to a page. */
async function arrive(from: string, cookie: string, answer: string) {
  const back = new URL(answer);
  let shown = await send(t, from, back.pathname + back.search, { headers: { cookie } });
  let at = from;
  for (let hops = 0; shown.location?.startsWith('http://') && hops < 3; hops += 1) {
    const next = new URL(shown.location);
    if (next.port !== '3000') break;
    at = next.host.replace(':3000', '');
    shown = await send(t, at, next.pathname + next.search);
  }
  return { ...shown, at };
}

const begin = async (host: string, path: string) => {
  const started = await send(t, host, path);
  expect(started.status).toBe(303);
  const cookie = started.cookies.map((one) => one.split(';')[0]).join('; ');
  const { location } = await provider.visit(started.location!);
  return { cookie, answer: location! };
};

describe('a log-in with another account that is under way', () => {
  it('begins again, as its page says, if the fan club gets its first host', async () => {
    const { cookie, answer } = await begin(SERVICE, `/fanclubs/${club}/sign-in/example`);
    const host = await givenHost(t, { fanclubId: club, host: 'fans.test' });
    const page = await arrive(SERVICE, cookie, answer);
    expect([page.at, page.status]).toEqual([host, 422]);
    expect(page.text).toContain('You are not logged in');
    expect(page.text).toContain(`href="http://${host}:3000/login"`);
    // From there it works.
    const again = await begin(host, '/sign-in/example');
    const done = await arrive(host, again.cookie, again.answer);
    expect([done.status, done.location]).toEqual([303, '/sign-in/finish']);
  });

  it('begins again in the same way if another host becomes the main one', async () => {
    const host = await givenHost(t, { fanclubId: club, host: 'fans.test' });
    const { cookie, answer } = await begin(host, '/sign-in/example');
    await t.db.query('UPDATE fan_club_hosts SET main = false');
    const main = await givenHost(t, { fanclubId: club, host: 'new.test' });
    await hostsRead(t, (hosts) => hosts.clubOf(club).hosts[0] === main);
    const page = await arrive(host, cookie, answer);
    expect([page.at, page.status]).toEqual([main, 422]);
    expect(page.text).toContain('Back to the log-in');
  });
});
