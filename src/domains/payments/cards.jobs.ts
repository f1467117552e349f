import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { Job, type JobRun } from '#platform/jobs';
import { FIND_CARD, TAKE_DETACHED_CARDS } from './cards.queries';
import { followEach } from './follow-each';
import { SavedCards } from './saved-cards.service';

const HOURLY = { cron: '41 * * * *', attempts: 1, catchUp: 3_600 };

/** Cards that one run deletes. The next run deletes the others. */
const BATCH = 100;

/** Deletes replaced cards at the providers: nobody agreed to have them kept. */
@Injectable()
export class CardJobs {
  constructor(
    private readonly cards: SavedCards,
    private readonly clock: Clock,
  ) {}

  @Job('cards.forget', HOURLY)
  async forget(run: JobRun): Promise<number> {
    const replaced = await run.db.rows(TAKE_DETACHED_CARDS, { now: this.clock.now(), limit: BATCH });
    return followEach('card', run, replaced, async (card) => {
      const { fanclubId: fanclub, accountId: account, ref } = card;
      // Its owner may have saved it again meanwhile.
      if ((await run.db.first(FIND_CARD, { fanclub, account, ref }))?.isCurrent !== false) return 0;
      await this.cards.forget(card);
      return 1;
    });
  }
}
