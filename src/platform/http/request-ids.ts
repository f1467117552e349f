import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

const PLAIN = /^[\w-]{8,64}$/;

/**
 * Makes the ids of requests. The id is the `X-Request-Id` of a trusted proxy if it is well-formed, else a new id. The header of
 * other clients is not trusted: they could hide requests in the log by giving many of them the same id.
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
