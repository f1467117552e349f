import { AddressRefused, publicFetch, type Resolve } from '#libs/public-fetch';
import type { Attempt, Failure } from './attempt';

/** Milliseconds for an attempt, from the resolution of the name to the end of the answer. */
export const TIME_LIMIT = 10_000;

/** Bytes of an answer that are read. */
const ANSWER_BYTES = 1024;

/** What to send, and how to reach the receiver. */
export interface Post {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly allowsLoopback: boolean;
  readonly resolve: Resolve;
  /** Aborts the attempt, which then is none. */
  readonly signal: AbortSignal;
  readonly timeLimit?: number;
}

type Outcome = Omit<Attempt, 'at'>;

/**
 * Makes one attempt. Redirects are not followed: only an answer of 2xx is a success.
 * @throws Error if `signal` is aborted
 */
export async function postMessage(post: Post): Promise<Outcome> {
  const began = performance.now();
  const { url, headers, body, allowsLoopback, resolve, signal, timeLimit = TIME_LIMIT } = post;
  const send = publicFetch({
    allowsLoopback,
    resolve,
    timeout: timeLimit,
    maxBytes: ANSWER_BYTES,
    isCut: true,
  });
  const outcome = (failure: Failure | null, status: number | null = null, answer: string | null = null) => ({
    duration: Math.round(performance.now() - began),
    status,
    failure,
    answer,
  });
  try {
    const response = await send(url, { method: 'POST', headers, body, signal });
    const { ok, status } = response;
    return outcome(ok ? null : 'status', status, (await response.text()).replaceAll('\0', ''));
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof AddressRefused) return outcome(error.reason);
    return outcome((error as Error).name === 'TimeoutError' ? 'timeout' : 'connection');
  }
}
