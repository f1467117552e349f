/** The roles of staff. An owner of an organization is the owner of all its fan clubs. */
export const ROLES = ['owner', 'manager', 'support', 'fulfilment', 'viewer'] as const;

export type Role = (typeof ROLES)[number];

/**
 * How far a permission reaches. Handlers apply the difference; `full` has no limit.
 *
 * - `masked`: without names and addresses of persons
 * - `limited`: up to the limit that the permission's comment names
 * - `numbers`: without money
 * - `parcels`: only what shipping needs
 */
export type Reach = 'full' | 'masked' | 'limited' | 'numbers' | 'parcels';

type Grants = Partial<Record<Role, Reach>>;

const OWNER: Grants = { owner: 'full' };
const MANAGERS: Grants = { ...OWNER, manager: 'full' };
const HELPERS: Grants = { ...MANAGERS, support: 'full' };
const READERS: Grants = { ...HELPERS, viewer: 'full' };
const MASKED_READERS: Grants = { ...HELPERS, viewer: 'masked' };

/** Every permission with the roles that have it. `.read` shows, `.write` creates, changes and deletes. */
export const PERMISSIONS = {
  /** People and their roles. */
  'staff.read': MANAGERS,
  'staff.write': OWNER,
  /** Fan club keys, organization keys and login providers. */
  'keys.read': MANAGERS,
  'keys.write': OWNER,
  /** Settings of the fan club, trusted domains, texts of mails. */
  'club.read': READERS,
  'club.write': MANAGERS,
  /** Sales periods, plans, packages, upgrades and benefits. */
  'plans.read': { ...READERS, fulfilment: 'full' },
  'plans.write': MANAGERS,
  'events.read': READERS,
  'events.write': MANAGERS,
  'contests.read': READERS,
  'contests.write': MANAGERS,
  /** The people who entered a contest. */
  'entries.read': MASKED_READERS,
  'members.read': MASKED_READERS,
  /** Corrections, locks, blacklist, confirmation mails, end of sessions. */
  'members.write': HELPERS,
  /** Memberships that are given, extended or cancelled; `limited`: one term at most. */
  'members.comp': { ...MANAGERS, support: 'limited' },
  'members.export': MANAGERS,
  'members.import': OWNER,
  'orders.read': { ...MASKED_READERS, fulfilment: 'parcels' },
  'shipments.read': { ...READERS, fulfilment: 'full' },
  'shipments.write': { ...MANAGERS, fulfilment: 'full' },
  'contacts.read': HELPERS,
  'contacts.export': MANAGERS,
  /** Mails that wait, were sent or failed; never their contents. */
  'mails.read': READERS,
  'mails.retry': HELPERS,
  'dashboard.read': { ...MANAGERS, support: 'numbers', fulfilment: 'parcels', viewer: 'full' },
  'audit.read': MANAGERS,
} as const satisfies Record<string, Grants>;

export type Permission = keyof typeof PERMISSIONS;

/** How far a role's permission reaches; null if the role does not have it. */
export function reachOf(role: Role, permission: Permission): Reach | null {
  const grants: Grants = PERMISSIONS[permission];
  return grants[role] ?? null;
}

/** The permissions of a role, each with its reach. */
export function permissionsOf(role: Role): Partial<Record<Permission, Reach>> {
  return Object.fromEntries(
    (Object.keys(PERMISSIONS) as Permission[]).flatMap((permission) => {
      const reach = reachOf(role, permission);
      return reach === null ? [] : [[permission, reach]];
    }),
  );
}

/** The role with more rights; roles are listed from most to least. */
export const strongerOf = (one: Role, other: Role): Role =>
  ROLES.indexOf(one) <= ROLES.indexOf(other) ? one : other;
