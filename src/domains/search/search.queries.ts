import { customerColumns, customerJoins } from '#platform/access';
import type { Statement } from '#platform/database';

/**
 * The customer who has or had an e-mail address, in any letter case; who has it now comes before who had it. $1 fan club,
 * $2 e-mail address, $3 now. At most one row.
 */
export const FIND_BY_EMAIL: Statement = {
  name: 'search.by_email',
  text: `
    SELECT ${customerColumns}
    FROM (
      SELECT id, 0 AS former, 0 AS alias_id FROM customers WHERE fanclub_id = $1 AND lower(email) = lower($2)
      UNION ALL
      SELECT customer_id, 1, id FROM email_aliases WHERE fanclub_id = $1 AND lower(email) = lower($2)
      ORDER BY former, alias_id DESC
      LIMIT 1
    ) found
    JOIN customers c ON c.fanclub_id = $1 AND c.id = found.id
    ${customerJoins('$3::timestamptz')}`,
};

/**
 * The same, and one row of the audit, in one statement: nobody is shown who was not put on record. $1 to $3 as above, $4 the
 * organization key, $5 digest of the address.
 */
export const FIND_BY_EMAIL_AUDITED: Statement = {
  name: 'search.by_email_audited',
  text: `
    WITH hit AS (${FIND_BY_EMAIL.text}), audit AS (
      INSERT INTO search_audits (fanclub_id, organization_api_key_id, email_digest, found, created_at)
      VALUES ($1, $4, $5, EXISTS (SELECT FROM hit), $3)
    )
    SELECT * FROM hit`,
};
