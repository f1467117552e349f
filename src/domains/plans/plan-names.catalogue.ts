import type { Club, LoadContext, Row, StoredRows, Target } from '#platform/catalogue';
import type { Plan } from './plan.entity';
import { PLAN_NAMES } from './plans.queries';

/** The name of a plan that no other one has: `Gold/2026`, or `Gold/` for a plan without a sales period. */
const wholeName = (name: string, period: string | null | undefined): string => `${name}/${period ?? ''}`;

/**
 * Files refer to a plan by its name, or by `name/period` if plans of several periods share the name, or if the name is the whole name of
 * another plan.
 */
export async function storedPlans({ sql }: StoredRows, fanclub: number): Promise<Target[]> {
  const rows = await sql.rows(PLAN_NAMES, { fanclub });
  const wholes = new Set(rows.map(({ name, period }) => wholeName(name, period)));
  return rows.map(({ id, name, period, isShared }) => {
    const whole = wholeName(name, period);
    // An export without ids refers by the last one.
    const names = isShared || wholes.has(name) ? [name, whole] : [whole, name];
    return { id, names, wholeName: whole };
  });
}

/** Plans of the file, as references find them. */
export function planTargets(
  { targets }: Club<'salesPeriods'>,
  plans: readonly { readonly id: number; readonly values: Partial<Plan> }[],
): Target[] {
  return plans.flatMap(({ id, values: { name, salesPeriodId } }) => {
    if (name === undefined) return [];
    const period = salesPeriodId == null ? null : targets.salesPeriods.nameOf(salesPeriodId);
    const whole = wholeName(name, period);
    return [{ id, names: [whole, name], wholeName: whole }];
  });
}

/**
 * Gives plans of the file that do not name their sales period the one that they are stored with. Without an id, the plan is the one
 * with this name that has no period, so that a file can be loaded again; else the only one with this name. Several are a fault.
 */
export async function withStoredPeriods<R extends Row<Plan> & { part: { sales_period?: unknown } }>(
  { sql, faults }: LoadContext,
  { id: fanclub }: Pick<Club, 'id'>,
  rows: readonly R[],
): Promise<R[]> {
  const isOpen = ({ part }: R): boolean => part.sales_period === undefined;
  if (!rows.some(isOpen)) return [...rows];
  const stored = await sql.rows(PLAN_NAMES, { fanclub });
  return rows.map((row) => {
    if (!isOpen(row)) return row;
    const named = stored.filter(({ id, name }) =>
      row.id === undefined ? name === row.values.name : id === row.id,
    );
    const open = named.filter(({ periodId }) => periodId === null);
    const found = open.length > 0 ? open : named;
    if (found.length > 1)
      faults.add(`${row.path}.name`, 'may mean more than one plan: give the id or the sales period');
    return { ...row, values: { ...row.values, salesPeriodId: found[0]?.periodId ?? null } };
  });
}
