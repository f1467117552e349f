import type { SessionCookiesOptions } from '#libs/session';
import type { Config } from '#platform/config';

/** Name and attributes of the service's cookies. */
export function cookieOptions({ session, publicUrl }: Config): SessionCookiesOptions {
  return { prefix: 'fanclub_session', mode: session.cookieMode, secure: publicUrl.startsWith('https:') };
}
