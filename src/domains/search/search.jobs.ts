import { Injectable } from '@nestjs/common';
import { Config } from '#platform/config';
import { statement, types } from '#platform/database';
import { deletionOf, Job, type JobRun, NIGHTLY, purge } from '#platform/jobs';
import { notHeldSql } from '#platform/tenants/fanclub.entity';

export const PURGE_AUDITS = statement('search_audits.purge', {
  params: { limit: types.bigint, days: types.integer },
  text: deletionOf(
    'search_audits',
    `created_at < now() - make_interval(days => $days) AND ${notHeldSql('fanclub_id')}`,
    'created_at',
  ),
});

@Injectable()
export class SearchJobs {
  constructor(private readonly config: Config) {}

  @Job('search_audits.purge', NIGHTLY)
  purge({ db, signal }: JobRun): Promise<number> {
    const { searchAuditDays: days } = this.config.retention;
    return purge(signal, (limit) => db.run(PURGE_AUDITS, { limit, days }));
  }
}
