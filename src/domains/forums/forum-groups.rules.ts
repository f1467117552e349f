import { planClass } from '#domains/plans';
import type { GroupFault } from './forum-failure';

/** A plan and a group of the forum in which its members are. */
export interface PlanGroup {
  readonly plan: number;
  readonly group: number;
  /** Members of the plan who are in the group stay, and nobody is added. */
  readonly isKept: boolean;
}

interface Line {
  readonly id: number;
  readonly groupNumber: number | null;
  readonly planClass: string | null;
  readonly fault: GroupFault | null;
}
type Plans = readonly { readonly id: number; readonly name: string }[];

const isUnknown = ({ planClass: wanted }: Pick<Line, 'planClass'>, plans: Plans): boolean =>
  wanted !== null && !plans.some((plan) => planClass(plan) === wanted);

/**
 * The groups of each plan's members. A line whose class has no plan keeps whom any plan has, because the plan may have another name.
 *
 * @param lines with the forum's numbers of groups. A class that is null means all plans
 */
export function planGroups(
  lines: readonly Pick<Line, 'groupNumber' | 'planClass'>[],
  plans: Plans,
): PlanGroup[] {
  return lines.flatMap((line) => {
    const { groupNumber: group, planClass: wanted } = line;
    const isKept = isUnknown(line, plans);
    return group === null
      ? []
      : plans
          .filter((plan) => wanted === null || isKept || planClass(plan) === wanted)
          .map(({ id }) => ({ plan: id, group, isKept }));
  });
}

/** The lines whose class has lost its plan or has one again, with the fault that they get. */
export function classFaults(
  lines: readonly Line[],
  plans: Plans,
): { id: number; fault: 'unknown_class' | null }[] {
  return lines.flatMap((line) => {
    const { id, groupNumber, fault } = line;
    if (groupNumber === null || (fault !== null && fault !== 'unknown_class')) return [];
    const right = isUnknown(line, plans) ? 'unknown_class' : null;
    return right === fault ? [] : [{ id, fault: right }];
  });
}

/** The classes of plans, each with the name of its latest plan, by name. @param plans by id */
export function classesOf(plans: Plans): { class: string; name: string }[] {
  const names = new Map(plans.map((plan) => [planClass(plan), plan.name]));
  return [...names]
    .map(([one, name]) => ({ class: one, name }))
    .sort((one, other) => one.name.localeCompare(other.name));
}
