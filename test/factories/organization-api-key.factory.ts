import { createHash } from 'node:crypto';
import type { OrganizationApiKey } from '../../src/platform/tenants';
import type { New, Seed } from './seed';

export interface OrganizationApiKeyInput extends Partial<OrganizationApiKey> {
  organizationId: number;
  /** The secret itself, of which the row holds a hash. */
  key: string;
}

/** A valid secret key of an organization. */
export function organizationApiKeyFactory(
  _: Seed,
  { key, ...overrides }: OrganizationApiKeyInput,
): New<OrganizationApiKey> {
  return {
    keyHash: createHash('sha256').update(key).digest(),
    prefix: key.slice(0, 8),
    label: null,
    lastUsedAt: null,
    revokedAt: null,
    ...overrides,
  };
}
