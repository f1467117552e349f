import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { isHeld } from '#platform/database';
import { EVERY_MINUTE, Job, type JobRun } from '#platform/jobs';
import { PURGE_WATCHES, REPORT_ENDS, WATCH, WATCHED } from './membership-ends.queries';

/** Writes the messages of memberships that time alone has ended. */
@Injectable()
export class MembershipEndsJobs {
  constructor(private readonly clock: Clock) {}

  /** Writes one message for each membership. After an outage, also for those that ended during it. */
  @Job('memberships.report_ends', EVERY_MINUTE)
  async report({ db, signal, log }: JobRun): Promise<number> {
    const now = this.clock.now();
    await db.run(PURGE_WATCHES, {});
    let written = 0;
    for (const { fanclubId: fanclub } of await db.rows(WATCHED, {})) {
      if (signal.aborted) break;
      try {
        await db.run(WATCH, { fanclub, now });
        written += (await db.rows(REPORT_ENDS, { fanclub, now })).length;
      } catch (error) {
        if (!isHeld(error)) log.error({ err: error, fanclub }, 'ends of memberships not written');
      }
    }
    return written;
  }
}
