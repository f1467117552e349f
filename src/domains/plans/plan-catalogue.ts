import type { FanclubInfo, PlanTexts, SalesPeriodSpan } from '#platform/access';
import { hostedCheckout } from '#platform/tenants';
import type { PlanRow } from './plans.queries';

/** A way up to a plan. */
export interface UpgradePath {
  fromPlanId: number;
  /** Decimal string. Null: the difference of the two plans' prices. */
  price: string | null;
}

/** The goods that come with a plan. */
export interface PlanPackage {
  name: string;
  /** HTML. */
  description: string | null;
  /** Shipping and handling within the club's home country; a decimal string, like `international`. */
  domestic: string;
  international: string;
  items: PackageItemFacts[];
}

/** One thing in a package. */
export interface PackageItemFacts {
  name: string;
  /** URL. */
  thumbnail: string | null;
  /** What the customer must choose for it; null for nothing. */
  itemTypeId: number | null;
  /** Whether a shipment waits until the customer has chosen. */
  required: boolean;
}

/** A plan of a fan club as published: everything about it that is the same for all viewers at all times. */
export interface CataloguePlan extends PlanTexts {
  /** Months; null for a plan without term. */
  duration: number | null;
  /** Decimal string; zero for a free plan. */
  price: string;
  /** ISO 4217 code of the prices. */
  currency: string;
  /** Where the plan can be bought: its own page or the hosted one. */
  checkoutUrl: string;
  onSale: boolean;
  /** Whether its subscriptions are trial memberships. */
  trial: boolean;
  deleted: boolean;
  /** The season it is sold in; null for any time. */
  salesPeriod: SalesPeriodSpan | null;
  /** Null for a plan without goods. */
  package: PlanPackage | null;
  /** The plans from which one can upgrade to this one. */
  upgradePaths: UpgradePath[];
}

/** A stored plan as published; `publicUrl` is what hosted pages are below. */
export function cataloguePlan(row: PlanRow, fanclub: FanclubInfo, publicUrl: string): CataloguePlan {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    onlineBenefits: row.online_benefits,
    annotations: row.annotations,
    tags: row.tags,
    duration: row.duration,
    price: row.price,
    currency: fanclub.currency,
    checkoutUrl: row.checkout_url ?? hostedCheckout(publicUrl, fanclub.id, row.id),
    onSale: row.on_sale,
    trial: row.trial,
    deleted: row.deleted,
    salesPeriod:
      row.sales_period_id === null
        ? null
        : {
            id: row.sales_period_id,
            startsAt: row.sales_period_starts_at,
            endsAt: row.sales_period_ends_at,
            extendedUntil: row.sales_period_extended_until,
          },
    package: row.package,
    upgradePaths: row.upgrade_paths,
  };
}
