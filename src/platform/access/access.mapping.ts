import type { CustomerRow, VisitRow } from './access.queries';
import type { SalesPeriodSpan } from './membership';
import type { ViewerCustomer, Visit } from './viewer';

/** The session of a row, with its customer. */
export function visitOf(row: VisitRow): Visit {
  const { sessionId, orderId, lastSeenAt, own, ...customer } = row;
  return { sessionId, orderId, customer: customerOf(customer) };
}

/** The customer of a row. Take other columns out of the row first: they would become part of the customer. */
export function customerOf(row: CustomerRow): ViewerCustomer {
  const { membership, startDate, endDate, affiliates, ...rest } = row;
  const { salesPeriodId, salesPeriodStartsAt, salesPeriodEndsAt, salesPeriodExtendedUntil, ...customer } =
    rest;
  if (membership === null || startDate === null) return { ...customer, membership: null };
  const salesPeriod = salesPeriodOf(row);
  return { ...customer, membership: { ...membership, salesPeriod, startDate, endDate, affiliates } };
}

/** The columns of a sales period; all null without one. */
export interface SalesPeriodColumns {
  readonly salesPeriodId: number | null;
  readonly salesPeriodStartsAt: Date | null;
  readonly salesPeriodEndsAt: Date | null;
  readonly salesPeriodExtendedUntil: Date | null;
}

/** The sales period of a row; null without one. */
export function salesPeriodOf(row: SalesPeriodColumns): SalesPeriodSpan | null {
  const { salesPeriodId: id, salesPeriodStartsAt: startsAt, salesPeriodEndsAt: endsAt } = row;
  if (id === null || startsAt === null || endsAt === null) return null;
  return { id, startsAt, endsAt, extendedUntil: row.salesPeriodExtendedUntil };
}
