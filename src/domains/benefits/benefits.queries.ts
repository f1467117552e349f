import { type RowOf, statement, types } from '#platform/database';

/** All benefits of a fan club, each with the ids of the plans that have it. */
export const LIST_BENEFITS = statement('benefits.list', {
  params: { fanclub: types.bigint },
  row: {
    id: types.bigint,
    summary: types.text,
    details: types.text.orNull,
    type: types.text,
    imageUrl: types.text.orNull,
    planIds: types.jsonb<readonly number[]>(),
  },
  text: `
    SELECT b.id, b.summary, b.details, b.benefit_type AS type, b.image_url AS "imageUrl",
           coalesce((SELECT jsonb_agg(bp.plan_id ORDER BY bp.plan_id) FROM benefit_plans bp
              WHERE bp.fanclub_id = b.fanclub_id AND bp.benefit_id = b.id), '[]') AS "planIds"
    FROM benefits b
    WHERE b.fanclub_id = $fanclub
    ORDER BY b.id`,
});

export type BenefitRow = RowOf<typeof LIST_BENEFITS>;
