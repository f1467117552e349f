import { createHash } from 'node:crypto';
import { ENCRYPTION_KEY, makersOf, type Samples } from '#samples';
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
  notAsked: { 'limits.report': 'who meets a limit' },
  notFromCatalogue: ['rate_limits'],
};
