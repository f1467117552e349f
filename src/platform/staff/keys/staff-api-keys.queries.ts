import { statement, types } from '#platform/database';
import type { Permission, Role } from '../permissions';

/** A valid key of the fan club, with the person who made it and the roles that this person has there now. */
export const FIND_STAFF_KEY = statement('staff_api_keys.find', {
  params: { fanclub: types.bigint, tokenHash: types.bytea, now: types.timestamptz },
  row: {
    id: types.bigint,
    name: types.text,
    scopes: types.array(types.textOf<Permission>()),
    lastUsedAt: types.timestamptz.orNull,
    personId: types.bigint,
    email: types.text,
    personName: types.text,
    organizationId: types.bigint,
    /** Empty if the person has left the fan club. */
    roles: types.json<readonly Role[]>(),
    /** The cell that serves the fan club instead; null: this database does. */
    movedTo: types.text.orNull,
  },
  text: `
    SELECT k.id, k.name, k.scopes, k.last_used_at AS "lastUsedAt", p.id AS "personId", p.email, p.name AS "personName",
      f.organization_id AS "organizationId",
      coalesce((
        SELECT json_agg(r.role ORDER BY r.id) FROM staff_roles r
        WHERE r.staff_id = p.id AND r.organization_id = f.organization_id
          AND (r.fanclub_id IS NULL OR r.fanclub_id = f.id)
      ), '[]') AS roles, f.moved_to AS "movedTo"
    FROM staff_api_keys k
    JOIN staff p ON p.id = k.staff_id
    JOIN fanclubs f ON f.id = k.fanclub_id
    WHERE k.fanclub_id = $fanclub AND k.token_hash = $tokenHash AND k.revoked_at IS NULL AND k.expires_at > $now
      AND p.disabled_at IS NULL`,
});

/** Notes that a key is in use. */
export const TOUCH_STAFF_KEY = statement('staff_api_keys.touch', {
  params: { fanclub: types.bigint, id: types.bigint, now: types.timestamptz },
  text: `
    UPDATE staff_api_keys SET last_used_at = $now
    WHERE fanclub_id = $fanclub AND id = $id AND (last_used_at IS NULL OR last_used_at < $now)`,
});

/** Revokes the keys of a person who loses a role, in its fan club, or in all fan clubs of the organization. */
export const REVOKE_STAFF_KEYS = statement('staff_api_keys.revoke_of', {
  params: {
    staff: types.bigint,
    organization: types.bigint,
    fanclub: types.bigint.orNull,
    now: types.timestamptz,
  },
  text: `
    UPDATE staff_api_keys k SET revoked_at = $now, updated_at = $now
    FROM fanclubs f
    WHERE f.id = k.fanclub_id AND f.organization_id = $organization AND ($fanclub::bigint IS NULL OR f.id = $fanclub)
      AND k.staff_id = $staff AND k.revoked_at IS NULL
      AND NOT EXISTS (
        SELECT FROM staff_roles r WHERE r.staff_id = k.staff_id AND r.organization_id = f.organization_id
          AND (r.fanclub_id IS NULL OR r.fanclub_id = f.id))`,
});
