import { Injectable } from '@nestjs/common';
import { isoUtc } from '#libs/format';
import {
  type ClubRows,
  idsOfPage,
  initial,
  type ListPage,
  type ListQuery,
  maskedEmail,
  type Reach,
  type StaffViewer,
  StaffWorkService,
  notFound,
} from '#platform/staff';
import { addressShape } from '#domains/shipping';
import { isCompleted } from '../order.rules';
import { ORDER_SORT, searchedOrders } from './order-search';
import type { StaffOrderListItem } from './dto/order.answers';
import { FIND_STAFF_ORDERS, type StaffOrderRow } from './orders.queries';
import { parcelShape } from './parcel.serializer';
import { PARCELS_OF_ORDERS } from './parcels.queries';

/** The orders of a fan club, as staff see them. */
@Injectable()
export class StaffOrdersService {
  constructor(private readonly work: StaffWorkService) {}

  /** A page of orders, which is recorded if it shows customers unmasked. @throws Problem (400) */
  async list(viewer: StaffViewer, query: ListQuery): Promise<ListPage<object>> {
    const reach = viewer.reach('orders.read');
    const page = await this.work.read(viewer, async (rows) => {
      const { ids, ...total } = await idsOfPage(rows, searchedOrders(rows, query, reach), query, ORDER_SORT);
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

/** `sale`, `comp` or `gift_purchase`. */
export const kindOf = ({ giftReason, kind }: StaffOrderRow): StaffOrderListItem['kind'] => {
  if (kind === 'gift_purchase') return kind;
  return giftReason === null ? 'sale' : 'comp';
};

/** `open`, `complete` or `refunded`. */
export function stateOf(order: StaffOrderRow): string {
  if (order.refundedAt) return 'refunded';
  return isCompleted(order, { price: order.planPrice }) ? 'complete' : 'open';
}

export async function ordersOf(
  { statements, fanclubId: fanclub }: Pick<ClubRows, 'statements' | 'fanclubId'>,
  ids: readonly number[],
): Promise<StaffOrderRow[]> {
  const found = await statements.rows(FIND_STAFF_ORDERS, { fanclub, ids: [...ids] });
  const byId = new Map(found.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
