import {
  type Club,
  columns,
  fanclubPart,
  fieldsOf,
  format as f,
  itemsOf,
  type LoadContext,
  match,
  type MemberAt,
  type Row,
  type Saved,
  saveWhole,
  type TableRules,
  write,
} from '#platform/catalogue';
import { ItemType } from '#domains/shipping/shipping.entity';
import { exportPackages, loadPackages, memberPackage } from './packages.catalogue';
import { PlanUpgrade, Plan, SalesPeriod } from './plan.entity';
import { PlanStock } from '#domains/stock/plan-stock.entity';
import { loadCapacities } from './capacity.catalogue';
import { planTargets, storedPlans, withStoredPeriods } from './plan-names.catalogue';
import { reportPrice, reportStoredPrices } from './prices.catalogue';

/** The largest number of a PostgreSQL integer column. */
const MAX_INTEGER = 2_147_483_647;
/** A century. A longer membership has no end date. */
const MAX_MONTHS = 1200;

const upgrade = f.object('Upgrade', { to: f.ref('a plan'), price: f.orNull(f.money()) });

const plan = f.object('Plan', {
  id: f.optional(f.id('plans')),
  name: f.label(),
  description: f.orNull(f.text()),
  online_benefits: f.orNull(f.text()),
  annotations: f.orNull(f.text()),
  tags: f.optional(f.list(f.label()), []),
  duration: f.orNull(f.integer(1, MAX_MONTHS)),
  price: f.money(),
  sales_period: f.orNull(f.ref('a sales period')),
  on_sale: f.optional(f.flag(), true),
  deleted: f.optional(f.flag(), false),
  trial: f.optional(f.flag(), false),
  exclusive_access: f.optional(f.flag(), true),
  renewal_cap: f.orNull(f.integer(0, MAX_INTEGER)),
  renews_into: f.orNull(f.ref('a plan')),
  converts_into: f.orNull(f.ref('a plan')),
  checkout: f.orNull(f.text()),
  capacity: f.optional(f.nullable(f.integer(0, MAX_INTEGER))),
  package: f.optional(f.nullable(memberPackage)),
  upgrades: f.optional(f.keyed(upgrade, 'to')),
});
type PlanPart = f.Read<typeof plan>;

const PLANS: TableRules<Plan> = {
  entity: Plan,
  tenant: 'fanclubId',
  key: ['fanclubId', 'salesPeriodId', 'name'],
  nullable: ['salesPeriodId'],
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

type OwnClub = Club<'plans' | 'salesPeriods' | 'itemTypes'>;

/** The plans of a fan club with their packages and upgrades. */
export const plansInCatalogue = fanclubPart({
  fields: { plans: f.optional(f.list(plan)) },
  refersTo: { salesPeriods: SalesPeriod, itemTypes: ItemType },
  targets: { plans: { entity: Plan, noun: 'plan', shareNames: true, stored: storedPlans } },
  async load(context, club, part) {
    const read = itemsOf([{ path: club.path, part }], 'plans').map((plan) => planRow(context, club, plan));
    const rows = await withStoredPeriods(context, club, read);
    const matched = await match(context, PLANS, rows);
    club.targets.plans.add(planTargets(club, matched));
    // After all plans are targets, because plans of the file may refer to each other.
    const saved = matched.map((plan) => withSuccessors(context, club, plan));
    await write(context, PLANS, saved);
    await loadUpgrades(context, club, saved);
    await loadPackages(context, club, saved);
    await loadCapacities(context, club, saved);
    await reportStoredPrices(
      context,
      club,
      saved.map(({ id }) => id),
    );
  },
  async export(context, club) {
    const { plans, salesPeriods } = club.targets;
    const rows = await context.rows(Plan, club);
    const upgradesOf = await context.owned(PlanUpgrade, club, 'fromPlanId', rows);
    const stockOf = await context.owned(PlanStock, club, 'planId', rows);
    const packageOf = await exportPackages(context, club, rows);
    return {
      plans: rows.map((row) => ({
        id: context.id(row.id),
        ...fieldsOf(plan.fields, row, NO_COLUMNS),
        sales_period: salesPeriods.refer(row.salesPeriodId),
        renews_into: plans.refer(row.renewsIntoPlanId),
        converts_into: plans.refer(row.convertsIntoPlanId),
        checkout: row.checkoutUrl,
        capacity: stockOf(row.id).at(0)?.capacity ?? null,
        package: packageOf(row.id),
        upgrades: upgradesOf(row.id).map(({ toPlanId, price }) => ({ to: plans.refer(toPlanId), price })),
      })),
    };
  },
});

const NO_COLUMNS = [
  'id',
  'sales_period',
  'renews_into',
  'converts_into',
  'checkout',
  'capacity',
  'package',
  'upgrades',
] as const;

const FALLBACKS: Partial<Plan> = {
  ...columns(plan.fallbacks, NO_COLUMNS),
  salesPeriodId: null,
  renewsIntoPlanId: null,
  convertsIntoPlanId: null,
  checkoutUrl: null,
};

function planRow(
  context: LoadContext,
  club: OwnClub,
  { path, part }: MemberAt<PlanPart>,
): Row<Plan> & MemberAt<PlanPart> {
  const { id: fanclubId, targets } = club;
  reportPrice(context, club, part.price, `${path}.price`);
  return {
    path,
    part,
    id: part.id,
    values: {
      fanclubId,
      ...columns(part, NO_COLUMNS),
      salesPeriodId: targets.salesPeriods.resolve(part.sales_period, `${path}.sales_period`),
      checkoutUrl: part.checkout,
    },
    fallbacks: FALLBACKS,
  };
}

function withSuccessors<R extends Saved<Plan, PlanPart>>(
  { faults }: LoadContext,
  { targets }: OwnClub,
  plan: R,
): R {
  const resolve = (field: 'renews_into' | 'converts_into') => {
    const path = `${plan.path}.${field}`;
    const id = targets.plans.resolve(plan.part[field], path);
    if (id === plan.id) faults.add(path, 'must be another plan');
    return id;
  };
  const successors = {
    renewsIntoPlanId: resolve('renews_into'),
    convertsIntoPlanId: resolve('converts_into'),
  };
  return { ...plan, values: { ...plan.values, ...successors } };
}

async function loadUpgrades(
  context: LoadContext,
  club: OwnClub,
  plans: readonly Saved<Plan, PlanPart>[],
): Promise<void> {
  const { id: fanclubId, targets } = club;
  const listed = plans.filter(({ part }) => part.upgrades !== undefined);
  const rows = itemsOf(listed, 'upgrades').map(({ path, part: { to, price = null }, owner: plan }) => {
    const toPlanId = targets.plans.resolve(to, `${path}.to`);
    reportPrice(context, club, price, `${path}.price`);
    if (toPlanId === plan.id) context.faults.add(`${path}.to`, 'must be another plan');
    return { path, values: { fanclubId, fromPlanId: plan.id, toPlanId, price } };
  });
  const list = { fanclubId, owner: 'fromPlanId', owners: listed, field: 'upgrades' } as const;
  await saveWhole(context, UPGRADES, list, rows);
}
