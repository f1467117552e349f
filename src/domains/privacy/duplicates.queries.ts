import { statement, types } from '#platform/database';

/** What two members have in common. */
export type Likeness = 'name' | 'address';

/**
 * Each alike member with the one of them who is the longest here. If staff have said that a member and another one are two persons, with
 * the longest of the others. The newest first.
 */
export const DUPLICATES = statement('duplicates.list', {
  params: { fanclub: types.bigint, limit: types.bigint },
  row: {
    first: types.bigint,
    second: types.bigint,
    alike: types.array(types.textOf<Likeness>()),
    firstEmail: types.text.orNull,
    firstName: types.text.orNull,
    secondEmail: types.text.orNull,
    secondName: types.text.orNull,
  },
  text: `
    WITH alike AS (
      SELECT 'name' AS likeness, c.id,
             min(c.id) OVER (PARTITION BY lower(c.first_name), lower(c.last_name), c.birthdate) AS oldest
      FROM customers c
      WHERE c.fanclub_id = $fanclub AND c.erased_at IS NULL AND num_nulls(c.first_name, c.last_name, c.birthdate) = 0
      UNION ALL
      SELECT 'address', a.customer_id,
             min(a.customer_id) OVER (
               PARTITION BY lower(a.address), lower(a.address_2), lower(a.city), lower(a.postal_code), a.country)
      FROM shipping_addresses a WHERE a.fanclub_id = $fanclub
    ), distinguished AS (
      SELECT DISTINCT second_id FROM distinct_members WHERE fanclub_id = $fanclub
    ), paired AS (
      SELECT likeness, oldest AS first, id AS second FROM alike
      WHERE oldest < id AND id NOT IN (SELECT second_id FROM distinguished)
      UNION ALL
      SELECT t.likeness, min(o.id), t.id FROM alike t
      JOIN alike o ON o.likeness = t.likeness AND o.oldest = t.oldest AND o.id < t.id
      WHERE t.id IN (SELECT second_id FROM distinguished) AND NOT EXISTS (
        SELECT FROM distinct_members d
        WHERE d.fanclub_id = $fanclub AND d.first_id = o.id AND d.second_id = t.id)
      GROUP BY t.likeness, t.id
    ), pairs AS (
      SELECT first, second, array_agg(likeness ORDER BY likeness DESC) AS alike FROM paired GROUP BY first, second
    )
    SELECT p.first, p.second, p.alike, a.email AS "firstEmail", nullif(concat_ws(' ', a.first_name, a.last_name), '') AS "firstName",
           b.email AS "secondEmail", nullif(concat_ws(' ', b.first_name, b.last_name), '') AS "secondName"
    FROM pairs p
    JOIN customers a ON a.fanclub_id = $fanclub AND a.id = p.first
    JOIN customers b ON b.fanclub_id = $fanclub AND b.id = p.second
    ORDER BY p.second DESC, p.first LIMIT $limit`,
});

/** Stores that two members are two persons. Writes no row if the fan club has no such members. */
export const ADD_DISTINCT = statement('duplicates.add_distinct', {
  params: { fanclub: types.bigint, first: types.bigint, second: types.bigint, now: types.timestamptz },
  text: `
    INSERT INTO distinct_members (fanclub_id, first_id, second_id, created_at, updated_at)
    SELECT a.fanclub_id, a.id, b.id, $now, $now
    FROM customers a JOIN customers b ON b.fanclub_id = a.fanclub_id AND b.id = $second AND b.id > a.id
    WHERE a.fanclub_id = $fanclub AND a.id = $first AND a.erased_at IS NULL AND b.erased_at IS NULL
    ON CONFLICT (fanclub_id, first_id, second_id) DO UPDATE SET updated_at = $now`,
});
