import { Injectable } from '@nestjs/common';
import { isHeld } from '#platform/database';
import { Job, type JobRun, NIGHTLY, RetryJob } from '#platform/jobs';
import { RETENTION_KINDS } from './retention.kinds';
import { RULES_TO_RUN } from './retention.queries';
import { RetentionRunsService } from './retention-runs.service';

/** Removes what fan clubs keep only for a time. */
@Injectable()
export class RetentionJobs {
  constructor(private readonly runs: RetentionRunsService) {}

  /** The failure of one rule does not delay the others. @throws RetryJob if the run is aborted, or a rule failed */
  @Job('retention.run', NIGHTLY)
  async run({ db, signal, log }: JobRun): Promise<number> {
    const rules = await db.rows(RULES_TO_RUN, {});
    rules.sort((one, other) => RETENTION_KINDS.indexOf(one.kind) - RETENTION_KINDS.indexOf(other.kind));
    let removed = 0;
    let failed = 0;
    for (const rule of rules) {
      if (signal.aborted) throw new RetryJob('aborted');
      try {
        removed += await this.runs.run(rule, signal);
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
