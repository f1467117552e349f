import { Injectable } from '@nestjs/common';
import type { Cells } from '#libs/csv';
import { isoUtc } from '#libs/format';
import { includedTax, subtract } from '#libs/money';
import { Sql } from '#platform/database';
import { type ListQuery, type StaffViewer, StaffWorkService } from '#platform/staff';
import { searchedOrders } from './order-search';
import type { StaffOrderRow } from './orders.queries';
import { kindOf, ordersOf, stateOf } from './staff-orders.service';

export const ORDER_HEADINGS = [
  'order_id',
  'receipt_number',
  'member_id',
  'plan',
  'kind',
  'state',
  'created_at',
  'paid_at',
  'refunded_at',
  'currency',
  'shipping',
  'discount',
  'subtotal',
  'total',
  'tax_rate',
  'tax',
  'net',
];

/** The rows that an export holds in memory. */
const BATCH = 1_000;

/** Orders as a CSV file, which has no personal data but ids. */
@Injectable()
export class OrdersExportService {
  constructor(
    private readonly work: StaffWorkService,
    private readonly sql: Sql,
  ) {}

  /** The orders that a list asks for, by id, as rows of a file, read as it is sent. @throws Problem (400) */
  async rows(viewer: StaffViewer, query: ListQuery): Promise<AsyncIterable<Cells>> {
    const ids = await this.work.read(viewer, async (rows) => {
      const found = searchedOrders(rows, query, viewer.reach('orders.read'));
      const all = await found.select('o.id', 'id').orderBy('o.id').getRawMany<{ id: string | number }>();
      return all.map(({ id }) => Number(id));
    });
    return cellsOf({ statements: this.sql, fanclubId: viewer.fanclubId }, ids);
  }
}

async function* cellsOf(rows: Parameters<typeof ordersOf>[0], ids: readonly number[]): AsyncGenerator<Cells> {
  for (let start = 0; start < ids.length; start += BATCH)
    for (const row of await ordersOf(rows, ids.slice(start, start + BATCH))) yield orderCells(row);
}

const iso = (at: Date | null): string => (at ? isoUtc(at) : '');

/** The tax is that of the receipt, which refunds do not change: the file of bookings has those. */
function orderCells(row: StaffOrderRow): Cells {
  const { total, currency, taxRate } = row;
  const hasTax = total !== null && currency !== null && taxRate !== null;
  const tax = hasTax ? includedTax(total, taxRate, currency) : '0.00';
  return {
    order_id: String(row.id),
    receipt_number: row.receipt === null ? '' : String(row.receipt),
    member_id: String(row.customerId),
    plan: row.planName,
    kind: kindOf(row),
    state: stateOf(row),
    created_at: isoUtc(row.createdAt),
    paid_at: iso(row.paidAt),
    refunded_at: iso(row.refundedAt),
    currency: currency ?? '',
    shipping: row.shipping ?? '',
    discount: row.discount ?? '',
    subtotal: row.subtotal ?? '',
    total: total ?? '',
    tax_rate: taxRate ?? '',
    tax: total === null ? '' : tax,
    net: total === null ? '' : subtract(total, tax),
  };
}
