import { Injectable } from '@nestjs/common';
import { statement, types } from '#platform/database';
import { deletionOf, Job, type JobRun, NIGHTLY, purge } from '#platform/jobs';
import { notHeldSql } from '#platform/tenants/fanclub.entity';

export const PURGE_TOKENS = statement('tokens.purge', {
  params: { limit: types.bigint },
  text: deletionOf('one_time_tokens', `expires_at < now() AND ${notHeldSql('fanclub_id')}`, 'expires_at'),
});

@Injectable()
export class TokenJobs {
  @Job('tokens.purge', NIGHTLY)
  purge({ db, signal }: JobRun): Promise<number> {
    return purge(signal, (limit) => db.run(PURGE_TOKENS, { limit }));
  }
}
