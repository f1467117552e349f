import type { EventEmitter } from 'node:events';
import type { Customer } from '#domains/accounts/customer.entity';
import type { OidcApplication } from '../../src/domains/openid/application.entity';
import { OpenidProviders } from '../../src/domains/openid/openid-providers';
import { MemberBrowser, RelyingParty } from '../support/relying-party';
import { testApp } from '../support/start-test-app';

// The provider library reads the machine's clock.
const t = testApp();

const ADA = 'ada@x.example';

let ada: Customer;
let forum: OidcApplication;
beforeEach(async () => {
  t.clock.set(new Date());
  await t.given.fanclub({ name: 'The Lanterns', siteUrl: 'https://lanterns.example' });
  ada = await t.given.customer({ email: ADA, firstName: 'Ada', lastName: 'Byron', username: 'ada' });
  forum = await t.given.application({ name: 'Forum' });
});

/** Logs Ada in at an application and allows what it asks for. */
async function logInAt(application: OidcApplication, browser = new MemberBrowser(t)) {
  const party = await RelyingParty.of(t, application);
  const started = await party.start();
  const asked = await browser.logIn(await browser.open(started.address), ADA);
  const returned = asked.isPage ? await browser.follow(await asked.press('Allow and continue')) : asked;
  const tokens = await party.finish(started, returned.location!);
  return { party, started, browser, tokens, returned: returned.location! };
}

it('an error that the provider library does not handle itself is logged, and not printed with its stack', async () => {
  const printed = jest.spyOn(console, 'error');
  const provider = await t.app.get(OpenidProviders).of({ id: forum.fanclubId });
  (provider as EventEmitter).emit('error', new Error('the session was not stored'));
  expect(printed).not.toHaveBeenCalled();
  expect((provider as EventEmitter).listenerCount('error')).toBe(1);
  printed.mockRestore();
});

describe('a log-in at an application', () => {
  it('leads over our log-in and a page that names what is passed on', async () => {
    const party = await RelyingParty.of(t, forum);
    const started = await party.start();
    const browser = new MemberBrowser(t);
    const login = await browser.open(started.address);
    expect(login.heading).toBe('Log in');
    const asked = await browser.logIn(login, ADA);
    expect(asked.heading).toBe('Log in to Forum');
    expect(asked.text).toContain('your email address');
    expect(asked.text).toContain('whether you are a member');
    const returned = await browser.follow(await asked.press('Allow and continue'));
    expect(returned.location).toMatch(/^https:\/\/forum-\d+\.example\/auth\/oidc\/callback\?code=/);
    const tokens = await party.finish(started, returned.location!);
    expect(tokens.claims()).toMatchObject({ sub: String(ada.id), email: ADA, email_verified: true });
    expect(await party.userinfo(tokens.access_token, String(ada.id))).toMatchObject({
      sub: String(ada.id),
      name: 'Ada Byron',
      preferred_username: 'ada',
      membership: { member: false, plan: null, status: null, until: null, groups: [] },
    });
  });

  it('asks only once, and not again in another session', async () => {
    const { browser } = await logInAt(forum);
    const party = await RelyingParty.of(t, forum);
    const again = await browser.open((await party.start()).address);
    expect(again.location).toMatch(/code=/);
    const other = new MemberBrowser(t);
    const back = await other.logIn(await other.open((await party.start()).address), ADA);
    expect(back.location).toMatch(/code=/);
  });
});
