import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { Attempt, Failure } from './attempt';
import { AddressRefused, type Resolve, targetOf } from './public-address';

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
  const limit = AbortSignal.timeout(post.timeLimit ?? TIME_LIMIT);
  const signal = AbortSignal.any([post.signal, limit]);
  const outcome = (failure: Failure | null, status: number | null = null, answer: string | null = null) => ({
    duration: Math.round(performance.now() - began),
    status,
    failure,
    answer,
  });
  try {
    const { status, answer } = await unlessAborted(send(post, signal), signal);
    return outcome(status >= 200 && status < 300 ? null : 'status', status, answer);
  } catch (error) {
    post.signal.throwIfAborted();
    if (error instanceof AddressRefused) return outcome(error.failure);
    return outcome(limit.aborted ? 'timeout' : 'connection');
  }
}

/** A resolver has no signal, so the wait for it ends without it. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    work.then(resolve, reject);
  });
}

async function send(post: Post, signal: AbortSignal): Promise<{ status: number; answer: string }> {
  const { url, address, family } = await targetOf(post.url, post.allowsLoopback, post.resolve);
  const pinned: LookupFunction = (_, { all }, found) =>
    all ? found(null, [{ address, family }]) : found(null, address, family);
  const body = Buffer.from(post.body);
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        method: 'POST',
        lookup: pinned,
        agent: false,
        signal,
        headers: { ...post.headers, 'content-length': String(body.length) },
      },
      (response) => {
        const chunks: Buffer[] = [];
        let length = 0;
        const finish = (): void => {
          const answer = Buffer.concat(chunks)
            .subarray(0, ANSWER_BYTES)
            .toString('utf8')
            .replaceAll('\0', '');
          resolve({ status: response.statusCode ?? 0, answer });
          sent.destroy();
        };
        response.on('data', (chunk: Buffer) => {
          chunks.push(chunk);
          length += chunk.length;
          if (length >= ANSWER_BYTES) finish();
        });
        response.on('end', finish);
        response.on('error', reject);
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}
