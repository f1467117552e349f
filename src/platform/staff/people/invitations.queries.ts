import { statement, types } from '#platform/database';
import type { Role } from '../permissions';
import type { StaffTokenPurpose } from '../login/staff-login.entity';

/** Stores the token of a mailed link. An older one for the same address and scope stops working. */
export const ISSUE_STAFF_TOKEN = statement('staff.issue_token', {
  params: {
    purpose: types.text,
    email: types.text,
    organization: types.bigint,
    fanclub: types.bigint.orNull,
    role: types.text,
    staff: types.bigint.orNull,
    tokenHash: types.bytea,
    expiresAt: types.timestamptz,
  },
  text: `
    WITH replaced AS (
      DELETE FROM staff_tokens
      WHERE purpose = $purpose AND lower(email) = lower($email) AND organization_id = $organization
        AND fanclub_id IS NOT DISTINCT FROM $fanclub
    )
    INSERT INTO staff_tokens (purpose, email, organization_id, fanclub_id, role, staff_id, token_hash, expires_at)
    VALUES ($purpose, $email, $organization, $fanclub, $role, $staff, $tokenHash, $expiresAt)`,
});

/** What a link gives. */
const link = {
  purpose: types.textOf<StaffTokenPurpose>(),
  email: types.text,
  organizationId: types.bigint,
  organization: types.text,
  fanclubId: types.bigint.orNull,
  fanclub: types.text.orNull,
  role: types.textOf<Role>(),
  staffId: types.bigint.orNull,
};

const LINK = `
  t.purpose, t.email, t.organization_id AS "organizationId", o.name AS organization, t.fanclub_id AS "fanclubId",
  (SELECT f.name FROM fanclubs f WHERE f.id = t.fanclub_id) AS fanclub, t.role, t.staff_id AS "staffId"`;

/** Whether a link still works. */
const USABLE = `
  t.token_hash = $tokenHash AND t.expires_at > $now
    AND NOT EXISTS (SELECT FROM staff p WHERE lower(p.email) = lower(t.email) AND p.disabled_at IS NOT NULL)`;

const JOINED = 'JOIN organizations o ON o.id = t.organization_id';

export const FIND_STAFF_TOKEN = statement('staff.find_token', {
  params: { tokenHash: types.bytea, now: types.timestamptz },
  row: link,
  text: `SELECT ${LINK} FROM staff_tokens t ${JOINED} WHERE ${USABLE}`,
});

/** As {@link FIND_STAFF_TOKEN}, and deletes the token: of two requests, one gets no row. */
export const USE_STAFF_TOKEN = statement('staff.use_token', {
  params: { tokenHash: types.bytea, now: types.timestamptz },
  row: link,
  text: `
    WITH t AS (DELETE FROM staff_tokens t WHERE ${USABLE} RETURNING *)
    SELECT ${LINK} FROM t ${JOINED}`,
});

/** The fan club whose name and sender a mail about an organization uses: its first. */
export const FIRST_FANCLUB = statement('staff.first_fanclub', {
  params: { organization: types.bigint },
  row: { id: types.bigint },
  text: 'SELECT id FROM fanclubs WHERE organization_id = $organization ORDER BY id LIMIT 1',
});

/** Adds a person; no row if the address is taken. */
export const ADD_STAFF = statement('staff.add', {
  params: { email: types.text, name: types.text },
  row: { id: types.bigint },
  text: 'INSERT INTO staff (email, name) VALUES ($email, $name) ON CONFLICT (lower(email)) DO NOTHING RETURNING id',
});

/** Replaces the password and the authenticator app of a person. Nulls: none. */
export const SET_FACTORS = statement('staff.set_factors', {
  params: {
    staff: types.bigint,
    passwordHash: types.text.orNull,
    totpSealed: types.text.orNull,
    totpLastStep: types.bigint.orNull,
  },
  text: `
    UPDATE staff SET password_hash = $passwordHash, totp_sealed = $totpSealed, totp_last_step = $totpLastStep,
      updated_at = now()
    WHERE id = $staff`,
});

export const ADD_PASSKEY = statement('staff.add_passkey', {
  params: {
    staff: types.bigint,
    credential: types.text,
    publicKey: types.bytea,
    counter: types.bigint,
    transports: types.array(types.text),
    name: types.text,
  },
  row: { id: types.bigint },
  text: `
    INSERT INTO staff_passkeys (staff_id, credential, public_key, counter, transports, name)
    VALUES ($staff, $credential, $publicKey, $counter, $transports, $name)
    ON CONFLICT (credential) DO NOTHING
    RETURNING id`,
});

/** Removes all ways in which a person can log in, and the links to set up new ones. */
export const FORGET_FACTORS = statement('staff.forget_factors', {
  params: { staff: types.bigint },
  text: `
    WITH keys AS (DELETE FROM staff_passkeys WHERE staff_id = $staff),
         codes AS (DELETE FROM staff_recovery_codes WHERE staff_id = $staff),
         links AS (DELETE FROM staff_tokens WHERE staff_id = $staff AND purpose = 'reset')
    UPDATE staff SET password_hash = NULL, totp_sealed = NULL, totp_last_step = NULL, updated_at = now() WHERE id = $staff`,
});

/** The links to set up new ways to log in stop working. */
export const FORGET_RESETS = statement('staff.forget_resets', {
  params: { staff: types.bigint },
  text: `DELETE FROM staff_tokens WHERE staff_id = $staff AND purpose = 'reset'`,
});

export const REMOVE_PASSKEYS = statement('staff.remove_passkeys', {
  params: { staff: types.bigint },
  text: 'DELETE FROM staff_passkeys WHERE staff_id = $staff',
});

/** Replaces the recovery codes of a person. */
export const REPLACE_RECOVERY_CODES = statement('staff.replace_recovery_codes', {
  params: { staff: types.bigint, hashes: types.array(types.bytea) },
  text: `
    WITH removed AS (DELETE FROM staff_recovery_codes WHERE staff_id = $staff AND code_hash <> ALL ($hashes))
    INSERT INTO staff_recovery_codes (staff_id, code_hash) SELECT $staff, unnest($hashes::bytea[])`,
});

/** Gives a person a role for a fan club, and returns its id. If they have one there, it is replaced. */
export const GIVE_CLUB_ROLE = statement('staff.give_club_role', {
  params: { staff: types.bigint, organization: types.bigint, fanclub: types.bigint, role: types.text },
  row: { id: types.bigint },
  text: `
    INSERT INTO staff_roles (staff_id, organization_id, fanclub_id, role) VALUES ($staff, $organization, $fanclub, $role)
    ON CONFLICT (staff_id, fanclub_id) WHERE fanclub_id IS NOT NULL DO UPDATE SET role = excluded.role, updated_at = now()
    RETURNING id`,
});

/** Gives a person a role for all fan clubs of an organization, and returns its id. If they have one there, it is replaced. */
export const GIVE_ORGANIZATION_ROLE = statement('staff.give_organization_role', {
  params: { staff: types.bigint, organization: types.bigint, role: types.text },
  row: { id: types.bigint },
  text: `
    INSERT INTO staff_roles (staff_id, organization_id, role) VALUES ($staff, $organization, $role)
    ON CONFLICT (staff_id, organization_id) WHERE fanclub_id IS NULL DO UPDATE SET role = excluded.role, updated_at = now()
    RETURNING id`,
});
