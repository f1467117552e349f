import type { LoginMeans } from './confirmations.queries';

/** What the page behind a confirmation link asks for, because the link proves only access to the mailbox. */
export type ProofAsked = 'password' | 'first_password' | 'nothing' | 'log_in';

/**
 * The proof for the address of an account (contract 4.8a).
 *
 * @param inOwnBrowser whether the browser holds the session in which the account was registered
 */
export function proofForAddress(means: LoginMeans, inOwnBrowser: boolean): ProofAsked {
  if (means.passwordHash !== null) return 'password';
  return inOwnBrowser && means.hasProvider ? 'nothing' : 'first_password';
}

/** The proof for a new address. @param isLoggedIn to this account, in this browser */
export function proofForNewAddress(hasPassword: boolean, isLoggedIn: boolean): ProofAsked {
  if (hasPassword) return 'password';
  return isLoggedIn ? 'nothing' : 'log_in';
}
