import { createHash } from 'node:crypto';
import { Sealer } from '#libs/sealed';
import { daysFrom, ENCRYPTION_KEY, makersOf, type Samples } from '#samples';
import type { Customer } from '#domains/accounts/customer.entity';
import { OidcApplication } from './application.entity';
import { OidcConsent, OidcKey, OidcLogIn, OidcRecord } from './openid.entities';

/** The secret of confidential applications of samples. */
export const APPLICATION_SECRET = 'the-secret-of-an-application-of-tests-0001';

const sealed = (text: string): string => new Sealer([ENCRYPTION_KEY]).seal(text);
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

interface OfApplication {
  application?: OidcApplication;
  customer?: Customer;
}

const makers = makersOf({
  /** A confidential application of another party. `secretSealed: null` makes it public. */
  async application(overrides: Partial<OidcApplication> = {}): Promise<OidcApplication> {
    const { n } = this.seed();
    return this.save(OidcApplication, {
      fanclubId: await this.clubOf(overrides),
      clientId: digest(`application ${n}`).toString('base64url').slice(0, 22),
      name: `Application ${n}`,
      confidential: overrides.secretSealed !== null,
      secretSealed: sealed(APPLICATION_SECRET),
      firstParty: false,
      scopes: ['openid', 'email', 'profile', 'membership'],
      redirectUrls: [`https://forum-${n}.example/auth/oidc/callback`],
      logOutUrls: [],
      backChannelLogOutUrl: null,
      lastUsedAt: null,
      ...overrides,
    });
  },

  /** What a member has allowed an application. */
  async consentTo({ application, customer, ...overrides }: OfApplication & Partial<OidcConsent> = {}) {
    const { now } = this.seed();
    const to = application ?? (await this.application(overrides));
    return this.save(OidcConsent, {
      fanclubId: to.fanclubId,
      applicationId: to.id,
      customerId: (customer ?? (await this.customer({ fanclubId: to.fanclubId }))).id,
      scopes: ['openid', 'email'],
      lastUsedAt: now,
      ...overrides,
    });
  },

  /** A token of an application, which nobody can use. */
  async oidcRecord({ application, customer, ...overrides }: OfApplication & Partial<OidcRecord> = {}) {
    const { n, now } = this.seed();
    const of = application ?? (await this.application(overrides));
    return this.save(OidcRecord, {
      fanclubId: of.fanclubId,
      model: 'AccessToken',
      idHash: digest(`record ${n}`),
      uidHash: null,
      grantHash: digest(`grant ${n}`),
      payloadSealed: sealed('{}'),
      applicationId: of.id,
      customerId: (customer ?? (await this.customer({ fanclubId: of.fanclubId }))).id,
      sessionId: n,
      consumedAt: null,
      expiresAt: daysFrom(now, 1),
      ...overrides,
    });
  },

  /** A log-in at an application, in a session that is over. */
  async applicationLogIn({ application, customer, ...overrides }: OfApplication & Partial<OidcLogIn> = {}) {
    const { n, now } = this.seed();
    const at = application ?? (await this.application(overrides));
    return this.save(OidcLogIn, {
      fanclubId: at.fanclubId,
      applicationId: at.id,
      clientId: at.clientId,
      logOutUrl: null,
      customerId: (customer ?? (await this.customer({ fanclubId: at.fanclubId }))).id,
      sessionId: n,
      sid: `sid-${n}`,
      endedAt: null,
      attempts: 0,
      nextTryAt: now,
      ...overrides,
    });
  },

  /** A signing key of the installation. It signs nothing: its content is no key. */
  async oidcKey(overrides: Partial<OidcKey> = {}): Promise<OidcKey> {
    const { n, now } = this.seed();
    return this.save(OidcKey, { generation: n, jwkSealed: sealed('{}'), signsFrom: now, ...overrides });
  },
});

declare module '#samples' {
  interface Given extends OpenidMakers {}
  interface ClubRows {
    readonly application: OidcApplication;
  }
}
type OpenidMakers = typeof makers;

