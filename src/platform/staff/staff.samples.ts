import { createHash } from 'node:crypto';
import { hashToken } from '#libs/token';
import { Sealer } from '#libs/sealed';
import {
  daysFrom,
  ENCRYPTION_KEY,
  type Given,
  hoursFrom,
  makersOf,
  PASSWORD_HASH,
  type Samples,
} from '#samples';
import { recoveryCodeHash } from './login/recovery-codes';
import { StaffAuditChain, StaffAudit, StaffRead } from './audit/staff-audit.entity';
import {
  StaffLimit,
  StaffPasskey,
  StaffSession,
  StaffRecoveryCode,
  StaffToken,
} from './login/staff-login.entity';
import { StaffApiKey } from './keys/staff-api-key.entity';
import { StaffRequest } from './staff-request.entity';
import { StaffRole, Staff } from './people/staff.entity';
import { TOTP_SECRET } from './login/authenticator.samples';
import { staffRoutes } from './staff-routes.samples';
import { CHAIN_START, chainOf, payloadDigest } from './audit/staff-audits';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** A fan club has one chain. */
interface OfClub {
  club?: { id: number; organizationId: number };
}

const makers = makersOf({
  /** A person with the tests' password and an authenticator app, without a role. */
  async staff(overrides: Partial<Staff> = {}): Promise<Staff> {
    const { n } = this.seed();
    return this.save(Staff, {
      email: `staff-${n}@example.org`,
      name: `Kim ${n}`,
      passwordHash: PASSWORD_HASH,
      totpSealed: new Sealer([ENCRYPTION_KEY]).seal(TOTP_SECRET),
      totpLastStep: null,
      disabledAt: null,
      ...overrides,
    });
  },

  /** By default, the owner of the test's fan club only; with `fanclubId: null`, of all of the organization. */
  async staffRole(overrides: Partial<StaffRole> = {}): Promise<StaffRole> {
    const club = await (this.tenant ?? this.fanclub());
    return this.save(StaffRole, {
      staffId: overrides.staffId ?? (await this.staff()).id,
      organizationId: club.organizationId,
      fanclubId: club.id,
      role: 'owner',
      ...overrides,
    });
  },

  async staffPasskey(overrides: Partial<StaffPasskey> = {}): Promise<StaffPasskey> {
    const { n } = this.seed();
    return this.save(StaffPasskey, {
      staffId: overrides.staffId ?? (await this.staff()).id,
      credential: `credential-${n}`,
      publicKey: Buffer.from([n]),
      counter: 0,
      transports: ['internal'],
      name: 'Laptop',
      lastUsedAt: null,
      ...overrides,
    });
  },

  /** Returns the code. */
  async staffRecoveryCode({
    code,
    ...overrides
  }: Partial<StaffRecoveryCode> & { code?: string } = {}): Promise<string> {
    const { n } = this.seed();
    const plain = code ?? `abcd-efgh-${String(n).padStart(4, '2').replace(/[01]/g, '9')}`;
    await this.save(StaffRecoveryCode, {
      staffId: overrides.staffId ?? (await this.staff()).id,
      codeHash: recoveryCodeHash(plain),
      usedAt: null,
      ...overrides,
    });
    return plain;
  },

  /** A session that has just begun. Returns its token. */
  async staffSession(overrides: Partial<StaffSession> = {}): Promise<string> {
    const { n, now } = this.seed();
    const token = digest(`staff session ${n}`).toString('base64url');
    await this.save(StaffSession, {
      staffId: overrides.staffId ?? (await this.staff()).id,
      tokenHash: hashToken(token),
      userAgent: 'test',
      lastSeenAt: now,
      expiresAt: hoursFrom(now, 12),
      provedAt: now,
      revokedAt: null,
      createdAt: now,
      ...overrides,
    });
    return token;
  },

  /** An invitation as owner of the test's fan club. Returns the token of the mailed link. */
  async staffToken(overrides: Partial<StaffToken> = {}): Promise<string> {
    return (await this.invitation(overrides)).token;
  },

  /** The same, with its row. */
  async invitation(overrides: Partial<StaffToken> = {}): Promise<StaffToken & { token: string }> {
    const { n, now } = this.seed();
    const club = await (this.tenant ?? this.fanclub());
    const token = digest(`staff token ${n}`).toString('base64url');
    const row = await this.save(StaffToken, {
      purpose: 'invite',
      email: `invited-${n}@example.org`,
      organizationId: club.organizationId,
      fanclubId: club.id,
      role: 'owner',
      staffId: null,
      tokenHash: hashToken(token),
      expiresAt: daysFrom(now, 3),
      ...overrides,
    });
    return Object.assign(row, { token });
  },

  /** A key of an owner. Returns it, with its row. */
  async staffApiKey(overrides: Partial<StaffApiKey> = {}): Promise<StaffApiKey & { key: string }> {
    const { n, now } = this.seed();
    const key = `fcs_${digest(`staff key ${n}`).toString('base64url')}`;
    const row = await this.save(StaffApiKey, {
      fanclubId: await this.clubOf(overrides),
      staffId: overrides.staffId ?? (await this.staffRole()).staffId,
      name: `Program ${n}`,
      prefix: key.slice(0, 8),
      tokenHash: hashToken(key),
      scopes: ['members.read'],
      expiresAt: daysFrom(now, 30),
      lastUsedAt: null,
      revokedAt: null,
      createdAt: now,
      ...overrides,
    });
    return Object.assign(row, { key });
  },

  async staffLimit(overrides: Partial<StaffLimit> = {}): Promise<StaffLimit> {
    const { n, now } = this.seed();
    const endsAt = hoursFrom(now, 1);
    return this.save(StaffLimit, {
      what: 'login',
      digest: digest(`limit ${n}`),
      count: 1,
      endsAt,
      ...overrides,
    });
  },

  /** The hour in which a person looked at a customer. */
  async staffRead({
    customer,
    ...overrides
  }: Partial<StaffRead> & { customer?: { id: number; fanclubId: number } } = {}): Promise<StaffRead> {
    const seen = customer ?? (await this.customer());
    return this.save(StaffRead, {
      fanclubId: seen.fanclubId,
      customerId: seen.id,
      staffId: overrides.staffId ?? (await this.staff()).id,
      hour: hoursFrom(this.seed().now, 0),
      ...overrides,
    });
  },

  async staffRequest(overrides: Partial<StaffRequest> = {}): Promise<StaffRequest> {
    const { n, now } = this.seed();
    return this.save(StaffRequest, {
      staffId: overrides.staffId ?? (await this.staff()).id,
      key: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
      requestDigest: digest(`request ${n}`),
      status: 200,
      answer: '{}',
      createdAt: now,
      ...overrides,
    });
  },

  /** The first row of the chain of `club` (a further fan club unless given), with the chain. */
  async staffAudit({ club, ...overrides }: Partial<StaffAudit> & OfClub = {}): Promise<StaffAudit> {
    const { id: fanclubId, organizationId } = club ?? (await this.fanclub({}));
    const facts = {
      organizationId,
      fanclubId,
      position: 1,
      at: this.seed().now,
      staffId: null,
      sessionId: null,
      keyName: null,
      action: 'event.changed',
      subjectType: 'event',
      subjectId: 1,
      customerId: null,
      payloadDigest: payloadDigest(null, { title: 'Oslo' }),
      ...overrides,
    };
    const chain = chainOf(CHAIN_START, facts);
    await this.staffAuditChain({
      club: { id: fanclubId, organizationId },
      lastPosition: facts.position,
      lastChain: chain,
    });
    return this.save(StaffAudit, { before: null, after: { title: 'Oslo' }, chain, ...facts });
  },

  /** An empty chain of `club` (a further fan club unless given). */
  async staffAuditChain({
    club,
    ...overrides
  }: Partial<StaffAuditChain> & OfClub = {}): Promise<StaffAuditChain> {
    const { id: fanclubId, organizationId } = club ?? (await this.fanclub({}));
    return this.save(StaffAuditChain, {
      organizationId,
      fanclubId,
      firstPosition: 0,
      firstChain: CHAIN_START,
      lastPosition: 0,
      lastChain: CHAIN_START,
      ...overrides,
    });
  },
});

