import type { Cells } from '#libs/csv';
import type { RowOf, Statements } from '#platform/database';
import { CODES_BY_EVENT } from '#domains/presale-codes';
import { EXPECTED_RENEWALS } from '#domains/renewals';
import type {
  EventOfPresale,
  MembersNow,
  MonthOfChurn,
  MonthOfRenewals,
  PlanOfMembers,
  SalesOfPlan,
} from './dto/manager.answers';
import { CHURN_BY_MONTH, MEMBERS_BY_PLAN, SALES_BY_PLAN } from './manager.queries';

/** The fan club whose figures are counted, and when. */
export interface Counted {
  readonly fanclub: number;
  readonly now: Date;
}

export const PLAN_HEADINGS = [
  'plan_id',
  'plan',
  'free',
  'members',
  'given',
  'members_before',
  'given_before',
];
export const CHURN_HEADINGS = ['month', 'members', 'joined', 'left', 'percent_left'];
export const EXPECTED_HEADINGS = [
  'month',
  'currency',
  'automatic',
  'automatic_amount',
  'by_hand',
  'by_hand_amount',
];
export const SALES_HEADINGS = [
  'plan_id',
  'plan',
  'currency',
  'orders',
  'amount',
  'orders_before',
  'amount_before',
];

export async function membersByPlan(db: Statements, counted: Counted): Promise<PlanOfMembers[]> {
  const rows = await db.rows(MEMBERS_BY_PLAN, { ...counted });
  return rows.map(({ id, name, isFree, members, given, membersBefore, givenBefore }) => ({
    plan_id: id,
    plan: name,
    free: isFree,
    members,
    given,
    members_before: membersBefore,
    given_before: givenBefore,
  }));
}

/** How many pay, and how many do not. */
export function membersNow(plans: readonly PlanOfMembers[]): MembersNow {
  const sum = (of: (plan: PlanOfMembers) => number): number =>
    plans.reduce((total, plan) => total + of(plan), 0);
  return {
    paid: sum(({ free, members, given }) => (free ? 0 : members - given)),
    free: sum(({ free, members }) => (free ? members : 0)),
    given: sum(({ free, given }) => (free ? 0 : given)),
    paid_before: sum((plan) => (plan.free ? 0 : plan.members_before - plan.given_before)),
    free_before: sum((plan) => (plan.free ? plan.members_before : 0)),
    given_before: sum((plan) => (plan.free ? 0 : plan.given_before)),
  };
}

export async function churnByMonth(db: Statements, counted: Counted): Promise<MonthOfChurn[]> {
  return churnOf((await db.first(CHURN_BY_MONTH, { ...counted }))!);
}

/** The months of {@link CHURN_BY_MONTH}. */
export const churnOf = ({ months, members, joined, left }: RowOf<typeof CHURN_BY_MONTH>): MonthOfChurn[] =>
  months.map((month, n) => ({
    month,
    members: members[n],
    joined: joined[n],
    left: left[n],
    percent_left: members[n] === 0 ? null : Math.round((left[n] * 1000) / members[n]) / 10,
  }));

export async function expectedRenewals(db: Statements, counted: Counted): Promise<MonthOfRenewals[]> {
  const rows = await db.rows(EXPECTED_RENEWALS, { ...counted });
  return rows.map(({ automaticAmount, byHand, byHandAmount, ...row }) => ({
    ...row,
    automatic_amount: automaticAmount,
    by_hand: byHand,
    by_hand_amount: byHandAmount,
  }));
}

export async function salesByPlan(db: Statements, counted: Counted): Promise<SalesOfPlan[]> {
  const rows = await db.rows(SALES_BY_PLAN, { ...counted });
  return rows.map(({ id, name, ordersBefore, amountBefore, ...row }) => ({
    plan_id: id,
    plan: name,
    ...row,
    orders_before: ordersBefore,
    amount_before: amountBefore,
  }));
}

export const codesByEvent = (db: Statements, counted: Counted): Promise<EventOfPresale[]> =>
  db.rows(CODES_BY_EVENT, { ...counted });

/** Figures as cells of a file. */
export const cellsOf = (row: object): Cells =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value === null ? '' : String(value as string)]),
  );
