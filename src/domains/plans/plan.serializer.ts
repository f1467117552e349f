import { cachedJson } from '#libs/envelope';
import { decimalNumber, decimalString, displayPrice, slug } from '#libs/format';
import type { PlanTexts } from '#platform/access';
import type { CataloguePlan } from './plan-catalogue';
import type { PlanPackage } from './plans.queries';
import type { PlanStanding } from './plan.rules';

/** The specification's "Plan (brief)". */
export interface PlanBrief {
  id: number;
  name: string;
  /** Slug form of the name. */
  class: string;
  description: string | null;
  online_benefits: string | null;
  annotations: string | null;
  tags: string[];
}

/** What the two full shapes of a plan have in common. */
interface PlanFacts extends PlanBrief {
  /** Months; null for a plan without term. */
  duration: number | null;
  display_price: string;
  /** Null where `upgrade` is false. */
  upgrade_price: string | null;
  checkout: string;
  current: boolean;
  upgrade: boolean;
  available_to_customer: boolean;
  /** `{}` for a plan without package. */
  package: PackageShape | Record<string, never>;
}

/** The specification's "Plan (full)" as GET /plans shows it. */
export interface PlanFull extends PlanFacts {
  /** Decimal string. */
  price: string;
  renewal: boolean;
}

/** The specification's "Plan (full)" inside an order: without `renewal`, and the price is a number (decisions 2.7). */
export interface PlanInOrder extends PlanFacts {
  price: number;
}

interface PackageShape {
  name: string;
  description: string | null;
  shipping_and_handling: { domestic: string; international: string };
  items: { name: string; thumbnail: string | null; item_type: string | null }[];
}

/** Prints what every shape of a plan begins with. */
export function planBrief(plan: PlanTexts): PlanBrief {
  return {
    id: plan.id,
    name: plan.name,
    class: slug(plan.name),
    description: plan.description,
    online_benefits: plan.onlineBenefits,
    annotations: plan.annotations,
    tags: [...plan.tags],
  };
}

/** Prints a plan for GET /plans. */
export function planFull(plan: CataloguePlan, standing: PlanStanding): PlanFull {
  return {
    ...planBrief(plan),
    duration: plan.duration,
    display_price: displayPrice(plan.price, plan.currency),
    upgrade_price: standing.upgradePrice && decimalString(standing.upgradePrice),
    price: decimalString(plan.price),
    checkout: plan.checkoutUrl,
    current: standing.current,
    upgrade: standing.upgrade,
    renewal: standing.renewal,
    available_to_customer: standing.available,
    package: plan.package ? packageShape(plan.package) : {},
  };
}

/** Prints the plan of an order, as it stands to the current customer today. */
export function planInOrder(plan: CataloguePlan, standing: PlanStanding): PlanInOrder {
  return {
    ...planBrief(plan),
    duration: plan.duration,
    display_price: displayPrice(plan.price, plan.currency),
    upgrade_price: standing.upgradePrice && decimalString(standing.upgradePrice),
    price: decimalNumber(plan.price),
    checkout: plan.checkoutUrl,
    current: standing.current,
    upgrade: standing.upgrade,
    available_to_customer: standing.available,
    package: plan.package ? packageShape(plan.package) : {},
  };
}

/** {@link planFull} as cached JSON: a plan stands to all visitors in a few ways. */
export const planFullJson = cachedJson(planFull);

/** The API's name of an item type, under which customers choose an option (decisions 5.13). */
export function itemTypeKey(itemTypeId: number): `item_type_${number}` {
  return `item_type_${itemTypeId}`;
}

function packageShape({ name, description, domestic, international, items }: PlanPackage): PackageShape {
  return {
    name,
    description,
    shipping_and_handling: {
      domestic: decimalString(domestic),
      international: decimalString(international),
    },
    items: items.map(({ name, thumbnail, itemTypeId }) => ({
      name,
      thumbnail,
      item_type: itemTypeId === null ? null : itemTypeKey(itemTypeId),
    })),
  };
}
