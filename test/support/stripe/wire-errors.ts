import { BankRefusal } from '../../../src/demo-bank';

/** What the server answers with another status than 200. */
export class WireError extends Error {
  constructor(
    readonly status: number,
    readonly error: object,
  ) {
    super(JSON.stringify(error));
  }
}

export const missing = (): WireError =>
  new WireError(404, { type: 'invalid_request_error', code: 'resource_missing', message: 'No such object' });

export const invalid = (code?: string, message = 'Invalid request'): WireError =>
  new WireError(400, { type: 'invalid_request_error', ...(code && { code }), message });

/** The error of Stripe for one of the bank. Other errors are thrown. */
export function wireErrorOf(error: unknown): WireError {
  if (error instanceof WireError) return error;
  if (!(error instanceof BankRefusal)) throw error;
  if (error.status === 404) return missing();
  if (error.status === 409)
    return new WireError(400, { type: 'idempotency_error', message: 'Other parameters' });
  return invalid(error.code === 'amount_too_large' ? 'charge_already_refunded' : error.code);
}
