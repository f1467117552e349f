import type { SelectQueryBuilder } from 'typeorm';
import {
  type ClubRows,
  everyWord,
  type ListQuery,
  type ListRules,
  numberOf,
  oneOf,
  rangeEnd,
  rangeStart,
  type Reach,
} from '#platform/staff';
import { isAccountFound } from '#domains/accounts';
import { COMPLETED_SQL, DUE_SQL, forBuyerSql, Order, REFUNDED_SQL } from '../order.entity';

export const ORDER_LIST = {
  sort: ['-id', 'created_at'],
  filters: ['kind', 'state', 'from', 'to', 'plan_id', 'member_id'],
} satisfies ListRules;

export const ORDER_SORT = { created_at: 'o.created_at' };

/** A condition on the order `o` and its plan `p`. */
const withPlan = (condition: string): string =>
  `EXISTS (SELECT FROM plans p WHERE p.fanclub_id = o.fanclub_id AND p.id = o.plan_id AND ${condition})`;

const STATES: Readonly<Record<string, string>> = {
  open: withPlan(`NOT ${REFUNDED_SQL} AND NOT ${COMPLETED_SQL}`),
  complete: withPlan(DUE_SQL),
  refunded: REFUNDED_SQL,
};

const GIVEN = 'EXISTS (SELECT FROM order_gifts g WHERE g.fanclub_id = o.fanclub_id AND g.order_id = o.id)';

const KINDS: Readonly<Record<string, string>> = {
  comp: GIVEN,
  sale: `NOT ${GIVEN} AND ${forBuyerSql('o')}`,
  gift_purchase: `NOT ${forBuyerSql('o')}`,
};

/** The orders that a list asks for; `q` has numbers of orders and members, and what members can be found by. @throws Problem (400) */
export function searchedOrders(
  rows: ClubRows,
  { q, filters }: ListQuery,
  reach: Reach | null,
): SelectQueryBuilder<Order> {
  const query = rows.select(Order, 'o');
  const { kind, state, from, to, plan_id: plan, member_id: member } = filters;
  if (kind !== undefined) query.andWhere(oneOf('kind', KINDS, kind));
  if (state !== undefined) query.andWhere(oneOf('state', STATES, state));
  if (plan !== undefined) query.andWhere('o.planId = :plan', { plan: numberOf('plan_id', plan) });
  if (member !== undefined)
    query.andWhere('o.customerId = :member', { member: numberOf('member_id', member) });
  if (from !== undefined) query.andWhere('o.createdAt >= :from', { from: rangeStart('from', from) });
  if (to !== undefined) query.andWhere('o.createdAt < :to', { to: rangeEnd('to', to) });
  return everyWord(query, q, {
    number: (param) => [`o.id = :${param}`, `o.customer_id = :${param}`],
    text: reach === 'full' ? (param) => [isAccountFound('o.customer_id', param)] : null,
  });
}
