import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { statement, types } from '#platform/database';
import { deletionOf, Job, type JobRun, NIGHTLY, purge } from '#platform/jobs';
import { notHeldSql } from '#platform/tenants/fanclub.entity';
import { FIND_CARD, TAKE_DETACHED_CARDS } from './cards.queries';
import { followEach, PaymentAccountsService } from '#domains/payment-providers';
import { DELETE_ERASED_CARDS, TAKE_ERASED_PAYERS } from './erased-payers';
import { PaymentCustomersService } from './payment-customers.service';
import { SavedCardsService } from './saved-cards.service';

const HOURLY = { cron: '41 * * * *', attempts: 1, catchUp: 3_600 };

/** Cards that one run deletes. The next run deletes the others. */
const BATCH = 100;

/** Days for which finished pages are kept. */
const PAGE_DAYS = 35;

export const PURGE_CARD_PAGES = statement('payment_card_pages.purge', {
  params: { limit: types.bigint, days: types.integer },
  text: deletionOf(
    'payment_card_pages',
    `finished_at < now() - make_interval(days => $days) AND ${notHeldSql('fanclub_id')}`,
    'id',
  ),
});

/** Deletes finished pages, and replaced cards at the providers, because their owners no longer consent to storage. */
@Injectable()
export class CardJobs {
  constructor(
    private readonly cards: SavedCardsService,
    private readonly customers: PaymentCustomersService,
    private readonly accounts: PaymentAccountsService,
    private readonly clock: Clock,
  ) {}

  // Queued jobs have this name, so it stays.
  @Job('cards.forget', HOURLY)
  async deleteReplaced(run: JobRun): Promise<number> {
    const replaced = await run.db.rows(TAKE_DETACHED_CARDS, { now: this.clock.now(), limit: BATCH });
    return followEach('card', run, replaced, async (card) => {
      const { fanclubId: fanclub, accountId: account, ref } = card;
      // The owner may have saved it again.
      if ((await run.db.first(FIND_CARD, { fanclub, account, ref }))?.isCurrent !== false) return 0;
      await this.cards.delete(card);
      return 1;
    });
  }

  /** Deletes erased customers at the providers, and then what is left of their cards here. */
  @Job('payment_customers.erase', HOURLY)
  async deleteErased(run: JobRun): Promise<number> {
    const erased = await run.db.rows(TAKE_ERASED_PAYERS, { now: this.clock.now(), limit: BATCH });
    const deleted = await followEach('customer', run, erased, async ({ fanclubId, accountId, ref }) => {
      const account = await this.accounts.accountOf({ fanclubId, accountId });
      await this.accounts.ask(account, 'deleteCustomer', (client) => client.deleteCustomer(ref));
      await this.customers.removeDeleted(fanclubId, accountId, ref);
      return 1;
    });
    await run.db.run(DELETE_ERASED_CARDS, { limit: BATCH });
    return deleted;
  }

  @Job('payment_card_pages.purge', NIGHTLY)
  purgePages({ db, signal }: JobRun): Promise<number> {
    return purge(signal, (limit) => db.run(PURGE_CARD_PAGES, { limit, days: PAGE_DAYS }));
  }
}
