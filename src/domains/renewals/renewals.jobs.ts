import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import type { FanclubInfo } from '#platform/access';
import { EVERY_MINUTE, Job, type JobRun, NIGHTLY } from '#platform/jobs';
import { Published } from '#platform/published';
import { type Followed, followEach } from '#domains/payment-providers';
import { announcementAt } from './renewal.schedule';
import { EXPIRING_CARDS, TAKE_DUE_RENEWALS } from './renewals.queries';
import { type Renewable, RENEWABLE } from './renewals-to-plan.queries';
import { RenewalsService } from './renewals.service';

const EVERY_FIVE_MINUTES = { cron: '*/5 * * * *', attempts: 1, catchUp: 0 };

/** Rows that are read at a time. */
const BATCH = 100;

/** Members who are asked for another card in one night. */
const MOST_CARDS = 10_000;

/** Renews memberships on time. */
@Injectable()
export class RenewalJobs {
  constructor(
    private readonly renewals: RenewalsService,
    private readonly published: Published,
    private readonly clock: Clock,
  ) {}

  /** Plans and announces the renewals of memberships that can be renewed. */
  @Job('renewals.plan', EVERY_FIVE_MINUTES)
  async plan(run: JobRun): Promise<number> {
    const now = this.clock.now();
    let planned = 0;
    for (let after = 0; !run.signal.aborted;) {
      const found = await run.db.rows(RENEWABLE, { now, after, limit: BATCH });
      const due = found.filter((one) => isDue(one, now));
      planned += await followEach('renewal', run, due, async (one) => {
        const fanclub = await this.published.byId(one.fanclubId);
        return fanclub && (await this.renewals.plan(fanclub, one)) ? 1 : 0;
      });
      if (found.length < BATCH) break;
      after = found[found.length - 1].id;
    }
    return planned;
  }

  /** Continues renewals that are due, and those whose member has paid, stopped or resumed. */
  @Job('renewals.run', EVERY_MINUTE)
  async run(run: JobRun): Promise<number> {
    const now = this.clock.now();
    let sum = 0;
    for (let taken = BATCH; taken === BATCH && !run.signal.aborted;) {
      const due = await run.db.rows(TAKE_DUE_RENEWALS, { now, limit: BATCH });
      taken = due.length;
      sum += await this.follow(run, due, (fanclub, id) => this.renewals.advance(fanclub, id));
    }
    return sum;
  }

  /** Asks members for another card if theirs expires about the day of its charge. */
  @Job('renewals.ask_for_cards', NIGHTLY)
  async askForCards(run: JobRun): Promise<number> {
    const found = await run.db.rows(EXPIRING_CARDS, { now: this.clock.now(), limit: MOST_CARDS });
    return this.follow(run, found, (fanclub, id) => this.renewals.askForCard(fanclub, id));
  }

  private follow(
    run: JobRun,
    all: readonly Followed[],
    act: (fanclub: FanclubInfo, id: number) => Promise<void>,
  ): Promise<number> {
    return followEach('renewal', run, all, async ({ id, fanclubId }) => {
      const fanclub = await this.published.byId(fanclubId);
      if (!fanclub) return 0;
      await act(fanclub, id);
      return 1;
    });
  }
}

const isDue = ({ kind, startDate: start, endDate: end, ...days }: Renewable, now: Date): boolean =>
  kind === 'season' || announcementAt(kind, { start, end }, days) <= now;
