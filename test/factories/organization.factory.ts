import type { Organization } from '../../src/platform/tenants';
import type { New, Seed } from './seed';

/** Who runs fan clubs. */
export function organizationFactory({ n }: Seed, overrides: Partial<Organization> = {}): New<Organization> {
  return { name: `Organization ${n}`, ...overrides };
}
