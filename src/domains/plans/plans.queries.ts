import { type RowOf, statement, types } from '#platform/database';
import type { PackageItem, Package } from './package.entity';
import { SOLD_OUT_SQL } from '#domains/stock/plan-stock.entity';
import type { PlanUpgrade } from './plan.entity';

/** The goods that come with a plan. */
export interface PlanPackage extends Readonly<
  Pick<Package, 'name' | 'description' | 'domestic' | 'international'>
> {
  readonly items: readonly Readonly<Pick<PackageItem, 'name' | 'thumbnail' | 'itemTypeId' | 'required'>>[];
}

/** All plans of a fan club, also withdrawn ones, the most expensive first. Amounts inside JSON are texts. */
export const LIST_PLANS = statement('plans.list', {
  params: { fanclub: types.bigint },
  row: {
    id: types.bigint,
    name: types.text,
    description: types.text.orNull,
    onlineBenefits: types.text.orNull,
    annotations: types.text.orNull,
    tags: types.array(types.text),
    /** Months; null: without end. */
    duration: types.integer.orNull,
    /** 0 for a free plan. */
    price: types.numeric,
    checkoutUrl: types.text.orNull,
    onSale: types.boolean,
    /** Whether its subscriptions are trial memberships. */
    trial: types.boolean,
    deleted: types.boolean,
    /** Whether its capacity is reached, or what is free belongs to its waiting list. */
    soldOut: types.boolean,
    /** The plan of the next sales period into which a membership is renewed; null: none, or the same plan. */
    renewsInto: types.bigint.orNull,
    /** The plan that a trial membership of this one can be continued with; null: none. */
    convertsInto: types.bigint.orNull,
    /** Null for a plan that is sold at any time, like the next three columns. */
    salesPeriodId: types.bigint.orNull,
    salesPeriodStartsAt: types.timestamptz.orNull,
    salesPeriodEndsAt: types.timestamptz.orNull,
    salesPeriodExtendedUntil: types.timestamptz.orNull,
    /** Null for a plan without goods. */
    package: types.jsonb<PlanPackage>().orNull,
    /** The plans from which customers can upgrade to this one. */
    upgradePaths: types.jsonb<readonly Readonly<Pick<PlanUpgrade, 'fromPlanId' | 'price'>>[]>(),
  },
  text: `
    SELECT p.id, p.name, p.description, p.online_benefits AS "onlineBenefits", p.annotations, p.tags, p.duration, p.price,
           p.checkout_url AS "checkoutUrl", p.on_sale AS "onSale", p.trial, p.deleted,
           EXISTS (SELECT FROM plan_stock s WHERE s.fanclub_id = p.fanclub_id AND s.plan_id = p.id AND ${SOLD_OUT_SQL}) AS "soldOut",
           p.renews_into_plan_id AS "renewsInto", p.converts_into_plan_id AS "convertsInto", sp.id AS "salesPeriodId",
           sp.starts_at AS "salesPeriodStartsAt", sp.ends_at AS "salesPeriodEndsAt",
           sp.extended_until AS "salesPeriodExtendedUntil",
           (SELECT jsonb_build_object(
              'name', k.name, 'description', k.description,
              'domestic', k.domestic::text, 'international', k.international::text,
              'items', coalesce((
                SELECT jsonb_agg(jsonb_build_object('name', i.name, 'thumbnail', i.thumbnail, 'itemTypeId', i.item_type_id,
                                                    'required', i.required) ORDER BY i.position, i.id)
                FROM package_items i WHERE i.fanclub_id = k.fanclub_id AND i.package_id = k.id), '[]'))
            FROM packages k WHERE k.fanclub_id = p.fanclub_id AND k.plan_id = p.id) AS package,
           coalesce((SELECT jsonb_agg(jsonb_build_object('fromPlanId', u.from_plan_id, 'price', u.price::text) ORDER BY u.id)
              FROM plan_upgrades u WHERE u.fanclub_id = p.fanclub_id AND u.to_plan_id = p.id), '[]') AS "upgradePaths"
    FROM plans p
    LEFT JOIN sales_periods sp ON sp.fanclub_id = p.fanclub_id AND sp.id = p.sales_period_id
    WHERE p.fanclub_id = $fanclub
    ORDER BY p.price DESC, p.id`,
});

/** The plans of which a price, also of an upgrade to it or of shipping, is not a whole amount, by name. */
export const FRACTIONAL_PRICES = statement('plans.fractional_prices', {
  params: { fanclub: types.bigint, except: types.array(types.bigint) },
  row: { name: types.text },
  text: `
    SELECT p.name FROM plans p
    WHERE p.fanclub_id = $fanclub AND p.id <> ALL ($except) AND (
      p.price <> trunc(p.price)
      OR EXISTS (SELECT FROM packages k WHERE k.fanclub_id = p.fanclub_id AND k.plan_id = p.id
                   AND (k.domestic <> trunc(k.domestic) OR k.international <> trunc(k.international)))
      OR EXISTS (SELECT FROM plan_upgrades u WHERE u.fanclub_id = p.fanclub_id AND u.to_plan_id = p.id
                   AND u.price <> trunc(u.price)))
    ORDER BY p.name`,
});

/** The plans of a fan club with the names of their sales periods. */
export const PLAN_NAMES = statement('plans.names', {
  params: { fanclub: types.bigint },
  row: {
    id: types.bigint,
    name: types.text,
    /** Null for a plan without period, like its name. */
    periodId: types.bigint.orNull,
    period: types.text.orNull,
    /** Whether another plan has the same name. */
    isShared: types.boolean,
  },
  text: `
    SELECT p.id, p.name, sp.id AS "periodId", sp.name AS period,
           count(*) OVER (PARTITION BY p.name) > 1 AS "isShared"
    FROM plans p LEFT JOIN sales_periods sp ON sp.fanclub_id = p.fanclub_id AND sp.id = p.sales_period_id
    WHERE p.fanclub_id = $fanclub
    ORDER BY p.id`,
});

/** How much of each plan is held or sold, with or without a capacity. No row for a plan of which nothing is. */
export const TAKEN_OF_PLANS = statement('plans.taken', {
  params: { fanclub: types.bigint, plans: types.array(types.bigint) },
  row: { planId: types.bigint, taken: types.integer },
  text: `
    SELECT plan_id AS "planId", count(*)::integer AS taken
    FROM (
      SELECT plan_id FROM stock_items WHERE fanclub_id = $fanclub AND plan_id = ANY ($plans)
      UNION ALL
      SELECT plan_id FROM waiting_entries WHERE fanclub_id = $fanclub AND plan_id = ANY ($plans) AND state = 'offered'
    ) taken GROUP BY plan_id`,
});

export type PlanRow = RowOf<typeof LIST_PLANS>;
