import { statement, types } from '#platform/database';

/** The columns with which a person logs in. */
const credentials = {
  id: types.bigint,
  email: types.text,
  name: types.text,
  passwordHash: types.text.orNull,
  totpSealed: types.text.orNull,
  totpLastStep: types.bigint.orNull,
};

const CREDENTIALS = `
  SELECT id, email, name, password_hash AS "passwordHash", totp_sealed AS "totpSealed", totp_last_step AS "totpLastStep"
  FROM staff WHERE disabled_at IS NULL`;

/** The person with an address. */
export const STAFF_BY_EMAIL = statement('staff.by_email', {
  params: { email: types.text },
  row: credentials,
  text: `${CREDENTIALS} AND lower(email) = lower($email)`,
});

export const STAFF_BY_ID = statement('staff.by_id', {
  params: { staff: types.bigint },
  row: credentials,
  text: `${CREDENTIALS} AND id = $staff`,
});

/** Accepts a code of the authenticator app. Changes no row if another request came first. */
export const ACCEPT_TOTP = statement('staff.accept_totp', {
  params: { staff: types.bigint, step: types.bigint },
  text: `
    UPDATE staff SET totp_last_step = $step, updated_at = now()
    WHERE id = $staff AND (totp_last_step IS NULL OR totp_last_step < $step)`,
});

/** Uses a recovery code. Changes no row if it was used already. */
export const USE_RECOVERY_CODE = statement('staff.use_recovery_code', {
  params: { staff: types.bigint, codeHash: types.bytea, now: types.timestamptz },
  text: `
    UPDATE staff_recovery_codes SET used_at = $now WHERE staff_id = $staff AND code_hash = $codeHash AND used_at IS NULL`,
});

/** The passkey of an id, with its person. */
export const FIND_PASSKEY = statement('staff.find_passkey', {
  params: { credential: types.text },
  row: {
    id: types.bigint,
    staffId: types.bigint,
    publicKey: types.bytea,
    counter: types.bigint,
    transports: types.array(types.text),
  },
  text: `
    SELECT k.id, k.staff_id AS "staffId", k.public_key AS "publicKey", k.counter, k.transports
    FROM staff_passkeys k JOIN staff p ON p.id = k.staff_id
    WHERE k.credential = $credential AND p.disabled_at IS NULL`,
});

/** Stores the use of a passkey. Changes no row if another request with the same or a later counter came first. */
export const USE_PASSKEY = statement('staff.use_passkey', {
  params: { passkey: types.bigint, counter: types.bigint, now: types.timestamptz },
  text: `
    UPDATE staff_passkeys SET counter = $counter, last_used_at = $now, updated_at = now()
    WHERE id = $passkey AND (counter < $counter OR (counter = 0 AND $counter = 0))`,
});

/** Stores that a challenge was answered. Changes no row if it was answered already. */
export const USE_CHALLENGE = statement('staff.use_challenge', {
  params: { digest: types.bytea, until: types.timestamptz },
  text: `
    INSERT INTO staff_limits (what, digest, count, ends_at) VALUES ('passkey.challenge', $digest, 1, $until)
    ON CONFLICT DO NOTHING`,
});

/** The ids of a person's passkeys. */
export const PASSKEYS_OF_STAFF = statement('staff.passkeys', {
  params: { staff: types.bigint },
  row: { credential: types.text, transports: types.array(types.text) },
  text: 'SELECT credential, transports FROM staff_passkeys WHERE staff_id = $staff ORDER BY id',
});
