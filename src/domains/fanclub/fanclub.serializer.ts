import type { FanclubInfo } from '#platform/access';
import { clubAddress, type HostedPage, hostedPage } from '#platform/tenants';
import type { Fanclub } from './dto/fanclub.answer';

/** GET /fanclub. A link that is not configured leads to the hosted page. */
export function fanclubShape(fanclub: FanclubInfo, publicUrl: string): Fanclub {
  const { links, tracking } = fanclub;
  const address = clubAddress(publicUrl, fanclub);
  const own = (page: HostedPage): string => hostedPage(address, page);
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
      saved_card: links.savedCard ?? own('membership'),
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
