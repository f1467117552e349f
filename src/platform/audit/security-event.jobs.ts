import { Injectable } from '@nestjs/common';
import { Config } from '#platform/config';
import type { Statement } from '#platform/database';
import { Job, type JobRun, NIGHTLY, purge } from '#platform/jobs';

/** By the owner's function, as the server's role may not delete here (docs/operations.md, "Database roles"). $2 months. */
const PURGE_EVENTS: Statement = {
  name: 'security_events.purge',
  text: 'SELECT FROM purge_security_events($1, $2)',
};

@Injectable()
export class SecurityEventJobs {
  constructor(private readonly config: Config) {}

  @Job('security_events.purge', NIGHTLY)
  purge(run: JobRun): Promise<number> {
    return purge(run, PURGE_EVENTS, this.config.retention.securityEventsMonths);
  }
}
