import { DomainError } from '#libs/envelope';
import { NoPlanFound } from '#domains/checkout';
import { LinkExpired } from '#platform/tokens';
import type { Problems } from './form.rules';

/**
 * Runs the action of a form. Returns null on success, else the problems to show on the form. Errors that leave no form to show
 * are thrown, as are unexpected errors and exceeded limits.
 */
export async function problemsOf(act: () => Promise<unknown>): Promise<Problems | null> {
  try {
    await act();
    return null;
  } catch (error) {
    if (!(error instanceof DomainError) || error instanceof LinkExpired || error instanceof NoPlanFound) {
      throw error;
    }
    if (error.retryAfter !== undefined) throw error;
    return { sentences: error.messages };
  }
}
