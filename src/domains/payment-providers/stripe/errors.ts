import type Stripe from 'stripe';
import { connectionCode } from '#platform/http';
import { Misconfigured, ProviderUnavailable } from '../provider.errors';

/** Codes after which a retry helps: too many requests, or one with the same key is still running. */
const REPEATABLE = ['rate_limit', 'lock_timeout', 'idempotency_key_in_use'];

/**
 * Maps an error of Stripe to one of the port. Drops its text and cause, which may contain addresses and parts of keys. Returns other
 * errors unchanged.
 */
export function portError(error: unknown): unknown {
  if (!isStripeError(error)) return error;
  const { type, code, statusCode, requestId = null } = error;
  const isUnknown = type === 'StripeConnectionError' || type === 'StripeAPIError' || (statusCode ?? 0) >= 500;
  if (isUnknown || type === 'StripeRateLimitError' || REPEATABLE.includes(code ?? ''))
    return new ProviderUnavailable(
      `Stripe answered ${statusCode ?? 'nothing'}`,
      requestId,
      undefined,
      connectionCode(error),
    );
  return new Misconfigured(code ?? NAMES[type] ?? type, requestId);
}

/** Calls Stripe. @throws the errors of the port */
export async function asked<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    throw portError(error);
  }
}

/** Iterates all pages of a list. @throws the errors of the port */
export async function* listed<T>(list: AsyncIterable<T>): AsyncIterable<T> {
  try {
    yield* list;
  } catch (error) {
    throw portError(error);
  }
}

/** Throws an error unless it is expected. */
export function unless(isExpected: boolean, error: unknown): void {
  if (!isExpected) throw error;
}

/** Errors to which Stripe gives no code. */
const NAMES: Readonly<Record<string, string>> = {
  StripeAuthenticationError: 'wrong_key',
  StripePermissionError: 'missing_permission',
  StripeIdempotencyError: 'idempotency_error',
  StripeInvalidRequestError: 'invalid_request',
};

/** Whether a card was declined. */
export const isCardError = (error: unknown): error is Stripe.errors.StripeCardError =>
  isStripeError(error) && error.type === 'StripeCardError';

/** Whether Stripe refused the request as it stands. */
export const isInvalidRequest = (error: unknown): boolean =>
  isStripeError(error) && error.type === 'StripeInvalidRequestError';

/** Whether Stripe does not know the object. */
export const isMissing = (error: unknown): boolean =>
  isStripeError(error) && error.code === 'resource_missing';

/** Handles an error: returns null for an object that Stripe does not know. */
export function nullIfMissing(error: unknown): null {
  unless(isMissing(error), error);
  return null;
}

/** Compares the name, because the package may not be loaded. */
const isStripeError = (error: unknown): error is Stripe.errors.StripeError =>
  error instanceof Error &&
  'type' in error &&
  typeof error.type === 'string' &&
  error.type.startsWith('Stripe');
