import { createHash } from 'node:crypto';
import type { SearchAudit } from '../../src/domains/search';
import type { New, Seed } from './seed';

export interface SearchAuditInput extends Partial<SearchAudit> {
  fanclubId: number;
  organizationApiKeyId: number;
}

/** A look-up that found somebody. */
export function searchAuditFactory({ n }: Seed, overrides: SearchAuditInput): New<SearchAudit> {
  return { emailDigest: createHash('sha256').update(`audit ${n}`).digest(), found: true, ...overrides };
}
