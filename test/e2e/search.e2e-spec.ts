import { createHash } from 'node:crypto';
import { countStatements } from '#libs/testing';
import { OrganizationApiKey } from '../../src/platform/tenants';
import { SearchAudit } from '#domains/search/search-audit.entity';
import { loggedIn } from '../support/logged-in';
import { startServerProcess } from '../support/server-process';
import { NOW, testApp } from '../support/start-test-app';

const t = testApp();

const NOBODY = { status: 'ok', customer: null };
const INVALID_KEY = { status: 'error', messages: ['Please use a valid API Key.'] };

describe.each(['/account/search', '/search'])('GET %s', (path) => {
  let apiKey: string;

  const search = (email?: string, query: Record<string, string> = {}) =>
    t.api.get(path, {
      query: { ...(email !== undefined && { email }), ...query },
      headers: { 'api-key': apiKey },
    });

  beforeEach(async () => {
    await t.given.fanclub({ forumIntegration: true });
    apiKey = await t.given.organizationKey();
  });

  it('shows a customer as GET /account does, without the preferences', async () => {
    const customer = await t.given.customer({ email: 'ada@x.example', username: 'ada', listsOptIn: true });
    await t.given.subscription({ customer });

    const { code, body } = await search('ada@x.example');

    expect(code).toBe(200);
    expect(Object.keys(body)).toEqual(['status', 'customer']);
    expect(Object.keys(body.customer)).toEqual([
      'id',
      'first_name',
      'last_name',
      'email',
      'new_email',
      'birthdate',
      'age',
      'username',
      'fanclub_id',
      'expired',
      'trial_membership',
      'at_renewal_cap',
      'email_aliases',
      'invalid_email_message',
      'authentications',
      'subscription',
    ]);
    const { customer: own } = (await (await loggedIn(t, customer)).get('/account')).body;
    const { auto_renewal_enabled, lists_opt_in, ...shared } = own as Record<string, unknown>;
    expect([auto_renewal_enabled, lists_opt_in]).toEqual([false, true]);
    expect(body.customer).toEqual(shared);
  });

  it('shows an expired customer without subscription', async () => {
    await t.given.customer({ email: 'ada@x.example' });
    const { customer } = (await search('ada@x.example')).body;
    expect(customer).toMatchObject({ expired: true });
    expect(Object.keys(customer)).not.toContain('subscription');
  });

  it.each(['ada@x.example', 'ADA@X.example', ' ada@x.example ', 'Old@x.example'])(
    'finds the customer who has or had the address %j',
    async (email) => {
      const customer = await t.given.customer({ email: 'Ada@x.example' });
      await t.given.emailAlias({ customer, email: 'old@X.example' });
      expect((await search(email)).body.customer.id).toBe(customer.id);
    },
  );

  it('prefers the current owner of an address to former ones, and the last former one to others', async () => {
    const [first, second] = [await t.given.customer(), await t.given.customer()];
    await t.given.emailAlias({ customer: first, email: 'shared@x.example' });
    await t.given.emailAlias({ customer: second, email: 'Shared@x.example' });
    expect((await search('shared@x.example')).body.customer.id).toBe(second.id);

    const owner = await t.given.customer({ email: 'SHARED@x.example' });
    expect((await search('shared@x.example')).body.customer.id).toBe(owner.id);
  });

  it.each([undefined, '', '   ', 'ada', '%', 'a%@x.example', 'ada@x.example\0', 'nobody@x.example'])(
    'finds no customer for the e-mail %j',
    async (email) => {
      await t.given.customer({ email: 'ada@x.example' });
      expect((await search(email)).body).toEqual(NOBODY);
    },
  );

  it.each(['ada..b@x.example', 'ada@host_name.example', 'ada@x.y'])(
    'finds a customer stored as %s, which forms no longer accept',
    async (email) => {
      const customer = await t.given.customer({ email });
      expect((await search(email)).body.customer.id).toBe(customer.id);
    },
  );

  it('finds no customer for an e-mail that is given twice', async () => {
    await t.given.customer({ email: 'ada@x.example' });
    const twice = `${path}?email=ada@x.example&email=ada@x.example`;
    expect((await t.api.get(twice, { headers: { 'api-key': apiKey } })).body).toEqual(NOBODY);
  });

  it('finds no customer of another fan club, even in the same organization', async () => {
    const { organizationId } = await t.given.fanclub();
    const sister = await t.given.fanclub({ organizationId });
    const customer = await t.given.customer({ email: 'ada@x.example', fanclubId: sister.id });
    await t.given.emailAlias({ customer, email: 'old@x.example' });
    expect((await search('ada@x.example')).body).toEqual(NOBODY);
    expect((await search('old@x.example')).body).toEqual(NOBODY);
    expect((await search('ada@x.example', { key: sister.key })).body.customer.id).toBe(customer.id);
    // Each finds its own customer of an address.
    const own = await t.given.customer({ email: 'ada@x.example' });
    expect((await search('ada@x.example')).body.customer.id).toBe(own.id);
    expect((await search('ada@x.example', { key: sister.key })).body.customer.id).toBe(customer.id);
  });

  it('answers every wrong pair of keys with the same bytes', async () => {
    const club = await t.given.fanclub();
    const stranger = await t.given.fanclub({});
    const strangersKey = await t.given.organizationKey({ organizationId: stranger.organizationId });
    const revoked = await t.given.organizationKey({ revokedAt: new Date('2026-06-01T00:00:00Z') });
    const customer = await t.given.customer({ email: 'ada@x.example' });
    const get = (key: string | null, header: string | null) =>
      t.api.get(`${path}?email=ada@x.example`, {
        key,
        headers: header === null ? {} : { 'api-key': header },
      });

    const refused = await Promise.all([
      get(club.key, null),
      get(club.key, ''),
      get(club.key, 'wrong'),
      get(club.key, club.key),
      get(club.key, strangersKey),
      get(club.key, revoked),
      get(stranger.key, apiKey),
      get('wrong', apiKey),
      get(null, apiKey),
      (await loggedIn(t, customer)).get(path, { query: { email: 'ada@x.example' } }),
    ]);

    expect(new Set(refused.map(({ text }) => text))).toEqual(new Set([JSON.stringify(INVALID_KEY)]));
    expect(refused.every(({ code }) => code === 200)).toBe(true);
    expect((await get(club.key, apiKey)).body.customer.id).toBe(customer.id);
  });

  it('takes three statements, two for an invalid address, and sometimes one more for the last use', async () => {
    const customer = await t.given.customer({ email: 'ada@x.example' });
    await t.given.emailAlias({ customer, email: 'old@x.example' });
    const counter = countStatements();
    await search('old@x.example');
    expect(counter.count).toBe(4);
    await search('old@x.example');
    expect(counter.count).toBe(7);
    await search('no address');
    expect(counter.stop()).toHaveLength(9);
  });

  it('records every search: key, digest of the address, hit or miss, time; and nothing else', async () => {
    const { id: fanclubId } = await t.given
      .customer({ email: 'ada@x.example' })
      .then(() => t.given.fanclub());
    await search('ada@x.example');
    await search(' ADA@X.example ');
    t.clock.advance(60);
    await search('nobody@x.example');
    await search('no address');
    await search();
    await t.api.get(path, { query: { email: 'ada@x.example' }, headers: { 'api-key': 'wrong' } });

    const rows = await t.db.getRepository(SearchAudit).find({ order: { id: 'ASC' } });
    const { id: organizationApiKeyId } = await t.db.getRepository(OrganizationApiKey).findOneByOrFail({});
    const [first, second, third] = rows;
    expect(rows.map(({ fanclubId: club, organizationApiKeyId: key, found }) => [club, key, found])).toEqual([
      [fanclubId, organizationApiKeyId, true],
      [fanclubId, organizationApiKeyId, true],
      [fanclubId, organizationApiKeyId, false],
    ]);
    expect(second.emailDigest).toEqual(first.emailDigest);
    expect(third.emailDigest).not.toEqual(first.emailDigest);
    expect(first.emailDigest).not.toEqual(createHash('sha256').update('ada@x.example').digest());
    expect(third.createdAt.getTime() - first.createdAt.getTime()).toBe(60_000);
  });

  it('records when the key was last used, to some minutes, and not the use of a wrong pair', async () => {
    const lastUse = async () => (await t.db.getRepository(OrganizationApiKey).findOneByOrFail({})).lastUsedAt;
    const stranger = await t.given.fanclub({});
    await search('ada@x.example', { key: stranger.key });
    expect(await lastUse()).toBeNull();
    await search();
    expect(await lastUse()).toEqual(new Date(NOW));
    t.clock.advance(299);
    await search();
    expect(await lastUse()).toEqual(new Date(NOW));
    t.clock.advance(1);
    await search();
    expect(await lastUse()).toEqual(t.clock.now());
  });
});

describe('a read-only database', () => {
  it('is still searched, and the log replaces the audit', async () => {
    const customer = await t.given.customer({ email: 'ada@x.example' });
    const apiKey = await t.given.organizationKey();
    const readOnly = new URL(t.config.database.url);
    readOnly.searchParams.set('options', '-c default_transaction_read_only=on');
    const server = await startServerProcess(readOnly.href, { LOG_LEVEL: 'warn' });
    try {
      const { body } = await t.api
        .at(server.origin)
        .get('/search', { query: { email: 'ada@x.example' }, headers: { 'api-key': apiKey } });
      expect(body.customer.id).toBe(customer.id);
    } finally {
      await server.kill();
    }
    expect(server.output()).toMatch(/not in the audit.*address [0-9a-f]{64}, found/);
    expect(server.output()).not.toContain('ada');
    expect(await t.db.getRepository(SearchAudit).count()).toBe(0);
  });
});
