import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { isHeld, Sql } from '#platform/database';
import { EVERY_MINUTE, Job, type JobRun } from '#platform/jobs';
import { HOLD_MEMBER } from './membership-changes.queries';
import { beginQueued } from './memberships';
import { DUE_QUEUED } from './memberships.queries';

/** Queued subscriptions that are read at a time. */
const BATCH = 100;

/** Begins the memberships that were bought in advance. */
@Injectable()
export class QueuedSubscriptionJobs {
  constructor(
    private readonly sql: Sql,
    private readonly clock: Clock,
  ) {}

  /** One transaction each, under a lock on the customer. A failure of one does not delay the others. */
  @Job('queued_subscriptions.begin', EVERY_MINUTE)
  async begin({ db, signal, log }: JobRun): Promise<number> {
    const failed: number[] = [];
    let begun = 0;
    for (;;) {
      const due = await db.rows(DUE_QUEUED, { now: this.clock.now(), failed, limit: BATCH });
      for (const { id: queued, fanclubId: fanclub, customerId: customer } of due) {
        if (signal.aborted) return begun;
        try {
          const hasBegun = await this.sql.transaction(async (tx) => {
            await tx.first(HOLD_MEMBER, { fanclub, customer });
            return beginQueued(tx, fanclub, queued, this.clock.now());
          });
          if (hasBegun) begun += 1;
        } catch (error) {
          failed.push(queued);
          log[isHeld(error) ? 'debug' : 'error'](
            { err: error, fanclubId: fanclub, queued },
            'queued subscription does not begin',
          );
        }
      }
      if (due.length < BATCH) return begun;
    }
  }
}
