import { lookup as lookUp, type LookupAddress, type LookupOptions } from 'node:dns';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import ipaddr from 'ipaddr.js';

/** Milliseconds for a whole request. */
const DEADLINE = 10_000;

/** Bytes of an answer. Discovery documents and tokens are a few kilobytes. */
const LARGEST = 512 * 1024;

/** A request to a login provider was refused before it was sent, or failed. */
export class ProviderUnreachable extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ProviderUnreachable';
  }
}

/** Whether an address is reachable from anywhere: neither private, loopback, link-local nor reserved; also behind a mapping. */
export function isPublicAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast';
}

type Options = NonNullable<Parameters<typeof fetch>[1]>;

/**
 * A `fetch` for login providers: public addresses only, no redirects, ten seconds. The address that was checked is the one that is
 * connected to, so a name that changes its address meanwhile does not help.
 * @param allowsLoopback for development, where the provider may run on the same machine over http
 */
export const providerFetch =
  (allowsLoopback: boolean) =>
  async (address: string, options: Options = {}): Promise<Response> => {
    const url = new URL(address);
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const isAllowed = (ip: string): boolean =>
      isPublicAddress(ip) || (allowsLoopback && ipaddr.process(ip).range() === 'loopback');
    if (url.protocol !== 'https:' && !allowsLoopback)
      throw new ProviderUnreachable('The address must be https.');
    if (ipaddr.isValid(host) && !isAllowed(host)) throw new ProviderUnreachable('The address is not public.');
    const lookup = (
      name: string,
      asked: LookupOptions,
      done: (error: Error | null, address: string | LookupAddress[], family?: number) => void,
    ): void => {
      lookUp(name, { ...asked, all: true }, (error, addresses) => {
        if (error) return done(error, []);
        if (addresses.length === 0 || !addresses.every((one) => isAllowed(one.address)))
          return done(new ProviderUnreachable('The address is not public.'), []);
        if (asked.all) done(null, addresses);
        else done(null, addresses[0].address, addresses[0].family);
      });
    };
    const signal = AbortSignal.any([
      AbortSignal.timeout(DEADLINE),
      ...(options.signal ? [options.signal] : []),
    ]);
    const { method = 'GET' } = options;
    const headers = Object.fromEntries(new Headers(options.headers));
    const body = options.body === undefined || options.body === null ? null : bodyText(options.body);
    if (body !== null) headers['content-length'] = String(Buffer.byteLength(body));
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    return new Promise((resolve, reject) => {
      const outgoing = send(url, { method, headers, lookup, signal, agent: false }, (incoming) => {
        const parts: Buffer[] = [];
        let length = 0;
        incoming.on('data', (part: Buffer) => {
          length += part.length;
          if (length > LARGEST) incoming.destroy(new ProviderUnreachable('The answer is too large.'));
          else parts.push(part);
        });
        incoming.on('error', reject);
        incoming.on('end', () => {
          const received = new Headers();
          for (const [name, value] of Object.entries(incoming.headers))
            if (value !== undefined) received.set(name, String(value));
          const status = incoming.statusCode ?? 502;
          const hasBody = status !== 204 && status !== 304;
          resolve(new Response(hasBody ? Buffer.concat(parts) : null, { status, headers: received }));
        });
      });
      outgoing.on('error', reject);
      outgoing.end(body ?? undefined);
    });
  };

function bodyText(body: NonNullable<Options['body']>): string {
  if (typeof body === 'string') return body;
  if (body instanceof URLSearchParams) return body.toString();
  throw new TypeError('unexpected body');
}
