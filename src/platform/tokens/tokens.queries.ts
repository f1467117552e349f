import type { Statement } from '#platform/database';
import { ONE_TOKEN_PER_CONTACT } from './one-time-token.entity';

/** Whose token it is, and the address it was mailed to. */
export interface TokenOwnerRow {
  customer_id: number | null;
  contact_id: number | null;
  email: string;
}

const issue = (conflict: string): string => `
    INSERT INTO one_time_tokens (fanclub_id, purpose, customer_id, contact_id, email, token_hash, expires_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7)
    ON CONFLICT ${conflict} DO UPDATE
    SET email = excluded.email, token_hash = excluded.token_hash, expires_at = excluded.expires_at, updated_at = now()`;

/**
 * $1 fan club, $2 purpose, $3 customer, $4 contact (one of both is null), $5 address, $6 SHA-256 of the token, $7 expiry. An
 * older token of the same purpose and owner is gone then; of `recover_account`, one for the same address.
 */
export const ISSUE_TO_CUSTOMER: Statement = {
  name: 'tokens.issue_to_customer',
  // The index ONE_TOKEN_PER_CUSTOMER, by its columns: an index with an expression is no constraint.
  text: issue(
    `(fanclub_id, customer_id, purpose, (CASE WHEN purpose = 'recover_account' THEN lower(email) ELSE '' END))`,
  ),
};

/** As {@link ISSUE_TO_CUSTOMER}, for a contact. */
export const ISSUE_TO_CONTACT: Statement = {
  name: 'tokens.issue_to_contact',
  text: issue(`ON CONSTRAINT ${ONE_TOKEN_PER_CONTACT}`),
};

/** $1 fan club, $2 purpose, $3 SHA-256 of the token, $4 now. */
export const FIND_TOKEN: Statement = {
  name: 'tokens.find',
  text: `
    SELECT customer_id, contact_id, email FROM one_time_tokens
    WHERE fanclub_id = $1 AND purpose = $2 AND token_hash = $3 AND expires_at > $4`,
};

/** As {@link FIND_TOKEN}, and the token is used up: of two at once, one finds it. */
export const USE_TOKEN: Statement = {
  name: 'tokens.use',
  text: `
    DELETE FROM one_time_tokens
    WHERE fanclub_id = $1 AND purpose = $2 AND token_hash = $3 AND expires_at > $4
    RETURNING customer_id, contact_id, email`,
};

/** $1 fan club, $2 customer, $3 purposes. */
export const REVOKE_TOKEN: Statement = {
  name: 'tokens.revoke',
  text: `DELETE FROM one_time_tokens WHERE fanclub_id = $1 AND customer_id = $2 AND purpose = ANY ($3::text[])`,
};

/**
 * Revokes the tokens for recovering an account that are younger than one of them. They were mailed to addresses that took its
 * address's place. $1 fan club, $2 customer, $3 SHA-256 of that token. To be called before it is used up.
 */
export const REVOKE_YOUNGER: Statement = {
  name: 'tokens.revoke_younger',
  text: `
    DELETE FROM one_time_tokens
    WHERE fanclub_id = $1 AND customer_id = $2 AND purpose = 'recover_account'
      AND id > (SELECT id FROM one_time_tokens WHERE fanclub_id = $1 AND token_hash = $3)`,
};
