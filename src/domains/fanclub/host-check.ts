import { randomBytes } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import * as http from 'node:http';
import * as https from 'node:https';
import { Injectable } from '@nestjs/common';
import ipaddr from 'ipaddr.js';
import { Config, isLoopback } from '#platform/config';
import { originOfHost } from '#platform/tenants';
import { HostProof } from './host-proof';

/** What a check of a host has found. */
export const HOST_FINDINGS = [
  'served',
  'not_found',
  'not_public',
  'unreachable',
  'redirected',
  'another_server',
] as const;
export type HostFinding = (typeof HOST_FINDINGS)[number];

/** Milliseconds: a proxy may get the certificate during the first request. */
const TIMEOUT = 20_000;
const MAX_BYTES = 1_024;

/** Asks a host whether this installation serves it. */
@Injectable()
export class HostCheck {
  /** Whether everything runs on the developer's machine, whose addresses are not public. */
  private readonly isLocal: boolean;

  constructor(
    private readonly config: Config,
    private readonly proof: HostProof,
  ) {
    this.isLocal = isLoopback(config.host) && isLoopback(new URL(config.publicUrl).hostname);
  }

  /** Whether hosts below `localhost` can be added. */
  get allowsLocalNames(): boolean {
    return this.isLocal;
  }

  async find(host: string): Promise<HostFinding> {
    const address = await addressOf(host);
    if (address === null) return 'not_found';
    if (!isAllowedAddress(address, this.isLocal)) return 'not_public';
    const nonce = randomBytes(24).toString('base64url');
    const url = `${originOfHost(this.config.publicUrl, host)}/.well-known/fanclub?nonce=${nonce}`;
    const answer = await get(url, address).catch(() => null);
    if (answer === null) return 'unreachable';
    if (answer.status >= 300 && answer.status < 400) return 'redirected';
    return answer.status === 200 && this.proof.isOurs(host, nonce, proofIn(answer.text))
      ? 'served'
      : 'another_server';
  }
}

/** The address that a host has now; null if it has none. Names below `localhost` are of this machine (RFC 6761). */
async function addressOf(host: string): Promise<string | null> {
  if (host.endsWith('.localhost')) return '127.0.0.1';
  const found = await lookup(host).catch(() => null);
  return found && found.address;
}

/** Whether a check may connect to an address: only to public ones, or to this machine where everything runs on it. */
export function isAllowedAddress(address: string, isLocal: boolean): boolean {
  if (!ipaddr.isValid(address)) return false;
  const range = ipaddr.process(address).range();
  return range === 'unicast' || (isLocal && range === 'loopback');
}

/** Connects to the given address only, whatever the name resolves to by then. Follows no redirect. */
function get(url: string, address: string): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const request = (url.startsWith('https:') ? https : http).get(
      url,
      {
        agent: false,
        signal: AbortSignal.timeout(TIMEOUT),
        headers: { accept: 'application/json' },
        lookup: (_host, { all }, done) => {
          const family = ipaddr.parse(address).kind() === 'ipv6' ? 6 : 4;
          if (all) done(null, [{ address, family }]);
          else done(null, address, family);
        },
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (part: string) => {
          text += part;
          if (text.length > MAX_BYTES) response.destroy(new Error('the answer is too long'));
        });
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
        response.on('error', reject);
      },
    );
    request.on('error', reject);
  });
}

function proofIn(text: string): unknown {
  try {
    return (JSON.parse(text) as { proof?: unknown } | null)?.proof;
  } catch {
    return undefined;
  }
}
