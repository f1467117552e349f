import { isToken, newToken } from '#libs/token';
import { KEY_SCOPES, PERMISSIONS, type Permission } from '../permissions';

/** By this, people and scanners of source code recognize a key. */
const PREFIX = 'fcs_';

/** Characters of a key that are shown later. */
const SHOWN = PREFIX.length + 4;

/** A new key. */
export const newStaffKey = (): string => `${PREFIX}${newToken()}`;

/** Whether a text has the form of a {@link newStaffKey}. */
export const isStaffKey = (text: string): boolean =>
  text.startsWith(PREFIX) && isToken(text.slice(PREFIX.length));

/** The first characters of a key. */
export const shownOf = (key: string): string => key.slice(0, SHOWN);

/** The longest life of a key, in days. */
export const MOST_DAYS = 365;

/** Whether a key may have a permission: what managers may do, and what its domain allows although only owners may. */
export const isScope = (permission: Permission): boolean =>
  PERMISSIONS.get(permission).manager !== undefined || KEY_SCOPES.has(permission);

/** All permissions that a key may have, by name. */
export const scopesForKeys = (): readonly Permission[] => PERMISSIONS.names().filter(isScope);

/** Whether a key stands for a recent proof: it was made with one, but it only spares what downloads. */
export const provesItself = (permission: Permission): boolean => permission.endsWith('.export');
