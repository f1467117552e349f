import { planClass } from '#domains/plans';

/** A plan and a group of the forum in which its members are. */
export interface PlanGroup {
  readonly plan: number;
  readonly group: number;
}

/**
 * The groups of each plan's members.
 *
 * @param groups with the forum's numbers. A class that is null means all plans
 */
export function planGroups(
  groups: readonly { readonly groupNumber: number | null; readonly planClass: string | null }[],
  plans: readonly { readonly id: number; readonly name: string }[],
): PlanGroup[] {
  return groups.flatMap(({ groupNumber, planClass: wanted }) =>
    groupNumber === null
      ? []
      : plans
          .filter((plan) => wanted === null || planClass(plan) === wanted)
          .map(({ id }) => ({ plan: id, group: groupNumber })),
  );
}

/** The classes of plans, each with the name of its latest plan, by name. @param plans by id */
export function classesOf(
  plans: readonly { readonly id: number; readonly name: string }[],
): { class: string; name: string }[] {
  const names = new Map(plans.map((plan) => [planClass(plan), plan.name]));
  return [...names]
    .map(([one, name]) => ({ class: one, name }))
    .sort((one, other) => one.name.localeCompare(other.name));
}
