import { Misconfigured, ProviderUnavailable } from '#domains/payments';

/** Why the payment provider did not do what was asked: it is away, or it refuses what only staff can repair. */
export type Trouble = 'unavailable' | 'misconfigured';

/** Null: the error is not the provider's. */
export function troubleOf(error: unknown): Trouble | null {
  if (error instanceof ProviderUnavailable) return 'unavailable';
  return error instanceof Misconfigured ? 'misconfigured' : null;
}

/** The sentences that visitors read. */
export const TROUBLES: Readonly<Record<Trouble, string>> = {
  unavailable: 'The payment service does not answer at the moment.',
  misconfigured: 'Paying does not work at the moment. The fan club has to repair something first.',
};
