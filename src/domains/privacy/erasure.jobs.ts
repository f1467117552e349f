import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { operatorOf, SecurityEvents } from '#platform/audit';
import { isHeld, Sql } from '#platform/database';
import { Job, type JobRun } from '#platform/jobs';
import { customers } from '#domains/accounts';
import { ErasuresService } from './erasures.service';
import { ErasureRefused, NobodyToErase } from './privacy.errors';

const HOURLY = { cron: '27 * * * *', attempts: 1, catchUp: 3_600 };

/** Customers that are read at a time. */
const BATCH = 1_000;

/** Erases the customers who asked for it, when their time to change their mind is over. */
@Injectable()
export class ErasureJobs {
  constructor(
    private readonly sql: Sql,
    private readonly erasures: ErasuresService,
    private readonly events: SecurityEvents,
    private readonly clock: Clock,
  ) {}

  /** One transaction a customer, so that the failure of one does not delay the others. The next run tries again. */
  @Job('customers.erase', HOURLY)
  async eraseDue({ db, signal, log }: JobRun): Promise<number> {
    const now = this.clock.now();
    let erased = 0;
    for (let after = 0, isMore = true; isMore;) {
      const due = await customers.dueErasures(db, now, after, BATCH);
      for (const { id, fanclubId } of due) {
        if (signal.aborted) return erased;
        try {
          await this.erase(fanclubId, id, now);
          erased += 1;
        } catch (error) {
          if (error instanceof ErasureRefused || error instanceof NobodyToErase || isHeld(error))
            log.info({ fanclubId, customer: id }, 'erasure waits');
          else log.error({ err: error, fanclubId, customer: id }, 'not erased');
        }
        after = id;
      }
      isMore = due.length === BATCH;
    }
    return erased;
  }

  private erase(fanclub: number, customer: number, due: Date): Promise<void> {
    return this.sql.transaction(async (tx) => {
      await this.erasures.erase(tx, fanclub, customer, due);
      const target = `customer:${customer}` as const;
      await this.events.record(tx, operatorOf({ id: fanclub }), { action: 'account.erased', target });
    });
  }
}
