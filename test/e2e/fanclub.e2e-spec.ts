import { testApp } from '../support/start-test-app';

const t = testApp();

describe('GET /fanclub', () => {
  it('shows the configuration of the fan club whose key is given, under both names', async () => {
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
        saved_card: `${own}/saved-card`,
        redeem: `${own}/redeem`,
        legals: { privacy: `${own}/privacy`, terms: `${own}/terms` },
      },
      tracking: { development: { google_analytics: [] }, production: { google_analytics: [] } },
    });
  });

  it.each([
    ['missing', null],
    ['unknown', 'no-such-key'],
    ['blank', ''],
    ['too long', 'x'.repeat(129)],
    ['not text for a database', 'a\0b'],
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

  it('is what a known path is for another method', async () => {
    const { code } = await t.api.request('DELETE', '/fanclub');
    expect(code).toBe(404);
  });
});
