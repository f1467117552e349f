import { statement, types } from '#platform/database';
import { ONE_TOKEN_PER_CONTACT, type TokenPurpose } from './one-time-token.entity';

const issueParams = {
  fanclub: types.bigint,
  purpose: types.textOf<TokenPurpose>(),
  /** The id of a customer or contact. */
  owner: types.bigint,
  email: types.text,
  /** SHA-256 of the token. */
  tokenHash: types.bytea,
  expiresAt: types.timestamptz,
};

const issue = (owner: 'customer_id' | 'contact_id', conflict: string): string => `
    INSERT INTO one_time_tokens (fanclub_id, purpose, ${owner}, email, token_hash, expires_at)
    VALUES ($fanclub, $purpose, $owner, $email, $tokenHash, $expiresAt)
    ON CONFLICT ${conflict} DO UPDATE
    SET email = excluded.email, token_hash = excluded.token_hash, expires_at = excluded.expires_at, updated_at = now()`;

/** Creates a token. It replaces an older one of the same purpose and owner, and for `recover_account` of the same address. */
export const ISSUE_TO_CUSTOMER = statement('tokens.issue_to_customer', {
  params: issueParams,
  // Names the columns of the index ONE_TOKEN_PER_CUSTOMER, because an index with an expression is not a constraint.
  text: issue(
    'customer_id',
    `(fanclub_id, customer_id, purpose, (CASE WHEN purpose = 'recover_account' THEN lower(email) ELSE '' END))`,
  ),
});

/** As {@link ISSUE_TO_CUSTOMER}, for a contact. */
export const ISSUE_TO_CONTACT = statement('tokens.issue_to_contact', {
  params: issueParams,
  text: issue('contact_id', `ON CONSTRAINT ${ONE_TOKEN_PER_CONTACT}`),
});

const tokenParams = {
  fanclub: types.bigint,
  purpose: types.textOf<TokenPurpose>(),
  /** SHA-256 of the token. */
  tokenHash: types.bytea,
  now: types.timestamptz,
};

const IS_USABLE =
  'fanclub_id = $fanclub AND purpose = $purpose AND token_hash = $tokenHash AND expires_at > $now';

/** The owner of a token. */
export const FIND_TOKEN = statement('tokens.find', {
  params: tokenParams,
  row: { ownerId: types.bigint, email: types.text },
  text: `SELECT coalesce(customer_id, contact_id) AS "ownerId", email FROM one_time_tokens WHERE ${IS_USABLE}`,
});

/** Uses up a token: of two concurrent calls, one deletes the row. */
export const USE_TOKEN = statement('tokens.use', {
  params: tokenParams,
  text: `DELETE FROM one_time_tokens WHERE ${IS_USABLE}`,
});

/** Revokes a customer's tokens of some purposes. */
export const REVOKE_TOKEN = statement('tokens.revoke', {
  params: {
    fanclub: types.bigint,
    customer: types.bigint,
    purposes: types.array(types.textOf<TokenPurpose>()),
  },
  text: `
    DELETE FROM one_time_tokens
    WHERE fanclub_id = $fanclub AND customer_id = $customer AND purpose = ANY ($purposes::text[])`,
});

/**
 * Revokes the tokens for recovering an account that are younger than a given one. Must be run before that token is used up.
 */
export const REVOKE_YOUNGER = statement('tokens.revoke_younger', {
  params: { fanclub: types.bigint, customer: types.bigint, tokenHash: types.bytea },
  text: `
    DELETE FROM one_time_tokens
    WHERE fanclub_id = $fanclub AND customer_id = $customer AND purpose = 'recover_account'
      AND id > (SELECT id FROM one_time_tokens WHERE fanclub_id = $fanclub AND token_hash = $tokenHash)`,
});
