import type { LoginMeans } from './confirmations.queries';

/**
 * What the page behind a confirmation link asks for, as the link alone proves only the mailbox: the account's password, a first
 * password, nothing but a button, or to log in first.
 */
export type ProofAsked = 'password' | 'first_password' | 'nothing' | 'log_in';

/**
 * What confirming the address of an account takes (decisions 4.8a).
 *
 * @param inOwnBrowser whether the browser holds the session in which the account was registered
 */
export function proofForAddress(means: LoginMeans, inOwnBrowser: boolean): ProofAsked {
  if (means.passwordHash !== null) return 'password';
  return inOwnBrowser && means.hasProvider ? 'nothing' : 'first_password';
}

/** What confirming a new address takes; `isLoggedIn`: to this very account, in this browser. */
export function proofForNewAddress(hasPassword: boolean, isLoggedIn: boolean): ProofAsked {
  if (hasPassword) return 'password';
  return isLoggedIn ? 'nothing' : 'log_in';
}
