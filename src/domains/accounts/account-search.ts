/*
 * Conditions joined by OR. An array instead of IN (SELECT …) lets PostgreSQL combine the indexes for a rare beginning, and read the
 * members once for a frequent one.
 */

/**
 * What a word of a search may be the beginning of: an address, a name or a username of row `alias` of `customers`.
 * @param param a parameter of the query, a pattern of LIKE in lower case; the query also has `fanclubId`
 */
export const accountBeginnings = (alias: string, param: string): string[] => [
  ...['email', 'first_name', 'last_name', 'username'].map(
    (column) => `lower(${alias}.${column}) LIKE :${param}`,
  ),
  `${alias}.id = ANY (ARRAY(
    SELECT a.customer_id FROM email_aliases a WHERE a.fanclub_id = :fanclubId AND lower(a.email) LIKE :${param}))`,
];

/** Whether the customer of an id, an SQL expression, has such a beginning. */
export const isAccountFound = (id: string, param: string): string => `${id} = ANY (ARRAY(
  SELECT found.id FROM customers found
  WHERE found.fanclub_id = :fanclubId AND (${accountBeginnings('found', param).join(' OR ')})))`;
