import { named } from '#platform/reference';
import { PERMISSIONS, type Reach, ROLES } from './permissions';

/** A {@link Role}. */
export const ROLE = named('Role', () => ({ type: 'string', enum: ROLES }));

const REACHES: readonly Reach[] = ['full', 'masked', 'limited', 'numbers', 'parcels'];

/** How far a permission reaches. */
export const REACH = named('Reach', () => ({ type: 'string', enum: REACHES }));

/** A permission. Read when the document is made, because domains add theirs. */
export const PERMISSION = named('Permission', () => ({
  type: 'string',
  enum: PERMISSIONS.names(),
}));
