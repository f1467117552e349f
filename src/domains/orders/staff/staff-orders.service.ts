import { Injectable } from '@nestjs/common';
import type { SelectQueryBuilder } from 'typeorm';
import { isoUtc } from '#libs/format';
import {
  type ClubRows,
  everyWord,
  idsOfPage,
  initial,
  type ListPage,
  type ListQuery,
  type ListRules,
  maskedEmail,
  numberOf,
  oneOf,
  rangeEnd,
  rangeStart,
  type Reach,
  type StaffViewer,
  StaffWorkService,
  notFound,
} from '#platform/staff';
import { isAccountFound } from '#domains/accounts';
import { addressShape } from '#domains/shipping';
import { COMPLETED_SQL, DUE_SQL, forBuyerSql, Order, REFUNDED_SQL } from '../order.entity';
import { isCompleted } from '../order.rules';
import type { StaffOrderListItem } from './dto/order.answers';
import { FIND_STAFF_ORDERS, type StaffOrderRow } from './orders.queries';
import { parcelShape } from './parcel.serializer';
import { PARCELS_OF_ORDERS } from './parcels.queries';

export const ORDER_LIST = {
  sort: ['-id', 'created_at'],
  filters: ['kind', 'state', 'from', 'to', 'plan_id', 'member_id'],
} satisfies ListRules;

const SORT = { created_at: 'o.created_at' };

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

/** The orders of a fan club, as staff see them. */
@Injectable()
export class StaffOrdersService {
  constructor(private readonly work: StaffWorkService) {}

  /** A page of orders, which is recorded if it shows customers unmasked. @throws Problem (400) */
  async list(viewer: StaffViewer, query: ListQuery): Promise<ListPage<object>> {
    const reach = viewer.reach('orders.read');
    const page = await this.work.read(viewer, async (rows) => {
      const { ids, ...total } = await idsOfPage(rows, searched(rows, query, reach), query, SORT);
      const found = await ordersOf(rows, ids);
      return { data: found.map((row) => orderShape(row, reach)), ...total };
    });
    const entry = { action: 'orders.listed', subject: { type: 'order', id: null } } as const;
    return reach === 'full' ? this.work.recordList(viewer, entry, query, page) : page;
  }

  /** An order with its parcels. Reading full addresses is recorded. @throws Problem (404) */
  async one(viewer: StaffViewer, id: number): Promise<object> {
    const reach = viewer.reach('orders.read');
    const { order, parcels } = await this.work.read(viewer, async (rows) => {
      const [order] = await ordersOf(rows, [id]);
      if (!order) throw notFound();
      const asked = { fanclub: rows.fanclubId, orders: [id] };
      return { order, parcels: await rows.statements.rows(PARCELS_OF_ORDERS, asked) };
    });
    if (reach !== 'masked') await this.work.recordRead(viewer, order.customerId);
    const audience = reach === 'masked' ? 'masked' : 'full';
    return {
      ...orderShape(order, reach),
      ...(reach === 'full' && {
        billing_address: order.billingAddress && addressShape(order.billingAddress),
        reason: order.giftReason,
      }),
      shipments: parcels.map((row) => parcelShape(row, audience)),
    };
  }
}

/** The fields for shipping: no amounts, and no e-mail address. */
function orderShape(row: StaffOrderRow, reach: Reach | null) {
  const shown = {
    id: row.id,
    member_id: row.customerId,
    plan: { id: row.planId, name: row.planName },
    kind: kindOf(row),
    state: stateOf(row),
    created_at: isoUtc(row.createdAt),
    parcels: row.parcels,
  };
  if (reach === 'parcels') return shown;
  const masked = reach !== 'full';
  return {
    ...shown,
    member: {
      email: masked ? maskedEmail(row.email) : row.email,
      first_name: masked ? initial(row.firstName) : row.firstName,
      last_name: masked ? initial(row.lastName) : row.lastName,
    },
    totals:
      row.total === null
        ? null
        : { shipping: row.shipping, discount: row.discount, subtotal: row.subtotal, total: row.total },
    paid_at: row.paidAt && isoUtc(row.paidAt),
    refunded_at: row.refundedAt && isoUtc(row.refundedAt),
  };
}

const kindOf = ({ giftReason, kind }: StaffOrderRow): StaffOrderListItem['kind'] => {
  if (kind === 'gift_purchase') return kind;
  return giftReason === null ? 'sale' : 'comp';
};

function stateOf(order: StaffOrderRow): string {
  if (order.refundedAt) return 'refunded';
  return isCompleted(order, { price: order.planPrice }) ? 'complete' : 'open';
}

/** The orders that a list asks for; `q` has numbers of orders and members, and what members can be found by. @throws Problem (400) */
function searched(rows: ClubRows, { q, filters }: ListQuery, reach: Reach | null): SelectQueryBuilder<Order> {
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
    beginning: reach === 'full' ? (param) => [isAccountFound('o.customer_id', param)] : null,
  });
}

async function ordersOf(rows: ClubRows, ids: readonly number[]): Promise<StaffOrderRow[]> {
  const found = await rows.statements.rows(FIND_STAFF_ORDERS, { fanclub: rows.fanclubId, ids: [...ids] });
  const byId = new Map(found.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
