import { connectionCode } from '#platform/http';
import { Misconfigured, ProviderUnavailable } from '../provider.errors';

/** Milliseconds that an answer may take. */
const TIMEOUT = 8_000;

/** Calls the API of the demo bank. */
export class BankClient {
  /** @param key of the account */
  constructor(
    private readonly url: string,
    private readonly key: string,
  ) {}

  /**
   * Sends a request, and retries it once without an answer. `idempotencyKey` makes the retry idempotent.
   * @throws ProviderUnavailable, Misconfigured
   */
  async call<T>(method: 'GET' | 'POST', path: string, body?: object, idempotencyKey?: string): Promise<T> {
    const send = async () => {
      const answer = await fetch(`${this.url}/${path}`, {
        method,
        headers: {
          authorization: `Bearer ${this.key}`,
          'content-type': 'application/json',
          ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
        },
        ...(body && { body: JSON.stringify(body) }),
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT),
      });
      if (answer.status >= 500) throw new ProviderUnavailable(`the demo bank answered ${answer.status}`);
      return { status: answer.status, ...((await answer.json()) as { result?: T; code?: string }) };
    };
    const { status, result, code } = await send()
      .catch(send)
      .catch((error: unknown) => {
        if (error instanceof ProviderUnavailable) throw error;
        throw new ProviderUnavailable(
          'the demo bank does not answer',
          null,
          { cause: error },
          connectionCode(error),
        );
      });
    if (result === undefined) throw new Misconfigured(code ?? `status_${status}`);
    return result;
  }
}

/** The bank's codes for customers and cards that it does not know. */
const UNKNOWN = ['unknown_customer', 'unknown_card'];

/** Handles an error: returns `instead` for an object that the bank does not know. */
export const unlessUnknown =
  <T>(instead: T) =>
  (error: unknown): T => {
    if (error instanceof Misconfigured && UNKNOWN.includes(error.code)) return instead;
    throw error;
  };
