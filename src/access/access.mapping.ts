import type { CustomerRow, FanclubRow, VisitRow } from './access.queries';
import { planTextsOf } from './plan-texts';
import type { FanclubInfo, Membership, ViewerCustomer, Visit } from './viewer';

/** The fan club of a row. */
export function fanclubOf(row: FanclubRow): FanclubInfo {
  return {
    id: row.id,
    organizationId: row.organization_id,
    name: row.name,
    siteUrl: row.site_url,
    plansUrl: row.plans_url,
    supportEmail: row.support_email,
    timeZone: row.time_zone,
    currency: row.currency,
    homeCountry: row.home_country,
    minimumAge: row.minimum_age,
    forumIntegration: row.forum_integration,
    listPlansWithoutSubscription: row.list_plans_without_subscription,
    links: {
      login: row.link_login,
      logout: row.link_logout,
      passwordReset: row.link_password_reset,
      savedCard: row.link_saved_card,
      redeem: row.link_redeem,
      forum: row.link_forum,
      ipboard: row.link_ipboard,
      privacy: row.link_privacy,
      terms: row.link_terms,
    },
    tracking: { development: row.tracking_development, production: row.tracking_production },
    loginProviders: row.login_providers,
    trustedDomains: row.trusted_domains,
  };
}

/** The session of a row, with its customer; null where the row has none. */
export function visitOf(row: VisitRow): Visit | null {
  if (row.session_id === null) return null;
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
