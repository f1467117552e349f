/**
 * Whether the customer of an id, an SQL expression, has an address, a name or a username with a text in it. Reads the searched columns of all
 * customers of the fan club from two indexes, which hold nothing else (decision 84), once for a query: each row is looked up in what they found.
 * `IS TRUE` keeps PostgreSQL from joining instead: it expects few hits for each word, and five joins in loops do not end.
 * @param param a parameter of the query, a pattern of LIKE in lower case; the query also has `fanclubId`
 */
export const isAccountFound = (id: string, param: string): string => `(${id} IN (
  SELECT named.id FROM customers named
  WHERE named.fanclub_id = :fanclubId AND named.erased_at IS NULL
    AND lower(concat_ws(' ', named.first_name, named.last_name)) LIKE :${param}
  UNION ALL
  SELECT addressed.id FROM customers addressed
  WHERE addressed.fanclub_id = :fanclubId AND addressed.erased_at IS NULL
    AND lower(concat_ws(' ', addressed.email, addressed.username)) LIKE :${param}
  UNION ALL
  SELECT a.customer_id FROM email_aliases a WHERE a.fanclub_id = :fanclubId AND lower(a.email) LIKE :${param})) IS TRUE`;
