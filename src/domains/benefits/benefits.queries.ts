import type { Statement } from '#platform/database';

/** A benefit with the plans that have it. */
export interface BenefitRow {
  id: number;
  summary: string;
  details: string | null;
  benefit_type: string;
  image_url: string | null;
  plan_ids: number[];
}

/** All benefits of a fan club. $1 fan club. */
export const LIST_BENEFITS: Statement = {
  name: 'benefits.list',
  text: `
    SELECT b.id, b.summary, b.details, b.benefit_type, b.image_url,
           coalesce((SELECT jsonb_agg(bp.plan_id ORDER BY bp.plan_id) FROM benefit_plans bp
              WHERE bp.fanclub_id = b.fanclub_id AND bp.benefit_id = b.id), '[]') AS plan_ids
    FROM benefits b
    WHERE b.fanclub_id = $1
    ORDER BY b.id`,
};
