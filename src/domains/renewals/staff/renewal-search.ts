import type { SelectQueryBuilder } from 'typeorm';
import { isAccountFound } from '#domains/accounts';
import {
  type ClubRows,
  everyWord,
  invalidRequest,
  type ListQuery,
  type ListRules,
  numberOf,
  oneOf,
  rangeEnd,
  rangeStart,
  type Reach,
} from '#platform/staff';
import { Renewal, RENEWAL_STATES } from '../renewal.entity';
import { DUE_RENEWAL_SQL, RENEWAL_DAY_SQL } from '../renewal-conditions';

export const RENEWAL_LIST = {
  sort: ['day', 'id'],
  filters: ['state', 'plan_id', 'member_id', 'from', 'to', 'within'],
} satisfies ListRules;

export const RENEWAL_SORT = { day: RENEWAL_DAY_SQL };

const STATES: Readonly<Record<string, string>> = {
  due: DUE_RENEWAL_SQL,
  ...Object.fromEntries(RENEWAL_STATES.map((state) => [state, `r.state = '${state}'`])),
};

const DAY = 86_400_000;
/** The longest time that `within` takes, in days. */
const MOST_DAYS = 3_660;

/**
 * The renewals that a list or a file asks for; `q` has numbers of renewals and members, and what members can be found by. `within` is
 * a number of days from now. @throws Problem (400)
 */
export function searchedRenewals(
  rows: ClubRows,
  { q, filters }: Pick<ListQuery, 'q' | 'filters'>,
  { reach, now }: { reach: Reach | null; now: Date },
): SelectQueryBuilder<Renewal> {
  const query = rows.select(Renewal, 'r');
  const { state, plan_id: plan, member_id: member, from, to, within } = filters;
  if (state !== undefined) query.andWhere(oneOf('state', STATES, state));
  if (plan !== undefined) query.andWhere('r.planId = :plan', { plan: numberOf('plan_id', plan) });
  if (member !== undefined)
    query.andWhere('r.customerId = :member', { member: numberOf('member_id', member) });
  if (from !== undefined)
    query.andWhere(`${RENEWAL_DAY_SQL} >= :from::timestamptz`, { from: rangeStart('from', from) });
  if (to !== undefined) query.andWhere(`${RENEWAL_DAY_SQL} < :to::timestamptz`, { to: rangeEnd('to', to) });
  if (within !== undefined) {
    const days = numberOf('within', within);
    if (days > MOST_DAYS) throw invalidRequest(`within must be at most ${MOST_DAYS} days.`);
    const until = new Date(now.getTime() + days * DAY);
    query.andWhere(`${RENEWAL_DAY_SQL} <= :until::timestamptz`, { until });
  }
  return everyWord(query, q, {
    number: (param) => [`r.id = :${param}`, `r.customer_id = :${param}`],
    text: reach === 'full' ? (param) => [isAccountFound('r.customer_id', param)] : null,
  });
}
