import type Stripe from 'stripe';
import { connectionCode } from '#platform/http';
import { Misconfigured, ProviderUnavailable } from '../payments.errors';

/** Repeating helps: too many requests, or one with the same key that is still running. */
const REPEATABLE = ['rate_limit', 'lock_timeout', 'idempotency_key_in_use'];

/**
 * The error of the port for one of Stripe's. Neither its text nor its cause is kept: both may hold addresses and parts of keys.
 * Other errors are returned as they are.
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

/** Asks Stripe, with the errors of the port. */
export async function asked<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    throw portError(error);
  }
}

/** All pages of a list, with the errors of the port. */
export async function* listed<T>(list: AsyncIterable<T>): AsyncIterable<T> {
  try {
    yield* list;
  } catch (error) {
    throw portError(error);
  }
}

/** Throws an error that is not fine. */
export function unless(isFine: boolean, error: unknown): void {
  if (!isFine) throw error;
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

export const unlessMissing = (error: unknown): void => unless(isMissing(error), error);

/** By its name, because the package is loaded later. */
const isStripeError = (error: unknown): error is Stripe.errors.StripeError =>
  error instanceof Error &&
  'type' in error &&
  typeof error.type === 'string' &&
  error.type.startsWith('Stripe');
