import type { FanclubRow } from './published.queries';

/** Links to the fan club's own pages; null where a default takes their place. */
export interface FanclubLinks {
  readonly login: string | null;
  readonly logout: string | null;
  readonly passwordReset: string | null;
  readonly savedCard: string | null;
  readonly redeem: string | null;
  readonly forum: string | null;
  readonly ipboard: string | null;
  readonly privacy: string | null;
  readonly terms: string | null;
}

/** A third-party login of a fan club, without its secret. */
export interface LoginProviderInfo {
  readonly name: string;
  readonly appId: string;
  /** Null: the service's own path. */
  readonly loginPath: string | null;
}

/** The fan club whose `key` the request carries: its configuration, as far as requests need it. */
export interface FanclubInfo {
  readonly id: number;
  readonly organizationId: number;
  readonly name: string;
  readonly siteUrl: string;
  /** Where visitors join; takes the place of exclusive links they may not see (decisions 6.6). */
  readonly plansUrl: string;
  readonly supportEmail: string;
  /** IANA zone. */
  readonly timeZone: string;
  /** ISO 4217. */
  readonly currency: string;
  readonly homeCountry: string;
  readonly minimumAge: number;
  readonly forumIntegration: boolean;
  readonly listPlansWithoutSubscription: boolean;
  /** Null, like `accentColor`, where the hosted pages keep the look of the service. */
  readonly logoUrl: string | null;
  /** `#rrggbb` */
  readonly accentColor: string | null;
  readonly links: FanclubLinks;
  readonly tracking: { readonly development: readonly string[]; readonly production: readonly string[] };
  /** Enabled ones only. */
  readonly loginProviders: readonly LoginProviderInfo[];
  /** Origins that may call from a browser with the visitor's session. */
  readonly trustedDomains: readonly string[];
}

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
    logoUrl: row.logo_url,
    accentColor: row.accent_color,
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
