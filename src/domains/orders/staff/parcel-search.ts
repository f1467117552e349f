import type { SelectQueryBuilder } from 'typeorm';
import { isAccountFound } from '#domains/accounts';
import { type ClubRows, everyWord, type ListQuery, type ListRules, numberOf, oneOf } from '#platform/staff';
import { Shipment } from '../shipment.entity';
import type { ParcelAudience } from './parcel.serializer';
import { DUE_SQL } from '../order.entity';
import { LACKS_ADDRESS, LACKS_OPTION } from '../parcel-conditions';

export const PARCEL_LIST = { sort: ['id'], filters: ['state', 'plan_id', 'issue'] } satisfies ListRules;

const BATCHED = `EXISTS (SELECT FROM batch_parcels b WHERE b.fanclub_id = h.fanclub_id AND b.shipment_id = h.id)`;

const STATES: Readonly<Record<string, string>> = {
  waiting: `h.ship_date IS NULL AND ${DUE_SQL} AND NOT ${BATCHED}`,
  batched: `h.ship_date IS NULL AND ${BATCHED}`,
  shipped: 'h.ship_date IS NOT NULL',
};

/** Whether the parcel is shown with an issue; see `issuesOfParcel`. */
const ANY = `h.ship_date IS NULL AND ${DUE_SQL} AND (${LACKS_ADDRESS} OR NOT ${BATCHED} AND ${LACKS_OPTION})`;

const ISSUES: Readonly<Record<string, string>> = {
  address: `h.ship_date IS NULL AND ${DUE_SQL} AND ${LACKS_ADDRESS}`,
  option: `h.ship_date IS NULL AND ${DUE_SQL} AND NOT ${BATCHED} AND ${LACKS_OPTION}`,
  any: ANY,
  none: `NOT (${ANY})`,
};

/** Whether the recipient's name, present or on the packed parcel, contains a text. */
const recipient = (param: string): string[] => [
  ...['first_name', 'last_name'].map((name) => `lower(h.shipping_address ->> '${name}') LIKE :${param}`),
  `o.customer_id IN (
    SELECT a.customer_id FROM shipping_addresses a
    WHERE a.fanclub_id = :fanclubId AND (lower(a.first_name) LIKE :${param} OR lower(a.last_name) LIKE :${param}))`,
];

/**
 * The parcels that a list asks for; `q` has numbers of parcels, orders and members, names of recipients, and what members can be
 * found by.
 * @throws Problem (400)
 */
export function searchedParcels(
  rows: ClubRows,
  { q, filters }: ListQuery,
  audience: ParcelAudience,
): SelectQueryBuilder<Shipment> {
  const query = rows
    .select(Shipment, 'h')
    .innerJoin('orders', 'o', 'o.fanclub_id = h.fanclub_id AND o.id = h.order_id')
    .innerJoin('plans', 'p', 'p.fanclub_id = o.fanclub_id AND p.id = o.plan_id');
  const { state, plan_id: plan, issue } = filters;
  if (state !== undefined) query.andWhere(oneOf('state', STATES, state));
  if (issue !== undefined) query.andWhere(oneOf('issue', ISSUES, issue));
  if (plan !== undefined) query.andWhere('o.plan_id = :plan', { plan: numberOf('plan_id', plan) });
  return everyWord(query, q, {
    number: (param) => [`h.id = :${param}`, `o.id = :${param}`, `o.customer_id = :${param}`],
    text:
      audience === 'full' ? (param) => [isAccountFound('o.customer_id', param), ...recipient(param)] : null,
  });
}
