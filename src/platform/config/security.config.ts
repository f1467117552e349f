import { IsIn } from 'class-validator';
import { Keys, keysOf, Whole } from './settings';

const DAY_SECONDS = 86_400;

/** The variables of secrets, sessions and retention. */
export class SecurityEnv {
  /** Keys that seal the session cookie. */
  @Keys() SESSION_KEYS: string;

  /** Keys that seal secrets at rest, such as the app secrets of login providers. */
  @Keys() ENCRYPTION_KEYS: string;

  /** Attributes of the session cookie; see docs/security.md, "Cookie modes". */
  @IsIn(['lax', 'cross-site']) SESSION_COOKIE_MODE: 'lax' | 'cross-site' = 'lax';

  /** Days after which a session ends, even if it is in use. */
  @Whole(1, 3650) SESSION_ABSOLUTE_DAYS = 30;

  /** Days without a request after which a session ends. */
  @Whole(1, 3650) SESSION_IDLE_DAYS = 7;

  /** How long a signed request of a login provider is valid after it was issued. */
  @Whole(1, 86_400) SIGNED_REQUEST_MAX_AGE_SECONDS = 3600;

  /** How long a provider's signed report that a customer has removed the app is valid. */
  @Whole(1, 86_400) DEAUTHORIZE_MAX_AGE_SECONDS = 300;

  /** How long the searches of partners are kept. */
  @Whole(1, 3650) SEARCH_AUDIT_DAYS = 90;

  /** How long security events are kept. */
  @Whole(3, 120) SECURITY_EVENTS_MONTHS = 13;

  /** Days after which unregistered buyers are deleted with their orders, once their session is over. */
  @Whole(1, 3650) UNREGISTERED_BUYER_DAYS = 30;
}

export type SecurityConfig = ReturnType<typeof securityConfig>;

/** Secrets, sessions and retention. Keys have 32 bytes each, newest first; lifetimes and ages are in seconds. */
export const securityConfig = (env: SecurityEnv) => ({
  encryptionKeys: keysOf(env.ENCRYPTION_KEYS),
  session: Object.freeze({
    keys: keysOf(env.SESSION_KEYS),
    cookieMode: env.SESSION_COOKIE_MODE,
    absoluteLifetime: env.SESSION_ABSOLUTE_DAYS * DAY_SECONDS,
    idleLifetime: env.SESSION_IDLE_DAYS * DAY_SECONDS,
  }),
  signedRequestMaxAge: env.SIGNED_REQUEST_MAX_AGE_SECONDS,
  deauthorizeMaxAge: env.DEAUTHORIZE_MAX_AGE_SECONDS,
  retention: Object.freeze({
    searchAuditDays: env.SEARCH_AUDIT_DAYS,
    securityEventsMonths: env.SECURITY_EVENTS_MONTHS,
    unregisteredBuyerDays: env.UNREGISTERED_BUYER_DAYS,
  }),
});
