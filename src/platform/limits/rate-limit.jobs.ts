import { Injectable } from '@nestjs/common';
import { statement, types } from '#platform/database';
import { EVERY_TEN_MINUTES, Job, type JobRun, purge } from '#platform/jobs';

/** Deletes counts whose window is over. Rows that are being updated are skipped. */
export const PURGE_COUNTS = statement('rate_limits.purge', {
  params: { limit: types.bigint },
  text: `
    DELETE FROM rate_limits
    WHERE ends_at < now() AND (fanclub_id, what, digest) IN (
      SELECT fanclub_id, what, digest FROM rate_limits WHERE ends_at < now() LIMIT $limit FOR UPDATE SKIP LOCKED)`,
});

@Injectable()
export class RateLimitJobs {
  @Job('rate_limits.purge', EVERY_TEN_MINUTES)
  purge({ db, signal }: JobRun): Promise<number> {
    return purge(signal, (limit) => db.run(PURGE_COUNTS, { limit }));
  }
}
