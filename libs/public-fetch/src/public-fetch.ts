import { type IncomingMessage, request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { type Resolve, resolveName, targetOf } from './public-address';

export interface PublicFetchOptions {
  /** Whether this machine is allowed, also without TLS: while developing. */
  readonly allowsLoopback: boolean;
  /** Milliseconds from the resolution of the name to the end of the answer. */
  readonly timeout: number;
  /** Bytes of the body that are read. */
  readonly maxBytes: number;
  /** Whether a longer body is cut; by default it fails. */
  readonly isCut?: boolean;
  /** By default the system's. */
  readonly resolve?: Resolve;
}

/** The part of `fetch` that these requests need: texts and forms as bodies. */
export type PublicFetch = (
  address: string | URL,
  init?: {
    method?: string;
    headers?: ConstructorParameters<typeof Headers>[0];
    body?: unknown;
    signal?: AbortSignal | null;
  },
) => Promise<Response>;

/**
 * A `fetch` that reaches addresses of the internet only, over HTTPS, without redirects. The checked addresses are those that are
 * connected to. It throws `AddressRefused` if nothing was sent, a `TimeoutError` after `timeout`, and errors of the network.
 */
export const publicFetch =
  ({
    allowsLoopback,
    timeout,
    maxBytes,
    isCut = false,
    resolve = resolveName,
  }: PublicFetchOptions): PublicFetch =>
  async (address, { method = 'GET', headers, body, signal: given } = {}) => {
    const limit = AbortSignal.timeout(timeout);
    const signal = given ? AbortSignal.any([given, limit]) : limit;
    signal.throwIfAborted();
    const target = await unlessAborted(targetOf(String(address), allowsLoopback, resolve), signal);
    const [first] = target.addresses;
    const pinned: LookupFunction = (_, { all }, found) =>
      all ? found(null, [...target.addresses]) : found(null, first.address, first.family);
    const content = contentOf(body);
    const send = target.url.protocol === 'https:' ? secureRequest : plainRequest;
    return new Promise((answered, failed) => {
      // The reason of the signal says whether the time was over.
      const ended = (error: Error) => failed(signal.aborted ? (signal.reason as Error) : error);
      const request = send(
        target.url,
        {
          method,
          signal,
          lookup: pinned,
          // A kept connection may lead to an address that was checked for another name.
          agent: false,
          headers: {
            ...Object.fromEntries(new Headers(headers)),
            ...(content && { 'content-length': String(content.length) }),
          },
        },
        (answer) => {
          read(answer, maxBytes, isCut)
            .then((bytes) => answered(responseOf(answer, bytes)))
            .catch(ended)
            .finally(() => request.destroy());
        },
      );
      request.on('error', ended);
      request.end(content ?? undefined);
    });
  };

/** A resolver has no signal, so the wait for it ends without it. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    work.then(resolve, reject);
  });
}

function contentOf(body: unknown): Buffer | null {
  if (body === undefined || body === null) return null;
  if (typeof body === 'string' || body instanceof URLSearchParams) return Buffer.from(String(body));
  if (Buffer.isBuffer(body)) return body;
  throw new TypeError('The body must be a text, a form or a buffer.');
}

function read(answer: IncomingMessage, maxBytes: number, isCut: boolean): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let length = 0;
    const done = () => resolve(Buffer.concat(parts).subarray(0, maxBytes));
    answer.on('data', (part: Buffer) => {
      parts.push(part);
      length += part.length;
      if (length <= maxBytes) return;
      if (isCut) done();
      else reject(new Error('The answer is too long.'));
    });
    answer.on('end', done);
    answer.on('error', reject);
  });
}

function responseOf({ statusCode = 502, headers }: IncomingMessage, bytes: Buffer): Response {
  const received = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
  const hasBody = statusCode !== 204 && statusCode !== 205 && statusCode !== 304;
  return new Response(hasBody ? new Uint8Array(bytes) : null, { status: statusCode, headers: received });
}
