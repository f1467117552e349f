import { planClass } from './plan.serializer';

type Data = Readonly<Record<string, unknown>>;

/** A plan as messages show it. `class` is the one of the API. */
export const EXAMPLE_PLAN = { id: 3, class: 'gold', name: 'Gold' };

/** Adds the class to the plan of a message, which the database does not know. */
export function withPlanClass(data: Data): Data {
  const plan = data.plan as { readonly id: number; readonly name: string } | null | undefined;
  return plan ? { ...data, plan: { id: plan.id, class: planClass(plan), name: plan.name } } : data;
}
