import { Injectable } from '@nestjs/common';
import { statement, types } from '#platform/database';
import { deletionOf, Job, type JobRun, NIGHTLY, purge } from '#platform/jobs';
import { notHeldSql } from '#platform/tenants/fanclub.entity';

/** Sessions that ended early are also deleted at their absolute end. */
export const PURGE_SESSIONS = statement('sessions.purge', {
  params: { limit: types.bigint },
  text: deletionOf('sessions', `expires_at < now() AND ${notHeldSql('fanclub_id')}`, 'expires_at'),
});

@Injectable()
export class SessionJobs {
  @Job('sessions.purge', NIGHTLY)
  purge({ db, signal }: JobRun): Promise<number> {
    return purge(signal, (limit) => db.run(PURGE_SESSIONS, { limit }));
  }
}
