import { type RowOf, statement, types } from '#platform/database';

/** Whom an export of addresses contains. */
export const SCOPES = ['confirmed', 'opted_in', 'both'] as const;

export type Scope = (typeof SCOPES)[number];

const ADDRESSEE = {
  id: types.bigint,
  email: types.text.neverNullHere,
  firstName: types.text.orNull,
  lastName: types.text.orNull,
  source: types.text.orNull,
  /** When they opted in: contacts when they confirmed, members when they changed the setting. */
  since: types.timestamptz.orNull,
};

const PAGE = { fanclub: types.bigint, after: types.bigint, limit: types.bigint };

/** Confirmed contacts by id, after an id, without those whose address is that of a member who opted in, who is listed as a member. */
export const CONTACTS_APART = statement('staff_contacts.apart', {
  params: PAGE,
  row: { ...ADDRESSEE, email: types.text },
  text: `
    SELECT k.id, k.email, k.first_name AS "firstName", k.last_name AS "lastName", k.lists_opt_in_source AS source,
           k.confirmed_at AS since
    FROM contacts k
    -- LATERAL with LIMIT looks each address up by the index. NOT EXISTS reads all members for every page.
    LEFT JOIN LATERAL (
      SELECT c.id FROM customers c
      WHERE c.fanclub_id = k.fanclub_id AND lower(c.email) = lower(k.email) AND c.lists_opt_in
        AND c.registered AND c.confirmed_at IS NOT NULL AND NOT c.blacklisted AND NOT c.invalid_email
      LIMIT 1
    ) m ON true
    WHERE k.fanclub_id = $fanclub AND k.id > $after AND k.confirmed_at IS NOT NULL AND m.id IS NULL
    ORDER BY k.id LIMIT $limit`,
});

/** Members who opted in and can get mails, by id, after an id. */
export const OPTED_IN_MEMBERS = statement('staff_contacts.opted_in', {
  params: PAGE,
  row: ADDRESSEE,
  text: `
    SELECT id, email, first_name AS "firstName", last_name AS "lastName", lists_opt_in_source AS source,
           lists_opt_in_changed_at AS since
    FROM customers
    WHERE fanclub_id = $fanclub AND id > $after AND lists_opt_in AND registered AND confirmed_at IS NOT NULL
      AND NOT blacklisted AND NOT invalid_email
    ORDER BY id LIMIT $limit`,
});

export type AddresseeRow = RowOf<typeof OPTED_IN_MEMBERS>;
