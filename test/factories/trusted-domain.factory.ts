import type { TrustedDomain } from '../../src/platform/tenants';
import type { New, Seed } from './seed';

export interface TrustedDomainInput extends Partial<TrustedDomain> {
  fanclubId: number;
}

/** A website whose pages may use the API. */
export function trustedDomainFactory({ n }: Seed, overrides: TrustedDomainInput): New<TrustedDomain> {
  return { origin: `https://site-${n}.example.test`, ...overrides };
}
