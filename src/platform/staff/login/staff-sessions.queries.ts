import { statement, types } from '#platform/database';
import type { Role } from '../permissions';

/** The live session of a token, with the person and the roles in the scope of the request. */
export const FIND_STAFF_VISIT = statement('staff.find_visit', {
  params: {
    tokenHash: types.bytea,
    now: types.timestamptz,
    /** A session that was last seen before this time is over. */
    seenAfter: types.timestamptz,
    /** Null: the request is not about a fan club. */
    fanclub: types.bigint.orNull,
    /** Null: the request is not about an organization as a whole. */
    organization: types.bigint.orNull,
  },
  row: {
    sessionId: types.bigint,
    provedAt: types.timestamptz,
    lastSeenAt: types.timestamptz,
    personId: types.bigint,
    email: types.text,
    name: types.text,
    /** Null if neither a fan club nor an organization with the given id exists. */
    organizationId: types.bigint.orNull,
    /** Empty without a role in the scope. */
    roles: types.json<readonly Role[]>(),
    /** The cell that serves the fan club instead; null: this database does, or the request is not about one. */
    movedTo: types.text.orNull,
  },
  text: `
    SELECT s.id AS "sessionId", s.proved_at AS "provedAt", s.last_seen_at AS "lastSeenAt",
      p.id AS "personId", p.email, p.name, o.id AS "organizationId",
      coalesce((
        SELECT json_agg(r.role ORDER BY r.id) FROM staff_roles r
        WHERE r.staff_id = p.id AND r.organization_id = o.id AND (r.fanclub_id IS NULL OR r.fanclub_id = f.id)
      ), '[]') AS roles, f.moved_to AS "movedTo"
    FROM staff_sessions s
    JOIN staff p ON p.id = s.staff_id
    LEFT JOIN fanclubs f ON f.id = $fanclub
    LEFT JOIN organizations o ON o.id = coalesce(f.organization_id, $organization)
    WHERE s.token_hash = $tokenHash AND s.revoked_at IS NULL AND s.expires_at > $now AND s.last_seen_at > $seenAfter
      AND p.disabled_at IS NULL`,
});

/** Notes that a session is in use. */
export const TOUCH_STAFF_SESSION = statement('staff.touch_session', {
  params: { session: types.bigint, now: types.timestamptz },
  text: 'UPDATE staff_sessions SET last_seen_at = $now WHERE id = $session AND last_seen_at < $now',
});

/** Opens a session and ends the one that it replaces. */
export const OPEN_STAFF_SESSION = statement('staff.open_session', {
  params: {
    staff: types.bigint,
    tokenHash: types.bytea,
    userAgent: types.text,
    now: types.timestamptz,
    expiresAt: types.timestamptz,
    /** Null: it replaces none. */
    former: types.bigint.orNull,
  },
  row: { id: types.bigint },
  text: `
    WITH ended AS (UPDATE staff_sessions SET revoked_at = $now WHERE id = $former AND staff_id = $staff AND revoked_at IS NULL)
    INSERT INTO staff_sessions (staff_id, token_hash, user_agent, created_at, last_seen_at, expires_at, proved_at)
    VALUES ($staff, $tokenHash, $userAgent, $now, $now, $expiresAt, $now)
    RETURNING id`,
});

/** Ends the sessions of a person, except one. */
export const END_STAFF_SESSIONS = statement('staff.end_sessions', {
  params: {
    staff: types.bigint,
    now: types.timestamptz,
    /** Null: all end. */
    except: types.bigint.orNull,
  },
  text: `
    UPDATE staff_sessions SET revoked_at = $now
    WHERE staff_id = $staff AND revoked_at IS NULL AND id IS DISTINCT FROM $except`,
});

/** Ends one session of a person. */
export const END_STAFF_SESSION = statement('staff.end_session', {
  params: { staff: types.bigint, session: types.bigint, now: types.timestamptz },
  text: `
    UPDATE staff_sessions SET revoked_at = $now WHERE id = $session AND staff_id = $staff AND revoked_at IS NULL`,
});
