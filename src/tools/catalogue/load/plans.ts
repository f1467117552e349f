import { PackageItem } from '#domains/plans/package-item.entity';
import { Package } from '#domains/plans/package.entity';
import { PlanUpgrade } from '#domains/plans/plan-upgrade.entity';
import { Plan } from '#domains/plans/plan.entity';
import { plan as format, type PlanPart } from '../format/offer.format';
import type { FanclubParts } from './fanclub-parts';
import type { Loading } from './loading';
import type { Matched, Row } from './rows';
import type { TableRules } from './table';
import { prune, save } from './write';

const PLANS: TableRules<Plan> = {
  entity: Plan,
  tenant: 'fanclubId',
  key: ['fanclubId', 'name'],
  named: { noun: 'name', field: 'name' },
  lists: { tags: 'tags' },
};

const UPGRADES: TableRules<PlanUpgrade> = {
  entity: PlanUpgrade,
  tenant: 'fanclubId',
  owner: { column: 'fromPlanId', noun: 'plan' },
  key: ['fromPlanId', 'toPlanId'],
  named: { noun: 'plans', field: 'to' },
};

const PACKAGES: TableRules<Package> = {
  entity: Package,
  tenant: 'fanclubId',
  key: ['planId'],
  named: { noun: 'plan', field: '' },
};

const PACKAGE_ITEMS: TableRules<PackageItem> = {
  entity: PackageItem,
  tenant: 'fanclubId',
  key: ['fanclubId', 'packageId', 'position'],
  named: { noun: 'position', field: '' },
  history: { name: 'name' },
};

type SavedPlan = Matched<Row<Plan> & { part: PlanPart }, Plan>;

/** Loads the plans with their packages and the ways up from one to another. */
export async function loadPlans(
  loading: Loading,
  parts: FanclubParts,
  plans: readonly PlanPart[] = [],
): Promise<void> {
  const rows = plans.map((part, n) => planRow(loading, parts, part, `${parts.path}.plans[${n}]`));
  const saved = await save(loading, PLANS, rows);
  for (const { id, values } of saved) parts.plans.add(id, values.name);
  await parts.readTerms(loading);
  await loadUpgrades(loading, parts, saved);
  await loadPackages(loading, parts, saved);
}

const { tags, on_sale, deleted, trial, exclusive_access } = format.fallbacks;

const FALLBACKS: Partial<Plan> = {
  description: null,
  onlineBenefits: null,
  annotations: null,
  tags,
  duration: null,
  salesPeriodId: null,
  onSale: on_sale,
  deleted,
  trial,
  exclusiveAccess: exclusive_access,
  renewalCap: null,
  checkoutUrl: null,
};

function planRow(
  { faults }: Loading,
  parts: FanclubParts,
  part: PlanPart,
  path: string,
): Row<Plan> & { part: PlanPart } {
  return {
    path,
    part,
    id: part.id,
    values: {
      fanclubId: parts.id,
      name: part.name,
      description: part.description,
      onlineBenefits: part.online_benefits,
      annotations: part.annotations,
      tags: part.tags,
      duration: part.duration,
      price: part.price,
      salesPeriodId: parts.salesPeriods.resolve(part.sales_period, `${path}.sales_period`, faults),
      onSale: part.on_sale,
      deleted: part.deleted,
      trial: part.trial,
      exclusiveAccess: part.exclusive_access,
      renewalCap: part.renewal_cap,
      checkoutUrl: part.checkout,
    },
    fallbacks: FALLBACKS,
  };
}

async function loadUpgrades(
  loading: Loading,
  parts: FanclubParts,
  plans: readonly SavedPlan[],
): Promise<void> {
  const listed = plans.filter(({ part }) => part.upgrades !== undefined);
  const rows = listed.flatMap((plan) =>
    (plan.part.upgrades ?? []).map(({ to, price }, n) => {
      const path = `${plan.path}.upgrades[${n}]`;
      const toPlanId = parts.plans.resolve(to, `${path}.to`, loading.faults);
      if (toPlanId === plan.id) loading.faults.add(`${path}.to`, 'must be another plan');
      return {
        path,
        values: { fanclubId: parts.id, fromPlanId: plan.id, toPlanId, price: price ?? null },
      };
    }),
  );
  const kept = await save(loading, UPGRADES, rows);
  const list = { fanclubId: parts.id, owner: 'fromPlanId', owners: listed, field: 'upgrades' } as const;
  await prune(loading, UPGRADES, list, kept);
}

async function loadPackages(
  loading: Loading,
  parts: FanclubParts,
  plans: readonly SavedPlan[],
): Promise<void> {
  const listed = plans.filter(({ part }) => part.package !== undefined);
  const rows = listed.flatMap(({ id: planId, path, part }) => {
    if (!part.package) return [];
    const { name, description, shipping_and_handling, items } = part.package;
    const { domestic, international } = shipping_and_handling;
    const values = { fanclubId: parts.id, planId, name, description, domestic, international };
    return [{ path: `${path}.package`, items, values, fallbacks: { description: null } }];
  });
  const packages = await save(loading, PACKAGES, rows);
  const only = { fanclubId: parts.id, owner: 'planId', owners: listed, field: 'package' } as const;
  await prune(loading, PACKAGES, only, packages);
  const items = packages.flatMap(({ id: packageId, path, items }) =>
    items.map(({ name, thumbnail, item_type, required }, position) => ({
      path: `${path}.items[${position}]`,
      values: {
        fanclubId: parts.id,
        packageId,
        name,
        thumbnail: thumbnail ?? null,
        itemTypeId:
          parts.itemTypes.resolve(item_type, `${path}.items[${position}].item_type`, loading.faults) ?? null,
        required: required ?? true,
        position,
      },
    })),
  );
  const kept = await save(loading, PACKAGE_ITEMS, items);
  const list = { fanclubId: parts.id, owner: 'packageId', owners: packages, field: 'items' } as const;
  await prune(loading, PACKAGE_ITEMS, list, kept);
}
