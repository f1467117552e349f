import { customerColumns, customerJoins, customerRow } from '#platform/access';
import { statement, types } from '#platform/database';

const params = { fanclub: types.bigint, email: types.text, now: types.timestamptz };

const BY_EMAIL = `
    SELECT ${customerColumns}
    FROM (
      SELECT id, 0 AS former, 0 AS alias_id FROM customers WHERE fanclub_id = $fanclub AND lower(email) = lower($email)
      UNION ALL
      SELECT customer_id, 1, id FROM email_aliases WHERE fanclub_id = $fanclub AND lower(email) = lower($email)
      ORDER BY former, alias_id DESC
      LIMIT 1
    ) found
    JOIN customers c ON c.fanclub_id = $fanclub AND c.id = found.id
    ${customerJoins}`;

/** The customer with a current or former e-mail address, in any letter case. A current address precedes a former one. */
export const FIND_BY_EMAIL = statement('search.by_email', { params, row: customerRow, text: BY_EMAIL });

/** As {@link FIND_BY_EMAIL}. Also writes the audit, so that no customer is shown without a record. */
export const FIND_BY_EMAIL_AUDITED = statement('search.by_email_audited', {
  params: {
    ...params,
    /** The organization key. */
    key: types.bigint,
    /** See `SearchAudit.emailDigest`. */
    digest: types.bytea,
  },
  row: customerRow,
  text: `
    WITH hit AS (${BY_EMAIL}), audit AS (
      INSERT INTO search_audits (fanclub_id, organization_api_key_id, email_digest, found, created_at)
      VALUES ($fanclub, $key, $digest, EXISTS (SELECT FROM hit), $now)
    )
    SELECT * FROM hit`,
});
