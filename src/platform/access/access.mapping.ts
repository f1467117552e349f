import type { CustomerRow, VisitRow } from './access.queries';
import { planTextsOf } from './plan-texts';
import type { Membership, ViewerCustomer, Visit } from './viewer';

/** The session of a row, with its customer. */
export function visitOf(row: VisitRow): Visit {
  return { sessionId: row.session_id, orderId: row.session_order_id, customer: customerOf(row) };
}

/** The customer of a row, with the active subscription. */
export function customerOf(row: CustomerRow): ViewerCustomer {
  return {
    id: row.customer_id,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    newEmail: row.new_email,
    birthdate: row.birthdate,
    username: row.username,
    registered: row.registered,
    confirmed: row.confirmed,
    invalidEmail: row.invalid_email,
    listsOptIn: row.lists_opt_in,
    autoRenewalEnabled: row.auto_renewal_enabled,
    lockedPlanId: row.locked_plan_id,
    lockedPlanRenewalCap: row.locked_plan_renewal_cap,
    renewals: row.renewals,
    emailAliases: row.email_aliases,
    authentications: row.authentications,
    membership: membershipOf(row),
  };
}

function membershipOf(row: CustomerRow): Membership | null {
  if (row.subscription_id === null) return null;
  return {
    subscriptionId: row.subscription_id,
    plan: planTextsOf(row),
    planPrice: row.plan_price,
    exclusiveAccess: row.exclusive_access,
    renewalCap: row.renewal_cap,
    salesPeriod:
      row.sales_period_id === null
        ? null
        : {
            id: row.sales_period_id,
            startsAt: row.sales_period_starts_at,
            endsAt: row.sales_period_ends_at,
            extendedUntil: row.sales_period_extended_until,
          },
    startDate: row.start_date,
    endDate: row.end_date,
    lapsed: row.lapsed,
    trial: row.trial_membership,
    affiliates: row.affiliates,
  };
}
