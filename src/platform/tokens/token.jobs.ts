import { Injectable } from '@nestjs/common';
import { deletion, Job, type JobRun, NIGHTLY, purge } from '#platform/jobs';

const PURGE_TOKENS = deletion('tokens.purge', 'one_time_tokens', 'expires_at < now()', 'expires_at');

@Injectable()
export class TokenJobs {
  @Job('tokens.purge', NIGHTLY)
  purge(run: JobRun): Promise<number> {
    return purge(run, PURGE_TOKENS);
  }
}
