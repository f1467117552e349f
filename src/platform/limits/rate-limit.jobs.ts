import { Injectable } from '@nestjs/common';
import type { Statement } from '#platform/database';
import { EVERY_TEN_MINUTES, Job, type JobRun, purge } from '#platform/jobs';

/** Counts whose window is over. A row that is being counted up right now is skipped. */
const PURGE_COUNTS: Statement = {
  name: 'rate_limits.purge',
  text: `
    DELETE FROM rate_limits
    WHERE ends_at < now() AND (fanclub_id, what, digest) IN (
      SELECT fanclub_id, what, digest FROM rate_limits WHERE ends_at < now() LIMIT $1 FOR UPDATE SKIP LOCKED)`,
};

@Injectable()
export class RateLimitJobs {
  @Job('rate_limits.purge', EVERY_TEN_MINUTES)
  purge(run: JobRun): Promise<number> {
    return purge(run, PURGE_COUNTS);
  }
}
