import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

const PLAIN = /^[\w-]{8,64}$/;

/**
 * Names requests: by the `X-Request-Id` that a trusted proxy sends, if it is a plain one, else by a new id. Anybody else could give
 * many requests one id, and so hide them in the log.
 *
 * @param trustedProxies IP addresses and networks like `10.0.0.0/8`
 */
export function requestIds(trustedProxies: readonly string[]): (message: IncomingMessage) => string {
  const trusted = blockListOf(trustedProxies);
  const isTrusted = ({ socket: { remoteAddress = '' } }: IncomingMessage): boolean =>
    isIP(remoteAddress) !== 0 && trusted.check(remoteAddress, familyOf(remoteAddress));
  return (message) => {
    const sent = message.headers['x-request-id'];
    return typeof sent === 'string' && PLAIN.test(sent) && isTrusted(message) ? sent : randomUUID();
  };
}

function blockListOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address, bits] = network.split('/');
    if (bits === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(bits), familyOf(address));
  }
  return list;
}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');
