import { cachedJson } from '#libs/envelope';
import { decimalNumber, decimalString, displayPrice, slug } from '#libs/format';
import type { PlanTexts } from '#platform/access';
import type { Package, Plan, PlanBrief, PlanFacts, PlanInOrder } from './dto/plan.answer';
import type { PlanStanding } from './plan.rules';
import type { PlanPackage } from './plans.queries';
import type { PublishedPlan } from './published-plan';

/** The class of a plan (contract 2.12). */
export const planClass = ({ id, name }: { readonly id: number; readonly name: string }): string =>
  slug(name) || `plan-${id}`;

/** Prints a brief plan (contract 5.14). */
export function planBrief(plan: PlanTexts): PlanBrief {
  return {
    id: plan.id,
    name: plan.name,
    class: planClass(plan),
    description: plan.description,
    online_benefits: plan.onlineBenefits,
    annotations: plan.annotations,
    tags: [...plan.tags],
  };
}

/** Prints a plan for GET /plans (contract 5.15). */
export function planFull(plan: PublishedPlan, standing: PlanStanding): Plan {
  return fullShape(plan, standing, decimalString(plan.price), { renewal: standing.renewal });
}

/** Prints the plan of an order as it applies to the customer today: the price is a number (contract 2.7). */
function planInOrder(plan: PublishedPlan, standing: PlanStanding): PlanInOrder {
  return fullShape(plan, standing, decimalNumber(plan.price), {});
}

/** {@link planFull} as cached JSON. */
export const planFullJson = cachedJson(planFull);

/** {@link planInOrder} as cached JSON. */
export const planInOrderJson = cachedJson(planInOrder);

function fullShape<Price extends Plan['price'] | PlanInOrder['price'], Renewal extends Partial<Plan>>(
  plan: PublishedPlan,
  { upgradePrice, current, upgrade, available }: PlanStanding,
  price: Price,
  renewal: Renewal,
): PlanFacts & { price: Price } & Renewal {
  return {
    ...planBrief(plan),
    duration: plan.duration,
    display_price: displayPrice(plan.price, plan.currency),
    upgrade_price: upgradePrice && decimalString(upgradePrice),
    price,
    checkout: plan.checkoutUrl,
    current,
    upgrade,
    ...renewal,
    available_to_customer: available,
    package: plan.package ? packageShape(plan.package) : {},
  };
}

/** The API's name of an item type, under which customers choose an option (contract 5.13). */
export function itemTypeKey(itemTypeId: number): `item_type_${number}` {
  return `item_type_${itemTypeId}`;
}

function packageShape({ name, description, domestic, international, items }: PlanPackage): Package {
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
