import { Injectable } from '@nestjs/common';
import { Config } from '#platform/config';
import { statement, types } from '#platform/database';
import { Job, type JobRun, NIGHTLY, purge } from '#platform/jobs';

/**
 * Calls a function of the owner, since the server's role may not delete from this table (docs/operations/database.md, "Roles").
 */
export const PURGE_EVENTS = statement('security_events.purge', {
  params: { limit: types.integer, months: types.integer },
  text: 'SELECT FROM purge_security_events($limit, $months)',
});

@Injectable()
export class SecurityEventJobs {
  constructor(private readonly config: Config) {}

  @Job('security_events.purge', NIGHTLY)
  purge({ db, signal }: JobRun): Promise<number> {
    const { securityEventsMonths: months } = this.config.retention;
    return purge(signal, (limit) => db.run(PURGE_EVENTS, { limit, months }));
  }
}
