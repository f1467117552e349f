import { DomainError } from '#libs/envelope';
import { NoPlanFound } from '#domains/checkout';
import { WrongCredentials } from '#domains/sessions';
import { LinkExpired } from '#platform/tokens';
import type { Problems } from './form.rules';

/**
 * Runs the action of a form. Returns null on success, else the problems to show on the form.
 * @throws what {@link problemsFrom} throws
 */
export async function problemsOf(act: () => Promise<unknown>): Promise<Problems | null> {
  try {
    await act();
    return null;
  } catch (error) {
    return problemsFrom(error);
  }
}

/**
 * The problems to show on the form whose action failed.
 * @throws errors after which there is no form to show; unexpected errors; exceeded limits
 */
export function problemsFrom(error: unknown): Problems {
  if (!(error instanceof DomainError) || error instanceof LinkExpired || error instanceof NoPlanFound) {
    throw error;
  }
  if (error.retryAfter !== undefined) throw error;
  const together = error instanceof WrongCredentials ? ['email', 'password'] : undefined;
  return { sentences: error.messages, together };
}
