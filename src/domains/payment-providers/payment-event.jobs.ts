import { Injectable } from '@nestjs/common';
import { statement, types } from '#platform/database';
import { Job, type JobRun, NIGHTLY, purge } from '#platform/jobs';
import { notHeldSql } from '#platform/tenants/fanclub.entity';

/** Days for which processed events are kept. Providers list events for a shorter time, so none is received again. */
const DAYS = 35;

export const PURGE_EVENTS = statement('payment_events.purge', {
  params: { limit: types.bigint, days: types.integer },
  text: `
    DELETE FROM payment_events WHERE (account_id, event_ref) IN (
      SELECT account_id, event_ref FROM payment_events
      WHERE received_at < now() - make_interval(days => $days) AND processed_at IS NOT NULL
        AND ${notHeldSql('fanclub_id')}
      ORDER BY received_at LIMIT $limit)`,
});

/** Deletes old events. */
@Injectable()
export class PaymentEventJobs {
  @Job('payment_events.purge', NIGHTLY)
  purge({ db, signal }: JobRun): Promise<number> {
    return purge(signal, (limit) => db.run(PURGE_EVENTS, { limit, days: DAYS }));
  }
}
