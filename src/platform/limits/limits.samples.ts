import { createHash } from 'node:crypto';
import { CATALOGUE_HASH, ENCRYPTION_KEY, makersOf, type Samples } from '#samples';
import { KeyedDigest } from '#libs/sealed';
import { RateLimit } from './rate-limit.entity';

const makers = makersOf({
  /** One event, in a window of a minute that has just begun. */
  async rateLimit(overrides: Partial<RateLimit> = {}): Promise<RateLimit> {
    const { n, now } = this.seed();
    return this.save(RateLimit, {
      fanclubId: await this.clubOf(overrides),
      what: 'search',
      digest: createHash('sha256').update(`limit ${n}`).digest(),
      count: 1,
      pending: 0,
      pendingUntil: null,
      endsAt: new Date(now.getTime() + 60_000),
      reportedFor: null,
      ...overrides,
    });
  },
});

declare module '#samples' {
  interface Given extends LimitMakers {}
}
type LimitMakers = typeof makers;

export const samples: Samples = {
  makers,
  async statements({ given }) {
    const { what, digest, endsAt } = await given.rateLimit();
    await given.customer({ passwordHash: CATALOGUE_HASH });
    const event = { at: endsAt, actor_kind: 'visitor', action: 'limit', network: 'network' };
    const counts = { limits: [what], digests: [digest], endsAt: [endsAt], pending: [0], counts: [1] };
    return {
      'limits.report': { limit: what, digest, events: JSON.stringify([event]) },
      'limits.settle': counts,
      'limits.take': { limits: [what], digests: [digest], maxima: [1], freshEnds: [endsAt] },
    };
  },
  limitedColumns: ['RateLimit.what'],
  recordsRefusals: ['rate_limits'],
  async club({ given, of }) {
    await of('nobody');
    // The client of all requests is known to every club.
    const digest = new KeyedDigest(ENCRYPTION_KEY, 'limits').of('127.0.0.1');
    await given.rateLimit({ what: 'loginNetwork', digest });
    return {};
  },
  filteredById: {
    'limits.find_formats': 'its result affects only the time of a failed log-in',
    'limits.take':
      'it writes the count of its own club by the key of the table; the end of another window is read only if a limit is reached',
  },
  notFromCatalogue: ['rate_limits'],
};
