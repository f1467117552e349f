import type { FanclubInfo } from '#platform/access';
import { hostedPage } from '#platform/tenants';

/** A fan club (contract 6.18). */
interface FanclubShape {
  name: string;
  site_url: string;
  authentications: { name: string; app_id: string; login_path: string }[];
  links: {
    site: string;
    login: string;
    logout: string;
    password_reset: string;
    saved_card: string;
    redeem: string;
    /** Like `ipboard`, absent unless forum integration is enabled. */
    forum?: string;
    ipboard?: string;
    legals: { privacy: string; terms: string };
  };
  tracking: {
    development: { google_analytics: readonly string[] };
    production: { google_analytics: readonly string[] };
  };
}

/** GET /fanclub. A link that is not configured leads to the hosted page below `publicUrl`. */
export function fanclubShape(fanclub: FanclubInfo, publicUrl: string): FanclubShape {
  const { links, tracking } = fanclub;
  const own = (page: Parameters<typeof hostedPage>[2]): string => hostedPage(publicUrl, fanclub.id, page);
  return {
    name: fanclub.name,
    site_url: fanclub.siteUrl,
    authentications: fanclub.loginProviders.map(({ name, appId, loginPath }) => ({
      name,
      app_id: appId,
      login_path: loginPath ?? `/auth/${name}`,
    })),
    links: {
      site: fanclub.siteUrl,
      login: links.login ?? own('login'),
      logout: links.logout ?? own('logout'),
      password_reset: links.passwordReset ?? own('password-reset'),
      saved_card: links.savedCard ?? own('saved-card'),
      redeem: links.redeem ?? own('redeem'),
      ...(fanclub.forumIntegration && {
        forum: links.forum ?? `${fanclub.siteUrl}/forum`,
        ipboard: links.ipboard ?? `${fanclub.siteUrl}/forum/sso`,
      }),
      legals: { privacy: links.privacy ?? own('privacy'), terms: links.terms ?? own('terms') },
    },
    tracking: {
      development: { google_analytics: tracking.development },
      production: { google_analytics: tracking.production },
    },
  };
}
