import { lookup } from 'node:dns';
import { request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { isLoopback } from '#platform/config';

/** Milliseconds for an answer. */
const TIMEOUT = 10_000;

/** The address is not one of the internet. */
export class AddressNotPublic extends Error {
  override readonly name = 'AddressNotPublic';
}

/** Whether an IP address is one of the internet: not private, loopback, link-local, or another of them written as IPv6. */
export const isPublicAddress = (address: string): boolean => ipaddr.process(address).range() === 'unicast';

/**
 * Sends a form to an address that staff have entered. The name is resolved once, and only that address is connected to, so that a name
 * cannot lead elsewhere after the check. Redirects are not followed. Where the service itself is at a loopback name, addresses of this
 * machine are allowed, for development.
 *
 * @param ownHost the host of the service
 */
export const fetchPublic =
  (ownHost: string) =>
  (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(input instanceof Request ? input.url : input);
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const accepts = (address: string): boolean =>
      isPublicAddress(address) || (isLoopback(ownHost) && isLoopback(address));
    if (isIP(host) !== 0 && !accepts(host)) return Promise.reject(new AddressNotPublic(host));
    if (url.protocol !== 'https:' && !(isLoopback(ownHost) && isLoopback(host))) {
      return Promise.reject(new AddressNotPublic(host));
    }
    return send(url, init, checkedLookup(accepts));
  };

const checkedLookup =
  (accepts: (address: string) => boolean): LookupFunction =>
  (hostname, options, done) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      const usable = (found ?? []).filter(({ address }) => accepts(address));
      if (error) done(error, '');
      else if (usable.length === 0 || usable.length < found.length) done(new AddressNotPublic(hostname), '');
      else if (options.all) done(null, usable);
      else done(null, usable[0].address, usable[0].family);
    });
  };

function send(url: URL, { method, headers, body }: RequestInit, lookup: LookupFunction): Promise<Response> {
  const request = url.protocol === 'https:' ? secureRequest : plainRequest;
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        method,
        lookup,
        headers: Object.fromEntries(new Headers(headers)),
        signal: AbortSignal.timeout(TIMEOUT),
        // A kept connection may lead to an address that was checked for another name.
        agent: false,
      },
      (answer) => {
        // The content does not matter, and may be endless.
        answer.destroy();
        resolve(new Response(null, { status: answer.statusCode ?? 502 }));
      },
    );
    sent.on('error', reject);
    sent.end(body instanceof URLSearchParams ? body.toString() : undefined);
  });
}
