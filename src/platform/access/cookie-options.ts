import type { SessionCookiesOptions } from '#libs/session';
import type { Config } from '#platform/config';

/** How the service wants its cookies. */
export function cookieOptions({ session, publicUrl }: Config): SessionCookiesOptions {
  return { prefix: 'fanclub_session', mode: session.cookieMode, secure: publicUrl.startsWith('https:') };
}
