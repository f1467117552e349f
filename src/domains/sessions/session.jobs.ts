import { Injectable } from '@nestjs/common';
import { statement, types } from '#platform/database';
import { deletionOf, Job, type JobRun, NIGHTLY, purge } from '#platform/jobs';

/** A session that ended early is deleted at its absolute end too: there are at most as many as log-ins in that time. */
export const PURGE_SESSIONS = statement('sessions.purge', {
  params: { limit: types.bigint },
  text: deletionOf('sessions', 'expires_at < now()', 'expires_at'),
});

@Injectable()
export class SessionJobs {
  @Job('sessions.purge', NIGHTLY)
  purge({ db, signal }: JobRun): Promise<number> {
    return purge(signal, (limit) => db.run(PURGE_SESSIONS, { limit }));
  }
}
