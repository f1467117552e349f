import { termEnd } from '#libs/format';
import { Problem } from '#libs/problem';
import { type ClubChange, PROBLEMS, invalidField } from '#platform/staff';
import { seasonLength, termEndOf } from '#domains/fulfilment';
import { Plan, SalesPeriod } from '#domains/plans/plan.entity';
import type { OpenSubscription } from '#domains/subscriptions';
import { GIVEN_LATELY } from './members.queries';

/*
 * Roles whose reach of `members.comp` is `limited` give a member at most one term of a plan within a term.
 */

/** @throws Problem (422) if the fan club has no such plan; (403) if the plan has no end, or staff gave the member something within a term of it */
export async function requireFirstTerm(
  change: ClubChange,
  customer: number,
  planId: number,
  now: Date,
): Promise<void> {
  const plan = await planWithSeason(change, planId);
  if (termEndOf(plan, now) === null || (await givenWithin(change, customer, plan, now)) > 0)
    throw beyondTerm();
}

/** @throws Problem (403) if what was given is more than one term of its plan */
export async function requireWithinTerm(
  change: ClubChange,
  planId: number,
  { start, end }: { readonly start: Date; readonly end: Date | null },
): Promise<void> {
  const most = termEndOf(await planWithSeason(change, planId), start);
  if (end === null || (most !== null && end > most)) throw beyondTerm();
}

/** @throws Problem (403) if the new end, with what staff gave the member within a term, is more than one term of the plan */
export async function requireOneTerm(
  change: ClubChange,
  customer: number,
  { endDate, planId }: OpenSubscription,
  end: Date,
  now: Date,
): Promise<void> {
  if (endDate === null) throw beyondTerm();
  const plan = await planWithSeason(change, planId);
  const since = endDate.getTime() - (await givenWithin(change, customer, plan, now));
  const most = termEndOf(plan, new Date(since));
  if (most === null || end > most) throw beyondTerm();
}

/** @throws Problem (422) if the fan club has no such plan */
export async function requirePlan(change: ClubChange, planId: number): Promise<Plan> {
  const [plan] = await change.find(Plan, { id: planId });
  if (!plan) throw invalidField('#/plan_id', 'is unknown');
  return plan;
}

/** What decides when a membership ends, as the orders of the plan do. */
type TermOfPlan = Parameters<typeof termEndOf>[0];

/** @throws Problem (422) if the fan club has no such plan */
async function planWithSeason(change: ClubChange, planId: number): Promise<TermOfPlan> {
  const { duration, salesPeriodId } = await requirePlan(change, planId);
  const salesPeriod = salesPeriodId === null ? null : await change.one(SalesPeriod, salesPeriodId);
  return { duration, salesPeriod };
}

/** Milliseconds of membership that staff gave the member within a term of a plan. Zero for a plan whose memberships never end. */
async function givenWithin(
  change: ClubChange,
  customer: number,
  { duration, salesPeriod }: TermOfPlan,
  now: Date,
): Promise<number> {
  const seasonAgo = salesPeriod && new Date(now.getTime() - seasonLength(salesPeriod));
  const since = duration === null ? seasonAgo : termEnd(now, -duration);
  if (since === null) return 0;
  const asked = { fanclub: change.fanclubId, customer, since };
  return Number((await change.statements.first(GIVEN_LATELY, asked))!.seconds) * 1000;
}

const beyondTerm = (): Problem =>
  new Problem(PROBLEMS.notAllowed, {
    detail: 'Your role can give a member at most one term of a plan within a term.',
  });
