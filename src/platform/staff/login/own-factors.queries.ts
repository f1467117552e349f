import { statement, types } from '#platform/database';

const OWN = { staff: types.bigint };

export const OWN_PASSKEYS = statement('staff.own_passkeys', {
  params: OWN,
  row: {
    id: types.bigint,
    name: types.text,
    createdAt: types.timestamptz,
    lastUsedAt: types.timestamptz.orNull,
  },
  text: `
    SELECT id, name, created_at AS "createdAt", last_used_at AS "lastUsedAt"
    FROM staff_passkeys WHERE staff_id = $staff ORDER BY id`,
});

export const OWN_SESSIONS = statement('staff.own_sessions', {
  params: { ...OWN, now: types.timestamptz, seenAfter: types.timestamptz },
  row: {
    id: types.bigint,
    userAgent: types.text,
    createdAt: types.timestamptz,
    lastSeenAt: types.timestamptz,
  },
  text: `
    SELECT id, user_agent AS "userAgent", created_at AS "createdAt", last_seen_at AS "lastSeenAt" FROM staff_sessions
    WHERE staff_id = $staff AND revoked_at IS NULL AND expires_at > $now AND last_seen_at > $seenAfter
    ORDER BY id DESC`,
});

/** How many recovery codes are left. */
export const OWN_RECOVERY_CODES = statement('staff.own_recovery_codes', {
  params: OWN,
  row: { left: types.bigint },
  text: 'SELECT count(*) AS left FROM staff_recovery_codes WHERE staff_id = $staff AND used_at IS NULL',
});

/**
 * Removes a passkey, unless the person could not log in without it. The person's row is locked first, so that two requests cannot
 * remove two passkeys that are each other's replacement.
 */
export const REMOVE_PASSKEY = statement('staff.remove_passkey', {
  params: { ...OWN, passkey: types.bigint },
  text: `
    DELETE FROM staff_passkeys k USING staff p
    WHERE k.id = $passkey AND k.staff_id = $staff AND p.id = $staff
      AND ((p.password_hash IS NOT NULL AND p.totp_sealed IS NOT NULL)
        OR EXISTS (SELECT FROM staff_passkeys o WHERE o.staff_id = $staff AND o.id <> $passkey))`,
});

export const LOCK_STAFF = statement('staff.lock', {
  params: OWN,
  row: { id: types.bigint },
  text: 'SELECT id FROM staff WHERE id = $staff FOR UPDATE',
});