export const samples: Samples = {
  makers,
  after: ['accounts'],
  async club({ given }) {
    return { application: await given.application() };
  },
  async member({ given, club: { application }, member: { customer } }) {
    await given.consentTo({ application, customer });
    await given.oidcRecord({ application, customer });
    await given.applicationLogIn({ application, customer });
    return {};
  },
  async statements({ given, now }) {
    const record = await given.oidcRecord({ model: 'Grant', grantHash: digest('a grant') });
    const { customerId: customer, applicationId: application } = await given.consentTo();
    const { clientId } = await given.application();
    const heard = await given.application({ backChannelLogOutUrl: 'https://forum.example/back' });
    const logIn = await given.applicationLogIn({ application: heard });
    const ended = await given.application();
    const over = await given.applicationLogIn({ application: ended, endedAt: now });
    const used = { customer, application };
    const { idHash } = record;
    const uid = await given.oidcRecord({ model: 'Session', uidHash: digest('a session') });
    const tokenHash = digest(await given.session({ customer: await given.customer() }));
    return {
      'openid.consume_record': { model: 'Grant', idHash },
      'openid.delete_consent': used,
      'openid.delete_granted': { model: 'Grant', grantHash: digest('a grant') },
      'openid.delete_log_in': { logIn: over.id, attempts: 0 },
      'openid.delete_of_all_members': { application: record.applicationId },
      'openid.delete_of_application': { customer: record.customerId, application: record.applicationId },
      'openid.delete_record': { model: 'Grant', idHash },
      'openid.detach_log_ins': { application: logIn.applicationId, now },
      'openid.end_log_ins': { customer: logIn.customerId, application: logIn.applicationId, now },
      'openid.find_application': { clientId },
      'openid.find_consent': used,
      'openid.find_log_in': { tokenHash },
      'openid.find_member': { customer },
      'openid.find_record': { model: 'Grant', idHash },
      'openid.find_record_by_uid': { model: 'Session', uidHash: uid.uidHash },
      'openid.list_consents': { customer },
      'openid.memberships': { customer: (await given.subscription()).customerId },
      'openid.store_consent': used,
      'openid.take_ended_log_ins': { clientId: ended.clientId, now, limit: 10 },
      'openid.touch_application': { application },
      'openid.touch_consent': used,
    };
  },
  staff: {
    'GET /fanclubs/:fanclubId/applications': { permission: 'applications.read' },
    'GET /fanclubs/:fanclubId/applications/:id': {
      permission: 'applications.read',
      request: ({ club }) => ({ params: { id: club.application.id } }),
    },
    'POST /fanclubs/:fanclubId/applications': {
      permission: 'applications.write',
      proof: true,
      audits: 'application',
      request: ({ n }) => ({
        body: {
          name: `New application ${n}`,
          confidential: true,
          redirect_urls: [`https://shop-${n}.example/callback`],
        },
      }),
    },
    'PATCH /fanclubs/:fanclubId/applications/:id': {
      permission: 'applications.write',
      proof: true,
      audits: 'application',
      async request({ given, n }) {
        const { id } = await given.application();
        return { params: { id }, ifMatch: true, body: { name: `Forum ${n}`, first_party: true } };
      },
    },
    'POST /fanclubs/:fanclubId/applications/:id/secret': {
      permission: 'applications.write',
      proof: true,
      audits: 'application',
      request: async ({ given }) => ({ params: { id: (await given.application()).id } }),
    },
    'DELETE /fanclubs/:fanclubId/applications/:id': {
      permission: 'applications.write',
      proof: true,
      audits: 'application',
      request: async ({ given }) => ({ params: { id: (await given.application()).id } }),
    },
    'GET /fanclubs/:fanclubId/members/:id/applications': {
      permission: 'members.write',
      request: async ({ given }) => ({ params: { id: (await given.consentTo()).customerId } }),
    },
  },
  filteredById: {
    'openid.delete_consent': 'the customer of the session',
    'openid.delete_of_application': 'the customer of the session',
    'openid.end_log_ins': 'the customer of the session',
    'openid.list_consents': 'the customer of the session, or in the path, who was found',
  },
  notAsked: {
    'openid.find_record': 'no record of a sample has a live session',
    'openid.find_record_by_uid': 'the same',
    'openid.save_granted': 'no sample has a live session that may be granted something',
    'openid.save_record': 'the same',
  },
  limitedColumns: [
    'OidcApplication.logOutUrls',
    'OidcApplication.scopes',
    'OidcApplication.secretSealed',
    'OidcConsent.scopes',
    'OidcLogIn.logOutUrl',
    'OidcKey.jwkSealed',
    'OidcRecord.model',
    'OidcRecord.payloadSealed',
  ],
  notFromCatalogue: ['oidc_applications', 'oidc_records', 'oidc_consents', 'oidc_log_ins', 'oidc_keys'],
};
