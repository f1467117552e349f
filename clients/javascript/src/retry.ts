import { FanclubError, FanclubNetworkError, FanclubTimeoutError } from './errors.ts';

/** Milliseconds before the first retry of a call without `Retry-After`; the next ones wait twice as long each. */
const FIRST_WAIT = 250;

/** Statuses with which proxies report that waiting may help. */
const TEMPORARY: readonly number[] = [429, 502, 503, 504];

/**
 * Milliseconds to wait before a read is repeated; null if repeating does not help. A failed connection is repeated too: pages of other
 * origins cannot read the answer of an overloaded service.
 * @param retries how often the call has been repeated
 * @param random from 0 to 1, so that many clients do not return at the same time
 */
export function waitBefore(error: unknown, retries: number, random: number): number | null {
  if (error instanceof FanclubTimeoutError) return null;
  const isRefusal = error instanceof FanclubError;
  if (!isRefusal && !(error instanceof FanclubNetworkError)) return null;
  if (error.retryAfter !== null) return error.retryAfter * 1000;
  if (isRefusal || (error.status !== null && !TEMPORARY.includes(error.status))) return null;
  return FIRST_WAIT * 2 ** retries * (0.5 + random / 2);
}

/** @throws the signal's reason if it is aborted meanwhile */
export function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort);
      resolve();
    }, milliseconds);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
}

/** What the promise resolves to. @throws the signal's reason if it is aborted first; the work itself goes on */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
