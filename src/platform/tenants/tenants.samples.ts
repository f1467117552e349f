import { createHash } from 'node:crypto';
import { ENCRYPTION_KEY, makersOf, type Samples } from '#samples';
import { Sealer } from '#libs/sealed';
import { FanclubKey, Fanclub, TrustedDomain, LoginProvider } from './fanclub.entity';
import { FanClubHost } from './fan-club-host.entity';
import { OrganizationApiKey, Organization } from './organization.entity';

/** A fan club together with its main key. */
export type FanclubWithKey = Fanclub & { key: string };

const makers = makersOf({
  organization(overrides: Partial<Organization> = {}): Promise<Organization> {
    return this.save(Organization, { name: `Organization ${this.seed().n}`, ...overrides });
  },

  /** A secret key for the `Api-Key` header. By default it belongs to the organization of the test's fan club. Returns the key itself. */
  async organizationKey(overrides: Partial<OrganizationApiKey> & { key?: string } = {}): Promise<string> {
    return (await this.organizationApiKey(overrides)).key;
  },

  /** The same, with its row. */
  async organizationApiKey({
    key: given,
    ...overrides
  }: Partial<OrganizationApiKey> & { key?: string } = {}): Promise<OrganizationApiKey & { key: string }> {
    const key = given ?? `organization-key-${this.seed().n}`;
    const row = await this.save(OrganizationApiKey, {
      organizationId: overrides.organizationId ?? (await this.fanclub()).organizationId,
      keyHash: createHash('sha256').update(key).digest(),
      prefix: key.slice(0, 8),
      label: null,
      lastUsedAt: null,
      revokedAt: null,
      ...overrides,
    });
    return Object.assign(row, { key });
  },

  /**
   * Without argument: the test's fan club, created on first use. With an argument, even `{}`: a further club with its own
   * organization. The first club that is created becomes the test's fan club.
   */
  fanclub(overrides?: Partial<FanclubWithKey>): Promise<FanclubWithKey> {
    if (!overrides && this.tenant) return this.tenant as Promise<FanclubWithKey>;
    const made = this.anotherFanclub(overrides);
    this.tenant ??= made;
    return made;
  },

  /** A club with US dollars and Pacific time, whose days differ from UTC. */
  async anotherFanclub({ key, ...overrides }: Partial<FanclubWithKey> = {}): Promise<FanclubWithKey> {
    const { n } = this.seed();
    const club = await this.save(Fanclub, {
      organizationId: overrides.organizationId ?? (await this.organization()).id,
      name: `Fan Club ${n}`,
      siteUrl: `https://club-${n}.example.test`,
      plansUrl: `https://club-${n}.example.test/join`,
      supportEmail: `support@club-${n}.example.test`,
      timeZone: 'America/Los_Angeles',
      currency: 'USD',
      taxRate: null,
      taxText: null,
      supportRefundLimit: '30.00',
      renewalNoticeDays: 14,
      renewalTryDays: 14,
      homeCountry: 'US',
      minimumAge: 13,
      forumIntegration: false,
      listPlansWithoutSubscription: false,
      logoUrl: null,
      accentColor: null,
      font: null,
      linkLogin: null,
      linkLogout: null,
      linkPasswordReset: null,
      linkSavedCard: null,
      linkRedeem: null,
      linkForum: null,
      linkIpboard: null,
      linkPrivacy: null,
      linkTerms: null,
      trackingDevelopment: [],
      trackingProduction: [],
      mailSenderName: null,
      mailSenderAddress: null,
      heldAt: null,
      heldForMove: false,
      heldMs: 0,
      movedTo: null,
      ...overrides,
    });
    const main = await this.fanclubKey({ fanclubId: club.id, main: true, ...(key !== undefined && { key }) });
    return Object.assign(club, { key: main.key });
  },

  /** A valid key beside the club's main one. */
  async fanclubKey(overrides: Partial<FanclubKey> = {}): Promise<FanclubKey> {
    return this.save(FanclubKey, {
      fanclubId: await this.clubOf(overrides),
      key: `fanclub-key-${this.seed().n}`,
      name: null,
      main: false,
      revokedAt: null,
      ...overrides,
    });
  },

  /** A website whose pages may use the API. */
  async trustedDomain(overrides: Partial<TrustedDomain> = {}): Promise<TrustedDomain> {
    const fanclubId = await this.clubOf(overrides);
    const origin = `https://site-${this.seed().n}.example.test`;
    return this.save(TrustedDomain, { fanclubId, origin, ...overrides });
  },

  /** A verified host, which is not the main one unless `main` is given. */
  async fanClubHost(overrides: Partial<FanClubHost> = {}): Promise<FanClubHost> {
    return this.save(FanClubHost, {
      fanclubId: await this.clubOf(overrides),
      host: `fans-${this.seed().n}.club.test`,
      main: false,
      verifiedAt: this.seed().now,
      ...overrides,
    });
  },

  /** The provider `social`, enabled; its app secret is `app-secret`, unless another `appSecret` is given. */
  async loginProvider({
    appSecret = 'app-secret',
    ...overrides
  }: Partial<LoginProvider> & { appSecret?: string } = {}): Promise<LoginProvider> {
    return this.save(LoginProvider, {
      fanclubId: await this.clubOf(overrides),
      name: 'social',
      appId: `app-${this.seed().n}`,
      appSecretSealed: new Sealer([ENCRYPTION_KEY]).seal(appSecret),
      loginPath: null,
      enabled: true,
      issuer: null,
      label: null,
      appleTeam: null,
      appleKey: null,
      ...overrides,
    });
  },
});

