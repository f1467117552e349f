import { Misconfigured, ProviderUnavailable } from '#domains/payment-providers';

/** Why a request to the payment provider failed: the provider is unavailable, or refuses the account until staff fix it. */
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
