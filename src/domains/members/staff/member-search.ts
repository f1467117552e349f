import {
  type ClubRows,
  everyWord,
  type ListQuery,
  type ListRules,
  numberOf,
  oneOf,
  invalidRequest,
} from '#platform/staff';
import { isAccountFound } from '#domains/accounts';
import { DUE_SQL, LACKS_ADDRESS, LACKS_OPTION } from '#domains/orders';
import { currentMemberships, membershipSpans } from '#domains/subscriptions';
import { Customer } from '#domains/accounts/customer.entity';
import type { SelectQueryBuilder } from 'typeorm';

export const MEMBER_LIST = {
  sort: ['-id', 'email', 'last_name'],
  filters: ['state', 'plan_id', 'this_week', 'ends_within', 'issue', 'blacklisted'],
} satisfies ListRules;

/** The SQL of the fields that members can be sorted by. */
export const MEMBER_SORT = { email: 'lower(member.email)', last_name: 'lower(member.last_name)' };

const PLACEHOLDERS = { fanclub: ':fanclubId', now: ':now' };
const CURRENT = currentMemberships(PLACEHOLDERS);

const ofCurrent = (condition: string): string =>
  `member.id IN (SELECT current.customer_id FROM (${CURRENT}) current WHERE ${condition})`;

const ofSpan = (condition: string): string =>
  `member.id IN (SELECT span.customer_id FROM (${membershipSpans(PLACEHOLDERS)}) span WHERE ${condition})`;

/** Conditions of the filter `state`. A trial is also active; a lapsed membership counts only through its extension. */
const STATES: Readonly<Record<string, string>> = {
  active: ofCurrent('NOT current.lapsed'),
  lapsed: ofCurrent('current.lapsed'),
  trial: ofCurrent('current.trial_membership'),
  none: `member.id NOT IN (SELECT current.customer_id FROM (${CURRENT}) current)`,
};

/** Conditions of the filter `this_week`, which is the last seven days. */
const THIS_WEEK: Readonly<Record<string, string>> = {
  joined: ofSpan(`span.began > :now::timestamptz - interval '7 days'`),
  left: ofSpan(`span.ended <= :now AND span.ended > :now::timestamptz - interval '7 days'`),
};

/** Customers with a waiting parcel that lacks an address or an option. */
const lacking = (condition: string): string => `member.id IN (
  SELECT o.customer_id FROM shipments h
  JOIN orders o ON o.fanclub_id = h.fanclub_id AND o.id = h.order_id
  JOIN plans p ON p.fanclub_id = o.fanclub_id AND p.id = o.plan_id
  WHERE h.fanclub_id = :fanclubId AND h.ship_date IS NULL AND ${DUE_SQL} AND ${condition})`;

/** Conditions of the filter `issue`: what a waiting parcel lacks (contract 5.12). */
const ISSUES: Readonly<Record<string, string>> = {
  address: lacking(LACKS_ADDRESS),
  option: lacking(LACKS_OPTION),
};

/** A member by number, or by the number of an order. */
const byNumber = (param: string): string[] => [
  `member.id = :${param}`,
  `member.id = ANY (ARRAY(
    SELECT o.customer_id FROM orders o WHERE o.fanclub_id = :fanclubId AND o.id = :${param}))`,
];

/**
 * The members that a list asks for. A role that sees masked members cannot sort by names and addresses, because the order would reveal
 * them letter by letter.
 * @throws Problem (400)
 */
export function searchedMembers(
  rows: ClubRows,
  { q, sort, filters }: ListQuery,
  { masked, now }: { masked: boolean; now: Date },
): SelectQueryBuilder<Customer> {
  const query = rows.select(Customer, 'member').andWhere('member.erasedAt IS NULL').setParameters({ now });
  const { state, plan_id: plan, this_week: week, ends_within: days, issue, blacklisted } = filters;
  if (masked && sort.field !== 'id') throw invalidRequest('Your role can sort members only by number (id).');
  if (state !== undefined) query.andWhere(oneOf('state', STATES, state));
  if (week !== undefined) query.andWhere(oneOf('this_week', THIS_WEEK, week));
  if (days !== undefined) {
    if (!/^\d{1,4}$/.test(days)) throw invalidRequest('ends_within must be a number of days.');
    const soon =
      'NOT current.lapsed AND current.end_date <= :now::timestamptz + make_interval(days => :days)';
    query.andWhere(ofCurrent(soon), { days: Number(days) });
  }
  if (issue !== undefined) query.andWhere(oneOf('issue', ISSUES, issue));
  if (plan !== undefined)
    query.andWhere(ofCurrent('current.plan_id = :plan'), { plan: numberOf('plan_id', plan) });
  if (blacklisted !== undefined) {
    const flags: Record<string, string> = { true: 'member.blacklisted', false: 'NOT member.blacklisted' };
    query.andWhere(oneOf('blacklisted', flags, blacklisted));
  }
  return everyWord(query, q, {
    number: byNumber,
    text: masked ? null : (param) => [isAccountFound('member.id', param)],
  });
}
