import { availableParallelism } from 'node:os';
import { limitOf, Limit, Whole } from './settings';

/** Limits, for each fan club: how often within how many seconds. */
export class LimitsEnv {
  /** Wrong passwords in a row for an e-mail address from one client network. The account need not exist. */
  @Limit() LIMIT_LOGIN_ROW = '10/900';

  /** Wrong passwords for an e-mail address. The account need not exist. */
  @Limit() LIMIT_LOGIN_EMAIL = '100/900';

  /** Wrong passwords from a client network. */
  @Limit() LIMIT_LOGIN_NETWORK = '100/60';

  /** Accepted sign-ups (accounts, registrations, contacts) from a client network. */
  @Limit() LIMIT_SIGN_UP_NETWORK = '120/60';

  /** Accepted sign-ups with addresses of one mailbox. */
  @Limit() LIMIT_SIGN_UP_MAILBOX = '20/3600';

  /** Answers to a client network that reveal whether an e-mail address is taken. */
  @Limit() LIMIT_LOOKUP_NETWORK = '60/60';

  /**
   * Requested password resets for a mailbox. It also applies to accounts that name it as their new address, counted separately.
   */
  @Limit() LIMIT_PASSWORD_RESET_EMAIL = '5/3600';

  /** Requested password resets from a client network. */
  @Limit() LIMIT_PASSWORD_RESET_NETWORK = '60/60';

  /** Orders without a session from a client network. */
  @Limit() LIMIT_CHECKOUT_NETWORK = '30/60';

  /** Codes that a fan club does not have, entered by a customer. */
  @Limit() LIMIT_REDEEM_CUSTOMER = '10/900';

  /** Codes that a fan club does not have, entered from a client network. */
  @Limit() LIMIT_REDEEM_NETWORK = '10/900';

  /** Searches with an organization key. */
  @Limit() LIMIT_SEARCH_KEY = '200/1';

  /**
   * Passwords that may wait to be hashed in one process, of all fan clubs together. Further ones are refused with `Retry-After`.
   */
  @Whole(1, 10_000) PASSWORD_QUEUE = 64;

  /** Milliseconds that a password may wait to be hashed. */
  @Whole(1, 60_000) PASSWORD_QUEUE_WAIT_MS = 5_000;
}

export type LimitsConfig = ReturnType<typeof limitsConfig>;

/** How often something may happen, and the queue of passwords to be hashed. */
export const limitsConfig = (env: LimitsEnv) => ({
  limits: Object.freeze({
    loginRow: limitOf(env.LIMIT_LOGIN_ROW),
    loginEmail: limitOf(env.LIMIT_LOGIN_EMAIL),
    loginNetwork: limitOf(env.LIMIT_LOGIN_NETWORK),
    signUpNetwork: limitOf(env.LIMIT_SIGN_UP_NETWORK),
    signUpMailbox: limitOf(env.LIMIT_SIGN_UP_MAILBOX),
    lookupNetwork: limitOf(env.LIMIT_LOOKUP_NETWORK),
    resetEmail: limitOf(env.LIMIT_PASSWORD_RESET_EMAIL),
    /** Changes of an e-mail address, by the mailbox of the new one. */
    newEmail: limitOf(env.LIMIT_PASSWORD_RESET_EMAIL),
    resetNetwork: limitOf(env.LIMIT_PASSWORD_RESET_NETWORK),
    checkoutNetwork: limitOf(env.LIMIT_CHECKOUT_NETWORK),
    redeemCustomer: limitOf(env.LIMIT_REDEEM_CUSTOMER),
    redeemNetwork: limitOf(env.LIMIT_REDEEM_NETWORK),
    searchKey: limitOf(env.LIMIT_SEARCH_KEY),
  }),
  /** `timeout` in milliseconds. `concurrency`: passwords that are hashed at the same time. */
  passwordQueue: Object.freeze({
    concurrency: availableParallelism(),
    queue: env.PASSWORD_QUEUE,
    timeout: env.PASSWORD_QUEUE_WAIT_MS,
  }),
});
