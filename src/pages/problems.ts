import { DomainError } from '#libs/envelope';
import { NoPlanFound } from '#domains/checkout';
import { LinkExpired } from '#platform/tokens';
import type { Problems } from './form.rules';

/**
 * Does what a form asks for. Null if it was done; else what to say on the form, which is shown once more. What leaves no form
 * to be shown is thrown on, and so are faults of ours and what was asked for too often.
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
