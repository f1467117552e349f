import type { Statement } from '#platform/database';
import type { PlanPackage, UpgradePath } from './plan-catalogue';

/** A plan with its sales period, its package and the ways up to it. */
export interface PlanRow {
  id: number;
  name: string;
  description: string | null;
  online_benefits: string | null;
  annotations: string | null;
  tags: string[];
  duration: number | null;
  price: string;
  checkout_url: string | null;
  on_sale: boolean;
  trial: boolean;
  deleted: boolean;
  /** Null for a plan outside sales periods; the columns after it then mean nothing. */
  sales_period_id: number | null;
  sales_period_starts_at: Date;
  sales_period_ends_at: Date;
  sales_period_extended_until: Date | null;
  package: PlanPackage | null;
  upgrade_paths: UpgradePath[];
}

/** All plans of a fan club, withdrawn ones too, the dearest first. Amounts within JSON are texts. $1 fan club. */
export const LIST_PLANS: Statement = {
  name: 'plans.list',
  text: `
    SELECT p.id, p.name, p.description, p.online_benefits, p.annotations, p.tags, p.duration, p.price, p.checkout_url,
           p.on_sale, p.trial, p.deleted, sp.id AS sales_period_id, sp.starts_at AS sales_period_starts_at,
           sp.ends_at AS sales_period_ends_at, sp.extended_until AS sales_period_extended_until,
           (SELECT jsonb_build_object(
              'name', k.name, 'description', k.description,
              'domestic', k.domestic::text, 'international', k.international::text,
              'items', coalesce((
                SELECT jsonb_agg(jsonb_build_object('name', i.name, 'thumbnail', i.thumbnail, 'itemTypeId', i.item_type_id,
                                                    'required', i.required) ORDER BY i.position, i.id)
                FROM package_items i WHERE i.fanclub_id = k.fanclub_id AND i.package_id = k.id), '[]'))
            FROM packages k WHERE k.fanclub_id = p.fanclub_id AND k.plan_id = p.id) AS package,
           coalesce((SELECT jsonb_agg(jsonb_build_object('fromPlanId', u.from_plan_id, 'price', u.price::text) ORDER BY u.id)
              FROM plan_upgrades u WHERE u.fanclub_id = p.fanclub_id AND u.to_plan_id = p.id), '[]') AS upgrade_paths
    FROM plans p
    LEFT JOIN sales_periods sp ON sp.fanclub_id = p.fanclub_id AND sp.id = p.sales_period_id
    WHERE p.fanclub_id = $1
    ORDER BY p.price DESC, p.id`,
};
