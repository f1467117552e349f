import { type RowOf, statement, types } from '#platform/database';
import type { Role } from '../permissions';

/** Who works for a fan club, or for its organization as a whole; a row per role. */
export const PEOPLE = statement('staff.people', {
  params: { organization: types.bigint, fanclub: types.bigint.orNull },
  row: {
    id: types.bigint,
    staffId: types.bigint,
    /** Null: the role is for all fan clubs of the organization. */
    fanclubId: types.bigint.orNull,
    role: types.textOf<Role>(),
    email: types.text,
    name: types.text,
    lastSeenAt: types.timestamptz.orNull,
    disabledAt: types.timestamptz.orNull,
  },
  text: `
    SELECT r.id, r.staff_id AS "staffId", r.fanclub_id AS "fanclubId", r.role, p.email, p.name,
      (SELECT max(s.last_seen_at) FROM staff_sessions s WHERE s.staff_id = p.id) AS "lastSeenAt",
      p.disabled_at AS "disabledAt"
    FROM staff_roles r JOIN staff p ON p.id = r.staff_id
    WHERE r.organization_id = $organization AND (r.fanclub_id IS NULL OR r.fanclub_id = $fanclub)
    ORDER BY r.id`,
});

/** Locks the organization, so that two changes of roles do not remove the last two owners together. */
export const LOCK_ORGANIZATION = statement('staff.lock_organization', {
  params: { organization: types.bigint },
  row: { id: types.bigint },
  text: 'SELECT id FROM organizations WHERE id = $organization FOR NO KEY UPDATE',
});

/** A person with a role. */
export type Person = RowOf<typeof PEOPLE>;

/** Whether this is the last role of an owner who can log in. */
export const isLastOwner = (people: readonly Person[], id: number): boolean =>
  people.some((one) => one.id === id && one.role === 'owner') &&
  !people.some((one) => one.id !== id && one.role === 'owner' && one.disabledAt === null);

/**
 * Whether a person has a role in a scope that an owner does not own. `p` is the person's id in SQL, `owner` the owner's. An owner
 * of an organization owns all its fan clubs.
 */
export const hasForeignRole = (p: string, owner: string): string => `EXISTS (
  SELECT FROM staff_roles theirs WHERE theirs.staff_id = ${p} AND NOT EXISTS (
    SELECT FROM staff_roles own WHERE own.staff_id = ${owner} AND own.role = 'owner'
      AND own.organization_id = theirs.organization_id
      AND (own.fanclub_id IS NULL OR own.fanclub_id = theirs.fanclub_id)))`;

/** Those of these people who also work where the owner does not own everything. */
export const WORKING_ELSEWHERE = statement('staff.working_elsewhere', {
  params: { ids: types.array(types.bigint), owner: types.bigint },
  row: { id: types.bigint },
  text: `SELECT id FROM staff WHERE id = ANY ($ids) AND ${hasForeignRole('staff.id', '$owner')}`,
});

/** The roles of exactly this fan club, or of the organization as a whole. */
const EXACTLY = 'organization_id = $organization AND fanclub_id IS NOT DISTINCT FROM $fanclub';

const ROLE_OF_SCOPE = { organization: types.bigint, fanclub: types.bigint.orNull, id: types.bigint };

/** Gives a person of the scope another role. */
export const CHANGE_ROLE = statement('staff.change_role', {
  params: { ...ROLE_OF_SCOPE, role: types.text },
  text: `UPDATE staff_roles SET role = $role, updated_at = now() WHERE id = $id AND ${EXACTLY}`,
});

/** Takes a role of the scope from a person. */
export const REMOVE_ROLE = statement('staff.remove_role', {
  params: ROLE_OF_SCOPE,
  text: `DELETE FROM staff_roles WHERE id = $id AND ${EXACTLY}`,
});

/** The invitations of exactly this scope that can still be taken up. */
export const INVITATIONS = statement('staff.invitations', {
  params: { organization: types.bigint, fanclub: types.bigint.orNull, now: types.timestamptz },
  row: { id: types.bigint, email: types.text, role: types.textOf<Role>(), expiresAt: types.timestamptz },
  text: `
    SELECT id, email, role, expires_at AS "expiresAt" FROM staff_tokens
    WHERE ${EXACTLY} AND purpose = 'invite' AND expires_at > $now ORDER BY id`,
});

/** Withdraws the invitations of the scope to a person's address. */
export const WITHDRAW_INVITATIONS_TO = statement('staff.withdraw_invitations_to', {
  params: { organization: types.bigint, fanclub: types.bigint.orNull, staff: types.bigint },
  text: `
    DELETE FROM staff_tokens
    WHERE ${EXACTLY} AND purpose = 'invite' AND lower(email) = (SELECT lower(p.email) FROM staff p WHERE p.id = $staff)`,
});

/** Withdraws an invitation. */
export const WITHDRAW_INVITATION = statement('staff.withdraw_invitation', {
  params: ROLE_OF_SCOPE,
  text: `DELETE FROM staff_tokens WHERE id = $id AND ${EXACTLY} AND purpose = 'invite'`,
});
