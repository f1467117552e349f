import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { operatorOf, SecurityEvents } from '#platform/audit';
import { isHeld, Sql } from '#platform/database';
import { Job, type JobRun } from '#platform/jobs';
import { customers } from '#domains/accounts';
import { ErasuresService } from './erasures.service';
import { ErasureRefused, NobodyToErase } from './privacy.errors';

const HOURLY = { cron: '27 * * * *', attempts: 1, catchUp: 3_600 };

/** The most customers that one run erases. */
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

  @Job('customers.erase', HOURLY)
  async eraseDue({ db, signal, log }: JobRun): Promise<number> {
    let erased = 0;
    for (const { id, fanclubId } of await customers.dueErasures(db, this.clock.now(), BATCH)) {
      if (signal.aborted) break;
      try {
        await this.sql.transaction(async (tx) => {
          await this.erasures.erase(tx, fanclubId, id);
          const target = `customer:${id}` as const;
          await this.events.record(tx, operatorOf({ id: fanclubId }), { action: 'account.erased', target });
        });
        erased += 1;
      } catch (error) {
        // The next run tries again.
        if (!(error instanceof ErasureRefused || error instanceof NobodyToErase || isHeld(error)))
          throw error;
        log.info({ fanclubId, customer: id }, 'erasure waits');
      }
    }
    return erased;
  }
}
