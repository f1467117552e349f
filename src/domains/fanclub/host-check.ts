import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AddressRefused, publicFetch, type PublicFetch } from '#libs/public-fetch';
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
  'in_use',
  'service_unnamed',
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
  private readonly get: PublicFetch;

  constructor(
    private readonly config: Config,
    private readonly proof: HostProof,
  ) {
    this.isLocal = isLoopback(config.host) && isLoopback(new URL(config.publicUrl).hostname);
    this.get = publicFetch({ allowsLoopback: this.isLocal, timeout: TIMEOUT, maxBytes: MAX_BYTES });
  }

  /** Whether hosts below `localhost` can be added. */
  get allowsLocalNames(): boolean {
    return this.isLocal;
  }

  async find(host: string): Promise<HostFinding> {
    const nonce = randomBytes(24).toString('base64url');
    const url = `${originOfHost(this.config.publicUrl, host)}/.well-known/fanclub?nonce=${nonce}`;
    const answer = await this.get(url).catch(failureOf);
    if (typeof answer === 'string') return answer;
    if (answer.status >= 300 && answer.status < 400) return 'redirected';
    return answer.status === 200 && this.proof.isOurs(host, nonce, proofIn(await answer.text()))
      ? 'served'
      : 'another_server';
  }
}

function failureOf(error: unknown): HostFinding {
  if (!(error instanceof AddressRefused)) return 'unreachable';
  return error.reason === 'unresolved' ? 'not_found' : 'not_public';
}

function proofIn(text: string): unknown {
  try {
    return (JSON.parse(text) as { proof?: unknown } | null)?.proof;
  } catch {
    return undefined;
  }
}
