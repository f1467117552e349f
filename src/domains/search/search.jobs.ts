import { Injectable } from '@nestjs/common';
import { Config } from '#platform/config';
import { deletion, Job, type JobRun, NIGHTLY, purge } from '#platform/jobs';

/** $2 days. */
const PURGE_AUDITS = deletion(
  'search_audits.purge',
  'search_audits',
  'created_at < now() - make_interval(days => $2)',
  'created_at',
);

@Injectable()
export class SearchJobs {
  constructor(private readonly config: Config) {}

  @Job('search_audits.purge', NIGHTLY)
  purge(run: JobRun): Promise<number> {
    return purge(run, PURGE_AUDITS, this.config.retention.searchAuditDays);
  }
}
