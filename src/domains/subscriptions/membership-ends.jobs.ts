import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { isHeld } from '#platform/database';
import { Job, type JobRun } from '#platform/jobs';
import { FORGET_WATCHES, TELL_ENDS, WATCH, WATCHED } from './membership-ends.queries';

const EVERY_MINUTE = { cron: '* * * * *', attempts: 1, catchUp: 0 };

/** Writes the messages of memberships that time alone has ended. */
@Injectable()
export class MembershipEndsJobs {
  constructor(private readonly clock: Clock) {}

  /** Writes one message for each membership. After an outage, also for those that ended meanwhile. */
  @Job('memberships.tell_ends', EVERY_MINUTE)
  async tell({ db, signal, log }: JobRun): Promise<number> {
    const now = this.clock.now();
    await db.run(FORGET_WATCHES, {});
    let told = 0;
    for (const { fanclubId: fanclub } of await db.rows(WATCHED, {})) {
      if (signal.aborted) break;
      try {
        await db.run(WATCH, { fanclub, now });
        told += (await db.rows(TELL_ENDS, { fanclub, now })).length;
      } catch (error) {
        if (!isHeld(error)) log.error({ err: error, fanclub }, 'ends of memberships not told');
      }
    }
    return told;
  }
}
