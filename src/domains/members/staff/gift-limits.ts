import { termEnd } from '#libs/format';
import { Problem } from '#libs/problem';
import { type ClubChange, PROBLEMS, invalidField } from '#platform/staff';
import { Plan } from '#domains/plans/plan.entity';
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
  const { duration } = await requirePlan(change, planId);
  if (duration === null || (await givenWithin(change, customer, duration, now)) > 0) throw beyondTerm();
}

/** @throws Problem (403) if what was given is more than one term of its plan */
export async function requireWithinTerm(
  change: ClubChange,
  planId: number,
  { start, end }: { readonly start: Date; readonly end: Date | null },
): Promise<void> {
  const most = termEnd(start, (await requirePlan(change, planId)).duration);
  if (end === null || (most !== null && end > most)) throw beyondTerm();
}

/** @throws Problem (403) if the new end, with what staff gave the member within a term, is more than one term of the plan */
export async function requireOneTerm(
  change: ClubChange,
  customer: number,
  { endDate, duration }: OpenSubscription,
  end: Date,
  now: Date,
): Promise<void> {
  if (endDate === null || duration === null) throw beyondTerm();
  const since = endDate.getTime() - (await givenWithin(change, customer, duration, now));
  if (end > termEnd(new Date(since), duration)!) throw beyondTerm();
}

/** @throws Problem (422) if the fan club has no such plan */
export async function requirePlan(change: ClubChange, planId: number): Promise<Plan> {
  const [plan] = await change.find(Plan, { id: planId });
  if (!plan) throw invalidField('#/plan_id', 'is unknown');
  return plan;
}

/** Milliseconds of membership that staff gave the member within a number of months. */
async function givenWithin(change: ClubChange, customer: number, months: number, now: Date): Promise<number> {
  const asked = { fanclub: change.fanclubId, customer, now, months };
  return Number((await change.statements.first(GIVEN_LATELY, asked))!.seconds) * 1000;
}

const beyondTerm = (): Problem =>
  new Problem(PROBLEMS.notAllowed, {
    detail: 'Your role can give a member at most one term of a plan within a term.',
  });
