import { IsIn } from 'class-validator';
import { Flag, Keys, keysOf, Whole } from './settings';

const DAY_SECONDS = 86_400;

/** Secrets, sessions, retention. */
export class SecurityEnv {
  /**
   * Keys that seal the session cookie. `npm start` generates one and keeps it under DATA_DIR; `openssl rand -base64 32` prints
   * one. [Keys](../operations/keys.md#secrets-of-the-service) describes the order of several.
   */
  @Keys() SESSION_KEYS: string;

  /** Keys that seal secrets at rest, such as the app secrets of login providers and unsent mails. As SESSION_KEYS. */
  @Keys() ENCRYPTION_KEYS: string;

  /**
   * `lax`: for front ends on the same site as the API (the same registrable domain), also over plain HTTP. `cross-site`: for
   * front ends on other sites; HTTPS only, and in Safari from 26.2. See [cookie modes](../security.md#cookie-modes).
   */
  @IsIn(['lax', 'cross-site']) SESSION_COOKIE_MODE: 'lax' | 'cross-site' = 'lax';

  /**
   * With HTTPS, browsers use only HTTPS for a year. `true`: also for all hosts below that of PUBLIC_URL and STAFF_URL. Only if all of
   * them have HTTPS.
   */
  @Flag() HSTS_INCLUDE_SUBDOMAINS = false;

  /** Days after which a session ends even if it is used. */
  @Whole(1, 3650) SESSION_ABSOLUTE_DAYS = 30;

  /** Days without a request after which a session ends. */
  @Whole(1, 3650) SESSION_IDLE_DAYS = 7;

  /** Seconds for which a login provider's signed request is valid after it was issued (social login, register, connect). */
  @Whole(1, 86_400) SIGNED_REQUEST_MAX_AGE_SECONDS = 3600;

  /**
   * The same for the deauthorize callback. It is short, so that a stolen login request cannot be used later to unlink an
   * account.
   */
  @Whole(1, 86_400) DEAUTHORIZE_MAX_AGE_SECONDS = 300;

  /** Days for which partners' searches are recorded ([keys](../operations/keys.md#audit-of-searches)). */
  @Whole(1, 3650) SEARCH_AUDIT_DAYS = 90;

  /** Months for which security events are kept ([audit](../security.md#audit)). */
  @Whole(3, 120) SECURITY_EVENTS_MONTHS = 13;

  /** Days after which unregistered buyers are deleted with their orders, once their session is over. */
  @Whole(1, 3650) UNREGISTERED_BUYER_DAYS = 30;

  /** Days after which the recipient's address of a gift is erased, once the mail was sent, and the texts of its card, once it was redeemed. */
  @Whole(1, 3650) GIFT_RECIPIENT_DAYS = 30;

  /** Years for which the billing addresses of orders are kept after the member was erased ([privacy](../privacy.md#erasure)). */
  @Whole(1, 30) ORDER_RETENTION_YEARS = 10;
}

export type SecurityConfig = ReturnType<typeof securityConfig>;

/** Secrets, sessions and retention. Keys have 32 bytes each, newest first; lifetimes and ages are in seconds. */
export const securityConfig = (env: SecurityEnv) => ({
  encryptionKeys: keysOf(env.ENCRYPTION_KEYS),
  hstsIncludesSubdomains: env.HSTS_INCLUDE_SUBDOMAINS,
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
    giftRecipientDays: env.GIFT_RECIPIENT_DAYS,
    orderYears: env.ORDER_RETENTION_YEARS,
  }),
});
