import { Injectable } from '@nestjs/common';
import { statement, types } from '#platform/database';
import { deletionOf, Job, type JobRun, NIGHTLY, purge } from '#platform/jobs';

/** Days for which processed events and finished pages are kept: longer than providers list their events, so that none comes back. */
const DAYS = 35;

export const PURGE_EVENTS = statement('payment_events.purge', {
  params: { limit: types.bigint, days: types.integer },
  text: `
    DELETE FROM payment_events WHERE (account_id, event_ref) IN (
      SELECT account_id, event_ref FROM payment_events
      WHERE received_at < now() - make_interval(days => $days) AND processed_at IS NOT NULL
      ORDER BY received_at LIMIT $limit)`,
});

export const PURGE_CARD_PAGES = statement('payment_card_pages.purge', {
  params: { limit: types.bigint, days: types.integer },
  text: deletionOf('payment_card_pages', 'finished_at < now() - make_interval(days => $days)', 'id'),
});

/** Deletes what payments leave behind besides themselves. Payments and refunds are kept for bookkeeping. */
@Injectable()
export class PaymentRecordJobs {
  @Job('payment_events.purge', NIGHTLY)
  events({ db, signal }: JobRun): Promise<number> {
    return purge(signal, (limit) => db.run(PURGE_EVENTS, { limit, days: DAYS }));
  }

  @Job('payment_card_pages.purge', NIGHTLY)
  cardPages({ db, signal }: JobRun): Promise<number> {
    return purge(signal, (limit) => db.run(PURGE_CARD_PAGES, { limit, days: DAYS }));
  }
}
