import { statement, types } from '#platform/database';

const ACCOUNT = { fanclub: types.bigint, account: types.bigint, now: types.timestamptz };

/** Adds a disabled account, or finds the one with this reference and mode. */
export const KEEP_ACCOUNT = statement('payments.keep_account', {
  params: {
    fanclub: types.bigint,
    provider: types.text,
    live: types.boolean,
    ref: types.text,
    secretSealed: types.text,
    now: types.timestamptz,
  },
  row: { id: types.bigint },
  text: `
    INSERT INTO payment_accounts (fanclub_id, provider, live, account_ref, secret_sealed, created_at, updated_at)
    VALUES ($fanclub, $provider, $live, $ref, $secretSealed, $now, $now)
    ON CONFLICT (fanclub_id, provider, account_ref, live) DO UPDATE SET updated_at = $now
    RETURNING id`,
});

/** Disables the enabled accounts of a fan club. Writes no row if there are none. */
export const DISABLE_ACCOUNTS = statement('payments.disable_accounts', {
  params: {
    fanclub: types.bigint,
    /** Null: none. */
    except: types.bigint.orNull,
    now: types.timestamptz,
  },
  text: `
    UPDATE payment_accounts SET enabled = false, updated_at = $now
    WHERE fanclub_id = $fanclub AND enabled AND id IS DISTINCT FROM $except`,
});

/** Enables an account with new keys. The previous webhook secret stays valid for events that were sent before. */
export const ENABLE_ACCOUNT = statement('payments.enable_account', {
  params: {
    ...ACCOUNT,
    secretSealed: types.text,
    /** Null: the provider sends no events. */
    webhookSecretSealed: types.text.orNull,
  },
  text: `
    UPDATE payment_accounts
    SET enabled = true, secret_sealed = $secretSealed, webhook_secret_sealed = $webhookSecretSealed,
        former_webhook_secret_sealed = CASE WHEN $webhookSecretSealed::text IS NOT NULL THEN webhook_secret_sealed END,
        updated_at = $now
    WHERE fanclub_id = $fanclub AND id = $account`,
});
