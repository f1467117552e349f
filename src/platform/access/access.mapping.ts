import type { CustomerRow, VisitRow } from './access.queries';
import type { SalesPeriodSpan } from './membership';
import type { ViewerCustomer, Visit } from './viewer';

/** The session of a row, with its customer. */
export function visitOf(row: VisitRow): Visit {
  return { sessionId: row.sessionId, orderId: row.orderId, customer: customerOf(row) };
}

/** The customer of a row. */
export function customerOf(row: CustomerRow): ViewerCustomer {
  const { membership, startDate, endDate, affiliates } = row;
  return {
    id: row.id,
    firstName: row.firstName,
    lastName: row.lastName,
    email: row.email,
    newEmail: row.newEmail,
    birthdate: row.birthdate,
    username: row.username,
    registered: row.registered,
    confirmed: row.confirmed,
    invalidEmail: row.invalidEmail,
    listsOptIn: row.listsOptIn,
    autoRenewalEnabled: row.autoRenewalEnabled,
    lockedPlanId: row.lockedPlanId,
    lockedPlanRenewalCap: row.lockedPlanRenewalCap,
    renewals: row.renewals,
    emailAliases: row.emailAliases,
    authentications: row.authentications,
    membership:
      membership === null || startDate === null
        ? null
        : {
            subscriptionId: membership.subscriptionId,
            plan: membership.plan,
            planPrice: membership.planPrice,
            exclusiveAccess: membership.exclusiveAccess,
            renewalCap: membership.renewalCap,
            lapsed: membership.lapsed,
            trial: membership.trial,
            salesPeriod: salesPeriodOf(row),
            startDate,
            endDate,
            affiliates,
          },
  };
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