declare module '#samples' {
  interface Given extends StaffMakers {}
  interface ClubRows {
    /** The owner of the fan club's organization. */
    readonly owner: StaffOfSample;
    /** A viewer of the fan club only. */
    readonly colleague: StaffOfSample;
    readonly staffAudit: StaffAudit;
  }
}
type StaffMakers = typeof makers;

/** A person of the staff with a session. */
interface StaffOfSample {
  readonly person: Staff;
  readonly role: StaffRole;
  /** The value of the session's cookie. */
  readonly session: string;
}

async function personWith(given: Given, overrides: Partial<StaffRole>): Promise<StaffOfSample> {
  const person = await given.staff();
  const role = await given.staffRole({ ...overrides, staffId: person.id });
  return { person, role, session: await given.staffSession({ staffId: person.id }) };
}

/** No public answer shows these tables, and no request of the public API writes to them. */
const TABLES = [
  ...['staff', 'staff_roles', 'staff_passkeys', 'staff_recovery_codes', 'staff_sessions', 'staff_tokens'],
  'staff_api_keys',
  ...['staff_limits', 'staff_requests', 'staff_audits', 'staff_audit_chains', 'staff_reads'],
];

export const samples: Samples = {
  makers,
  async statements({ given, asking: { organization: organizationId } }) {
    const { id: staffId } = await given.staff();
    const sibling = await given.fanclub({ organizationId });
    await given.staffRole({ staffId, organizationId, fanclubId: sibling.id });
    const { id, tokenHash, staffId: maker } = await given.staffApiKey();
    return {
      'staff_api_keys.find': { tokenHash },
      'staff_api_keys.touch': { id },
      'staff_api_keys.revoke_of': { staff: maker },
      'staff.find_visit': { tokenHash: hashToken(await given.staffSession({ staffId })) },
    };
  },
  acrossFanclubs: {
    'staff.clubs': 'the fan clubs that a person works for',
    'staff.list': 'all people, for the operator',
    'staff.working_elsewhere':
      'says who of these people works for others, too; test/e2e/staff-attacks tries such people',
  },
  filteredById: {
    'staff.working_elsewhere': 'people who were found; no sample works for two organizations',
    'staff_api_keys.revoke_of': 'a person who was found; keys with a role elsewhere stay',
  },
  notAsked: {
    'staff_api_keys.revoke_of': 'nobody in a sample has keys of two fan clubs',
  },
  notFromCatalogue: TABLES,
  limitedColumns: [
    ...['Staff.passwordHash', 'Staff.totpSealed', 'StaffRole.role', 'StaffToken.role', 'StaffToken.purpose'],
    ...['StaffAudit.action', 'StaffAudit.subjectType', 'StaffAudit.before', 'StaffAudit.after'],
    // The chain covers it.
    'StaffAudit.keyName',
    ...['StaffRequest.key', 'StaffPasskey.transports', 'StaffApiKey.scopes'],
  ],
  async club({ given, of }) {
    await of('everybody');
    const owner = await personWith(given, { fanclubId: null });
    const colleague = await personWith(given, { role: 'viewer' });
    await given.staffPasskey({ staffId: colleague.person.id });
    await given.staffRecoveryCode({ staffId: colleague.person.id });
    await given.staffToken();
    return { owner, colleague, staffAudit: await given.staffAudit({ club: await given.fanclub() }) };
  },
  staff: staffRoutes,
};
