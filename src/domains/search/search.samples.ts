import { createHash } from 'node:crypto';
import { makersOf, type RouteSample, type Samples } from '#samples';
import { SearchAudit } from './search-audit.entity';

const makers = makersOf({
  /** The record of a partner's look-up that found a customer. Its key is new unless one is given. */
  async searchAudit(overrides: Partial<SearchAudit> = {}): Promise<SearchAudit> {
    return this.save(SearchAudit, {
      organizationApiKeyId: overrides.organizationApiKeyId ?? (await this.organizationApiKey()).id,
      fanclubId: await this.clubOf(overrides),
      emailDigest: createHash('sha256').update(`audit ${this.seed().n}`).digest(),
      found: true,
      ...overrides,
    });
  },
});

declare module '#samples' {
  interface Given extends SearchMakers {}
}
type SearchMakers = typeof makers;

const search: RouteSample = {
  query: { email: 'email' },
  matrix: ({ members }) => ({ query: { email: members[1].customer.email! }, proves: 1 }),
};

export const samples: Samples = {
  makers,
  async statements({ given, asking }) {
    const { id: key } = await given.organizationApiKey({ organizationId: asking.organization });
    return { 'search.by_email_audited': { key, digest: Buffer.alloc(32) } };
  },
  recordsRefusals: ['search_audits'],
  routes: { 'GET /account/search': search, 'GET /search': search },
  notFromCatalogue: ['search_audits'],
};
