import { type Club, type LoadContext, type Saved, saveWhole, type TableRules } from '#platform/catalogue';
import { PlanStock } from '#domains/stock/plan-stock.entity';
import type { Plan } from './plan.entity';
import { TAKEN_OF_PLANS } from './plans.queries';

const STOCK: TableRules<PlanStock> = {
  entity: PlanStock,
  tenant: 'fanclubId',
  key: ['planId'],
  named: { noun: 'plan', field: '' },
};

/** Loads the capacities of plans. Reports those below what is held and sold. Null removes a capacity; absent leaves it. */
export async function loadCapacities(
  context: LoadContext,
  { id: fanclubId }: Club,
  plans: readonly Saved<Plan, { capacity?: number | null }>[],
): Promise<void> {
  const listed = plans.filter(({ part }) => part.capacity !== undefined);
  if (listed.length === 0) return;
  const taken = await context.sql.rows(TAKEN_OF_PLANS, {
    fanclub: fanclubId,
    plans: listed.map(({ id }) => id),
  });
  const rows = listed.flatMap(({ id: planId, path, part }) => {
    const { capacity } = part;
    if (capacity == null) return [];
    const least = taken.find((plan) => plan.planId === planId)?.taken ?? 0;
    if (capacity < least)
      context.faults.add(`${path}.capacity`, `must be at least ${least}, which are held or sold`);
    return [{ path: `${path}.capacity`, values: { fanclubId, planId, capacity } }];
  });
  await saveWhole(context, STOCK, { fanclubId, owner: 'planId', owners: listed, field: 'capacity' }, rows);
}
