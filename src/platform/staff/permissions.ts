import { Declared } from '#libs/declared';

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
export type Grants = Readonly<Partial<Record<Role, Reach>>>;

export const OWNER = { owner: 'full' } as const satisfies Grants;
export const MANAGERS = { ...OWNER, manager: 'full' } as const satisfies Grants;
export const HELPERS = { ...MANAGERS, support: 'full' } as const satisfies Grants;
export const READERS = { ...HELPERS, viewer: 'full' } as const satisfies Grants;
export const MASKED_READERS = { ...HELPERS, viewer: 'masked' } as const satisfies Grants;

/** All permissions, by name. Every file with {@link declarePermissions} adds its own. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- it is filled by declaration merging
export interface Permissions {}

export type Permission = keyof Permissions;

/** Every permission with the roles that have it. */
export const PERMISSIONS = new Declared<Permission, Grants>('permission');

/** The permissions of owners alone that a key of a program may have, too. */
export const KEY_SCOPES = new Set<string>();

/**
 * Declares permissions of a domain and the roles that have them, in `staff/<domain>.declarations.ts`. `.read` shows; `.write` creates,
 * changes and deletes.
 *
 *     export const permissions = declarePermissions({ 'events.read': READERS, 'events.write': MANAGERS });
 *
 *     declare module '#platform/staff' {
 *       interface Permissions extends Readonly<typeof permissions> {}
 *     }
 *
 * @param scopes those of owners alone that a key of a program may have, too
 * @throws Error if a permission is declared already
 */
export function declarePermissions<const P extends Readonly<Record<`${string}.${string}`, Grants>>>(
  permissions: P,
  scopes: readonly (keyof P & string)[] = [],
): P {
  PERMISSIONS.add(permissions);
  for (const scope of scopes) KEY_SCOPES.add(scope);
  return permissions;
}

/** From the furthest. Of several roles in a fan club, the furthest reach of each permission counts. */
const REACHES: readonly Reach[] = ['full', 'limited', 'numbers', 'parcels', 'masked'];

/** How far a permission reaches with these roles; null without it. */
export function reachOf(roles: readonly Role[], permission: Permission): Reach | null {
  const grants = PERMISSIONS.get(permission);
  const given = roles.map((role) => grants[role]);
  return REACHES.find((reach) => given.includes(reach)) ?? null;
}

/** The permissions of these roles, each with its reach. */
export function permissionsOf(roles: readonly Role[]): Partial<Record<Permission, Reach>> {
  return Object.fromEntries(
    PERMISSIONS.names().flatMap((permission) => {
      const reach = reachOf(roles, permission);
      return reach === null ? [] : [[permission, reach]];
    }),
  );
}
