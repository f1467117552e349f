import { Injectable } from '@nestjs/common';
import { deletion, Job, type JobRun, NIGHTLY, purge } from '#platform/jobs';

/** A session that ended early is deleted at its absolute end too: there are at most as many as log-ins in that time. */
const PURGE_SESSIONS = deletion('sessions.purge', 'sessions', 'expires_at < now()', 'expires_at');

@Injectable()
export class SessionJobs {
  @Job('sessions.purge', NIGHTLY)
  purge(run: JobRun): Promise<number> {
    return purge(run, PURGE_SESSIONS);
  }
}
