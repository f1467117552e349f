import { Injectable } from '@nestjs/common';
import { isHeld } from '#platform/database';
import { Job, type JobRun, NIGHTLY, RetryJob } from '#platform/jobs';
import { RULES_TO_RUN } from './retention.queries';
import { RetentionRunsService } from './retention-runs.service';

/** Milliseconds after which no further rule begins in one run, because other scheduled jobs wait for it. */
const MOST_TIME = 15 * 60_000;

/** Removes what fan clubs keep only for a time. */
@Injectable()
export class RetentionJobs {
  constructor(private readonly runs: RetentionRunsService) {}

  /**
   * The failure of one rule does not delay the others. Rules for which there is no time are the first ones of the next run.
   * @throws RetryJob if the run is aborted, or a rule or a row failed
   */
  @Job('retention.run', NIGHTLY)
  async run({ db, signal, log }: JobRun): Promise<number> {
    const end = performance.now() + MOST_TIME;
    let removed = 0;
    let failed = 0;
    for (const rule of await db.rows(RULES_TO_RUN, {})) {
      if (signal.aborted) throw new RetryJob('aborted');
      if (performance.now() > end) {
        log.warn('no time for all rules of retention');
        break;
      }
      try {
        const done = await this.runs.run(rule, signal, log);
        removed += done.removed;
        failed += done.failed;
      } catch (error) {
        if (error instanceof RetryJob) throw error;
        if (isHeld(error)) continue;
        log.error({ err: error, fanclub: rule.fanclubId, kind: rule.kind }, 'retention failed');
        failed += 1;
      }
    }
    if (failed > 0) throw new RetryJob('some rules failed');
    return removed;
  }
}