declare module '#samples' {
  interface Given extends TenantMakers {}
  interface ClubRows {
    readonly revokedKey: string;
  }
}
type TenantMakers = typeof makers;

export const samples: Samples = {
  makers,
  acrossFanclubs: {
    'keys.find_organization': 'finds an organization that the operator names',
    'keys.list': 'all keys, for the operator',
    'keys.lock_fanclub_of_key': 'finds the fan club of a key that the operator names',
    'keys.revoke_organization_key': 'revokes a key that the operator names',
    'moves.conflicts': 'compares people and an organization with those that a move would copy',
    'moves.equal_keys': 'finds keys that a fan club to be moved has, too',
    'published.fanclub_by_key': 'finds the fan club of a key',
    'tenants.served_fanclubs': 'all fan clubs, for the proxy in front of several databases',
    'tenants.served_keys': 'all public keys, for the same',
    'tenants.key_holder': 'finds the fan club of a key that an import names',
  },
  examples: {
    loginProvider: async (given) => given.loginProvider({ fanclubId: (await given.fanclub({})).id }),
  },
  limitedColumns: [
    'FanClubHost.host',
    'FanClubHost.main',
    'Fanclub.accentColor',
    'Fanclub.currency',
    'Fanclub.font',
    'Fanclub.homeCountry',
    'Fanclub.movedTo',
    'Fanclub.timeZone',
    'LoginProvider.appSecretSealed',
    'LoginProvider.name',
    'LoginProvider.issuer',
    'LoginProvider.label',
    'LoginProvider.appleTeam',
    'LoginProvider.appleKey',
  ],
  recordsRefusals: ['organization_api_keys'],
  async club({ given, club, now, of }) {
    await of('everybody');
    await given.loginProvider({ appSecret: club.secret });
    await given.trustedDomain();
    // It waits for its check: with hosts of their own, fan clubs are served elsewhere.
    await given.fanClubHost({ verifiedAt: null });
    await of('nobody');
    return { revokedKey: (await given.fanclubKey({ revokedAt: now })).key };
  },
  catalogue: {
    fanclub: {
      id: 5,
      name: 'The Analytical Engines',
      key: 'engines-key',
      extra_keys: ['engines-old-key'],
      site_url: 'https://fans.example',
      plans_url: 'https://fans.example/plans',
      support_email: 'help@fans.example',
      time_zone: 'America/Los_Angeles',
      currency: 'USD',
      tax_rate: '7.70',
      tax_text: 'VAT',
      support_refund_limit: '15.50',
      renewal_notice_days: 10,
      renewal_try_days: 12,
      home_country: 'US',
      minimum_age: 16,
      forum_integration: true,
      list_plans_without_subscription: true,
      logo_url: 'https://cdn.fans.example/logo.svg',
      accent_color: '#7a1f5c',
      font: 'slab',
      trusted_domains: ['https://fans.example', 'http://localhost:8080'],
      links: {
        login: 'https://fans.example/login',
        logout: 'https://fans.example/logout',
        password_reset: 'https://fans.example/reset',
        saved_card: 'https://fans.example/card',
        redeem: 'https://fans.example/redeem',
        forum: 'https://forum.fans.example',
        ipboard: 'https://forum.fans.example/sso',
        legals: { privacy: 'https://fans.example/privacy', terms: 'https://fans.example/terms' },
      },
      tracking: { development: ['UA-0-1'], production: ['UA-1-1', 'UA-1-2'] },
      authentications: [
        { name: 'social', app_id: '4711', app_secret: 'shh', login_path: '/login/social', enabled: true },
      ],
    },
  },
  notFromCatalogue: [
    'fan_club_hosts',
    'fanclub_keys.name',
    'fanclub_keys.revoked_at',
    'fanclubs.mail_sender_address',
    'fanclubs.mail_sender_name',
    'fanclubs.held_at',
    'fanclubs.held_for_move',
    'fanclubs.held_ms',
    'fanclubs.moved_to',
    'login_providers.apple_key',
    'login_providers.apple_team',
    'login_providers.issuer',
    'login_providers.label',
  ],
};
