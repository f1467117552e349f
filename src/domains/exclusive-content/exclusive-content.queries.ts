import { membershipSql } from '#platform/access';
import { type RowOf, statement, types } from '#platform/database';
import type { StoreName } from '#platform/files';
import { hasBenefitSql } from '#domains/benefits';

/** The items of the benefits of a plan, in the order of the page. */
export const ITEMS_OF_PLAN = statement('exclusive_content.of_plan', {
  params: { fanclub: types.bigint, plan: types.bigint },
  row: {
    id: types.bigint,
    benefitId: types.bigint,
    benefit: types.text,
    title: types.text,
    html: types.text.orNull,
    fileName: types.text.orNull,
    size: types.bigint.orNull,
  },
  text: `
    SELECT i.id, i.benefit_id AS "benefitId", b.summary AS benefit, i.title, i.html, i.file_name AS "fileName", i.size
    FROM benefit_items i JOIN benefits b ON b.fanclub_id = i.fanclub_id AND b.id = i.benefit_id
    WHERE i.fanclub_id = $fanclub AND ${hasBenefitSql('$plan', 'b')}
    ORDER BY i.benefit_id, i.position, i.id`,
});

export type ItemOfPlan = RowOf<typeof ITEMS_OF_PLAN>;

/** A file that a customer who can log in may have now, by the plan of the present membership. */
export const FILE_OF_CUSTOMER = statement('exclusive_content.file_of_customer', {
  params: { fanclub: types.bigint, customer: types.bigint, item: types.bigint, now: types.timestamptz },
  row: {
    fileName: types.text.neverNullHere,
    mediaType: types.text.neverNullHere,
    size: types.bigint.neverNullHere,
    sha256: types.bytea.neverNullHere,
    store: types.textOf<StoreName>().neverNullHere,
    key: types.text.neverNullHere,
  },
  text: `
    SELECT i.file_name AS "fileName", i.media_type AS "mediaType", i.size, i.sha256, i.store, i.file_key AS key
    FROM customers c
    CROSS JOIN LATERAL (${membershipSql('s.plan_id', '$now')}) m
    JOIN benefit_items i ON i.fanclub_id = c.fanclub_id
    JOIN benefits b ON b.fanclub_id = i.fanclub_id AND b.id = i.benefit_id
    WHERE c.fanclub_id = $fanclub AND c.id = $customer AND c.registered AND c.confirmed_at IS NOT NULL AND NOT c.blacklisted
      AND i.id = $item AND i.file_key IS NOT NULL AND ${hasBenefitSql('m.plan_id', 'b')}`,
});

export type FileOfCustomer = RowOf<typeof FILE_OF_CUSTOMER>;

/** Where the files of a fan club are, as its items name them. */
export const FILES_OF_CLUB = statement('exclusive_content.files_of_club', {
  params: { fanclub: types.bigint },
  row: { store: types.textOf<StoreName>().neverNullHere, key: types.text.neverNullHere },
  text: 'SELECT i.store, i.file_key AS key FROM benefit_items i WHERE i.fanclub_id = $fanclub AND i.file_key IS NOT NULL',
});
