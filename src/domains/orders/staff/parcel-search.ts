import type { SelectQueryBuilder } from 'typeorm';
import { type ClubRows, type ListQuery, type ListRules, numberOf, oneOf } from '#platform/staff';
import { Shipment } from '../shipment.entity';
import { DUE, LACKS_ADDRESS, LACKS_OPTION } from '../parcel-conditions';

export const PARCEL_LIST = { sort: ['id'], filters: ['state', 'plan_id', 'issue'] } satisfies ListRules;

const BATCHED = `EXISTS (SELECT FROM batch_parcels b WHERE b.fanclub_id = h.fanclub_id AND b.shipment_id = h.id)`;

const STATES: Readonly<Record<string, string>> = {
  waiting: `h.ship_date IS NULL AND ${DUE} AND NOT ${BATCHED}`,
  batched: `h.ship_date IS NULL AND ${BATCHED}`,
  shipped: 'h.ship_date IS NOT NULL',
};

const ISSUES: Readonly<Record<string, string>> = {
  address: `h.ship_date IS NULL AND ${DUE} AND ${LACKS_ADDRESS}`,
  option: `h.ship_date IS NULL AND ${DUE} AND NOT ${BATCHED} AND ${LACKS_OPTION}`,
  any: `h.ship_date IS NULL AND ${DUE} AND NOT ${BATCHED} AND (${LACKS_ADDRESS} OR ${LACKS_OPTION})`,
  none: `NOT ${LACKS_ADDRESS} AND NOT ${LACKS_OPTION}`,
};

/** The parcels that a list asks for; `q` is the number of a parcel, an order or a member. @throws Problem (400) */
export function searchedParcels(rows: ClubRows, { q, filters }: ListQuery): SelectQueryBuilder<Shipment> {
  const query = rows
    .select(Shipment, 'h')
    .innerJoin('orders', 'o', 'o.fanclub_id = h.fanclub_id AND o.id = h.order_id')
    .innerJoin('plans', 'p', 'p.fanclub_id = o.fanclub_id AND p.id = o.plan_id');
  const { state, plan_id: plan, issue } = filters;
  if (state !== undefined) query.andWhere(oneOf('state', STATES, state));
  if (issue !== undefined) query.andWhere(oneOf('issue', ISSUES, issue));
  if (plan !== undefined) query.andWhere('o.plan_id = :plan', { plan: numberOf('plan_id', plan) });
  if (q !== null) {
    const number = numberOf('q', q.replace(/^#/, ''));
    query.andWhere('(h.id = :number OR o.id = :number OR o.customer_id = :number)', { number });
  }
  return query;
}
