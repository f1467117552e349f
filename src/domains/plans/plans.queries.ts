import { type RowOf, statement, types } from '#platform/database';

/** A plan from which customers can upgrade. */
export interface UpgradePath {
  readonly fromPlanId: number;
  /** Decimal string. Null: the difference of the two plans' prices. */
  readonly price: string | null;
}

/** The goods that come with a plan. */
export interface PlanPackage {
  readonly name: string;
  /** HTML. */
  readonly description: string | null;
  /** Shipping and handling within the club's home country; a decimal string, like `international`. */
  readonly domestic: string;
  readonly international: string;
  readonly items: readonly PackageItemFacts[];
}

/** One thing in a package. */
export interface PackageItemFacts {
  readonly name: string;
  /** URL. */
  readonly thumbnail: string | null;
  /** What the customer must choose for it; null for nothing. */
  readonly itemTypeId: number | null;
  /** Whether a shipment waits until the customer has chosen. */
  readonly required: boolean;
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
    /** Months; null for a plan without term. */
    duration: types.integer.orNull,
    /** Zero for a free plan. */
    price: types.numeric,
    checkoutUrl: types.text.orNull,
    onSale: types.boolean,
    /** Whether its subscriptions are trial memberships. */
    trial: types.boolean,
    deleted: types.boolean,
    /** Null for a plan outside sales periods, as are the next three columns. */
    salesPeriodId: types.bigint.orNull,
    salesPeriodStartsAt: types.timestamptz.orNull,
    salesPeriodEndsAt: types.timestamptz.orNull,
    salesPeriodExtendedUntil: types.timestamptz.orNull,
    /** Null for a plan without goods. */
    package: types.jsonb<PlanPackage>().orNull,
    /** The plans from which one can upgrade to this one. */
    upgradePaths: types.jsonb<readonly UpgradePath[]>(),
  },
  text: `
    SELECT p.id, p.name, p.description, p.online_benefits AS "onlineBenefits", p.annotations, p.tags, p.duration, p.price,
           p.checkout_url AS "checkoutUrl", p.on_sale AS "onSale", p.trial, p.deleted, sp.id AS "salesPeriodId",
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

/** A row of {@link LIST_PLANS}. */
export type PlanRow = RowOf<typeof LIST_PLANS>;
