import { countStatements } from '#libs/testing';
import { testApp } from '../support/start-test-app';

const t = testApp();

describe('GET /fanclub', () => {
  it('shows the configuration of the key’s fan club, under both names', async () => {
    const club = await t.given.fanclub({ name: 'The Lanterns', siteUrl: 'https://lanterns.example' });

    const { code, body } = await t.api.get('/fanclub');

    expect(code).toBe(200);
    expect(Object.keys(body)).toEqual(['status', 'fanclub', 'the service']);
    expect(body['the service']).toEqual(body.fanclub);
    const own = `https://api.example.test/fanclubs/${club.id}`;
    expect(body.fanclub).toEqual({
      name: 'The Lanterns',
      site_url: 'https://lanterns.example',
      authentications: [],
      links: {
        site: 'https://lanterns.example',
        login: `${own}/login`,
        logout: `${own}/logout`,
        password_reset: `${own}/password-reset`,
        saved_card: `${own}/membership`,
        redeem: `${own}/redeem`,
        legals: { privacy: `${own}/privacy`, terms: `${own}/terms` },
      },
      tracking: { development: { google_analytics: [] }, production: { google_analytics: [] } },
    });
  });

  it('shows every setting of a fan club, key by key in the order of contract 6.18', async () => {
    const own = (page: string) => `https://lanterns.example/${page}`;
    await t.given.fanclub({
      name: 'The Lanterns',
      siteUrl: 'https://lanterns.example',
      forumIntegration: true,
      linkLogin: own('in'),
      linkLogout: own('out'),
      linkPasswordReset: own('reset'),
      linkSavedCard: own('card'),
      linkRedeem: own('redeem'),
      linkForum: own('board'),
      linkIpboard: own('board/sso'),
      linkPrivacy: own('privacy'),
      linkTerms: own('terms'),
      trackingDevelopment: ['UA-1'],
      trackingProduction: ['UA-2', 'UA-3'],
    });
    await t.given.loginProvider({ appId: '123', loginPath: '/sign-in' });
    await t.given.loginProvider({ name: 'lantern_id', appId: '456' });
    await t.given.loginProvider({ name: 'former', enabled: false });

    const { body } = await t.api.get('/fanclub');

    // As text, because that also compares the order of keys.
    expect(JSON.stringify(body.fanclub)).toBe(
      JSON.stringify({
        name: 'The Lanterns',
        site_url: 'https://lanterns.example',
        authentications: [
          { name: 'social', app_id: '123', login_path: '/sign-in' },
          { name: 'lantern_id', app_id: '456', login_path: '/auth/lantern_id' },
        ],
        links: {
          site: 'https://lanterns.example',
          login: own('in'),
          logout: own('out'),
          password_reset: own('reset'),
          saved_card: own('card'),
          redeem: own('redeem'),
          forum: own('board'),
          ipboard: own('board/sso'),
          legals: { privacy: own('privacy'), terms: own('terms') },
        },
        tracking: {
          development: { google_analytics: ['UA-1'] },
          production: { google_analytics: ['UA-2', 'UA-3'] },
        },
      }),
    );
  });

  it('finds the forum on the fan club’s site by default', async () => {
    await t.given.fanclub({ siteUrl: 'https://lanterns.example', forumIntegration: true });
    expect((await t.api.get('/fanclub')).body.fanclub.links).toMatchObject({
      forum: 'https://lanterns.example/forum',
      ipboard: 'https://lanterns.example/forum/sso',
    });
  });

  it('names no forum if forum integration is off, even if links to one are set', async () => {
    const link = 'https://lanterns.example/board';
    await t.given.fanclub({ linkForum: link, linkIpboard: link });
    expect(Object.keys((await t.api.get('/fanclub')).body.fanclub.links)).toEqual([
      'site',
      'login',
      'logout',
      'password_reset',
      'saved_card',
      'redeem',
      'legals',
    ]);
  });

  it('takes no statement', async () => {
    await t.given.fanclub();
    const counter = countStatements();
    await t.api.get('/fanclub');
    expect(counter.stop()).toEqual([]);
  });

  it('accepts every key of the fan club that is not revoked', async () => {
    const club = await t.given.fanclub({ name: 'The Lanterns' });
    const extra = await t.given.fanclubKey({ fanclubId: club.id });
    const revoked = await t.given.fanclubKey({ fanclubId: club.id, revokedAt: t.clock.now() });
    expect((await t.api.get('/fanclub', { key: extra.key })).body.fanclub.name).toBe('The Lanterns');
    const { body } = await t.api.get('/fanclub', { key: revoked.key });
    expect(body.messages).toEqual(['Please use a valid API Key.']);
  });

  it.each([
    ['missing', null],
    ['unknown', 'no-such-key'],
    ['blank', ''],
    ['too long', 'x'.repeat(129)],
    ['not storable in a database', 'a\0b'],
  ])('refuses a key that is %s', async (_, key) => {
    await t.given.fanclub();
    const { code, body } = await t.api.get('/fanclub', { key });
    expect([code, body]).toEqual([200, { status: 'error', messages: ['Please use a valid API Key.'] }]);
  });

  it('refuses a key that is given twice', async () => {
    const { key } = await t.given.fanclub();
    const { body } = await t.api.get(`/fanclub?key=${key}`, { key: null });
    expect(body.status).toBe('ok');
    const twice = await t.api.get(`/fanclub?key=${key}&key=${key}`, { key: null });
    expect(twice.body.messages).toEqual(['Please use a valid API Key.']);
  });
});

describe('an unknown path', () => {
  it.each(['/nowhere', '/fanclub/nowhere', '/%zz'])(
    '%s is 404 with the envelope, also without a key',
    async (path) => {
      const { code, body } = await t.api.get(path, { key: null });
      expect(code).toBe(404);
      expect(body).toEqual({
        status: 'error',
        messages: ['The requested resource was not found on the server.'],
      });
    },
  );

  it('is answered like a known path with another method', async () => {
    const { code } = await t.api.request('DELETE', '/fanclub');
    expect(code).toBe(404);
  });
});
