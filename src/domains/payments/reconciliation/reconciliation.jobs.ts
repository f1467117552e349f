import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { followEach } from '#domains/payment-providers';
import { Job, type JobRun, NIGHTLY } from '#platform/jobs';
import { Published } from '#platform/published';
import { ACTIVE_ACCOUNTS } from './reconciliation.queries';
import { ReconciliationService } from './reconciliation.service';

const HOURLY = { cron: '23 * * * *', attempts: 1, catchUp: 3_600 };

const HOUR = 3_600_000;

/** Days that a comparison covers. */
const COMPARED_DAYS = 3;

/** Finds missed events, and payments that exist only at the provider. */
@Injectable()
export class ReconciliationJobs {
  constructor(
    private readonly reconciliation: ReconciliationService,
    private readonly published: Published,
    private readonly clock: Clock,
  ) {}

  /** Fetches events from an hour before the last complete run; in the first run, those of a day. @returns the number of missed events */
  @Job('payments.catch_up', HOURLY)
  catchUp(run: JobRun): Promise<number> {
    const now = this.clock.now().getTime();
    return this.ofAccounts(run, ({ id, fanclubId, caughtUpAt }) => {
      const since = new Date(caughtUpAt ? caughtUpAt.getTime() - HOUR : now - 24 * HOUR);
      return this.reconciliation.catchUp(fanclubId, id, since);
    });
  }

  /** @returns how many payments differed */
  @Job('payments.compare', NIGHTLY)
  compare(run: JobRun): Promise<number> {
    const since = new Date(this.clock.now().getTime() - COMPARED_DAYS * 24 * HOUR);
    return this.ofAccounts(run, async ({ id, fanclubId }) => {
      const fanclub = await this.published.byId(fanclubId);
      if (!fanclub) return 0;
      const found = await this.reconciliation.compare(fanclub, id, since, 'watch');
      const { settled, refunded, disputed, strays, missing } = found;
      if (strays + missing > 0)
        run.log.error({ fanclubId, accountId: id, ...found }, 'payments differ from the provider');
      return settled + refunded + disputed + strays + missing;
    });
  }

  private async ofAccounts(run: JobRun, act: (account: Account) => Promise<number>): Promise<number> {
    const since = new Date(this.clock.now().getTime() - COMPARED_DAYS * 24 * HOUR);
    return followEach('payment account', run, await run.db.rows(ACTIVE_ACCOUNTS, { since }), act);
  }
}

interface Account {
  readonly id: number;
  readonly fanclubId: number;
  readonly caughtUpAt: Date | null;
}
