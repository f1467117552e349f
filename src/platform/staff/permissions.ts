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

/** The roles that have a permission. */
export type Grants = Partial<Record<Role, Reach>>;

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
  /** Settings of money: currency, tax, and the limit of refunds. Changes need a recent proof. */
  'club.money': OWNER,
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
  /** Refunds; `limited`: up to the fan club's `support_refund_limit` of an order. Above it, others need a recent proof. */
  'orders.refund': { ...MANAGERS, support: 'limited' },
  /** Payments and refunds, and what needs a person; `masked`: without cards and what people wrote. */
  'payments.read': MASKED_READERS,
  /** Marks what needed a person as dealt with. */
  'payments.write': MANAGERS,
  'shipments.read': { ...READERS, fulfilment: 'full' },
  'shipments.write': { ...MANAGERS, fulfilment: 'full' },
  'contacts.read': HELPERS,
  'contacts.export': MANAGERS,
  /** Mails that wait, were sent or failed; never their contents. */
  'mails.read': READERS,
  'mails.retry': HELPERS,
  'dashboard.read': { ...MANAGERS, support: 'numbers', fulfilment: 'parcels', viewer: 'full' },
  'audit.read': MANAGERS,
  /** The client networks of security events; of people who also work elsewhere only for who owns all of it. */
  'audit.networks': OWNER,
} as const satisfies Record<string, Grants>;

/** A permission that a domain adds to the table. */
export type AddedPermission = string & { readonly added: true };

export type Permission = keyof typeof PERMISSIONS | AddedPermission;

/**
 * Adds permissions of a domain that the table does not have: `{ 'news.write': { owner: 'full' } }`. Call it where the permissions
 * are exported, so that it runs before a handler names one.
 * @returns the names, for `@StaffOnly`
 * @throws Error if a permission exists
 */
export function addPermissions<Name extends `${string}.${string}`>(
  grants: Readonly<Record<Name, Grants>>,
): { readonly [N in Name]: AddedPermission } {
  const names = Object.keys(grants) as Name[];
  const known = names.find((name) => Object.hasOwn(PERMISSIONS, name));
  if (known !== undefined) throw new Error(`there is a permission ${known} already`);
  Object.assign(PERMISSIONS, grants);
  const added = names.map((name) => [name, name as string as AddedPermission]);
  return Object.fromEntries(added) as { [N in Name]: AddedPermission };
}

/** From the furthest. A person with several roles in a fan club has the furthest reach of each permission. */
const REACHES: readonly Reach[] = ['full', 'limited', 'numbers', 'parcels', 'masked'];

/** How far a permission reaches with these roles; null without it. */
export function reachOf(roles: readonly Role[], permission: Permission): Reach | null {
  const table: Readonly<Record<string, Grants>> = PERMISSIONS;
  const given = roles.map((role) => table[permission][role]);
  return REACHES.find((reach) => given.includes(reach)) ?? null;
}

/** The permissions of these roles, each with its reach. */
export function permissionsOf(roles: readonly Role[]): Partial<Record<Permission, Reach>> {
  return Object.fromEntries(
    (Object.keys(PERMISSIONS) as Permission[]).flatMap((permission) => {
      const reach = reachOf(roles, permission);
      return reach === null ? [] : [[permission, reach]];
    }),
  );
}
