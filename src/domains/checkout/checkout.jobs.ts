import { Injectable } from '@nestjs/common';
import { Config } from '#platform/config';
import { statement, types } from '#platform/database';
import { Job, type JobRun, NIGHTLY, purge } from '#platform/jobs';

/**
 * Deletes customers without an address, whom only the checkout creates, with all their rows: bought long ago, never registered, no
 * live session to register in. What staff recorded about them is emptied. Customers who have paid stay, for bookkeeping. `days` since the purchase; `idle`: seconds without
 * a request after which a session ends.
 */
export const PURGE_BUYERS = statement('unregistered_buyers.purge', {
  params: { limit: types.bigint, days: types.integer, idle: types.integer },
  text: `
    WITH buyers AS (
      SELECT c.fanclub_id, c.id FROM customers c
      WHERE c.email IS NULL AND c.created_at < now() - make_interval(days => $days)
        AND EXISTS (
          SELECT FROM orders o
          WHERE o.fanclub_id = c.fanclub_id AND o.customer_id = c.id AND o.checkout_reference IS NOT NULL)
        AND NOT EXISTS (
          SELECT FROM orders o
          WHERE o.fanclub_id = c.fanclub_id AND o.customer_id = c.id
            AND (o.total > 0 OR o.created_at >= now() - make_interval(days => $days)))
        AND NOT EXISTS (
          SELECT FROM sessions s
          WHERE s.fanclub_id = c.fanclub_id AND s.customer_id = c.id AND s.revoked_at IS NULL
            AND s.expires_at > now() AND s.last_seen_at > now() - make_interval(secs => $idle::integer))
      ORDER BY c.created_at LIMIT $limit FOR UPDATE SKIP LOCKED
    ), scrubbed AS MATERIALIZED (
      -- What staff recorded about them; the last part reads it, because PostgreSQL does not run a SELECT that nothing reads.
      SELECT fanclub_id, id, scrub_staff_audits(fanclub_id, id) AS records FROM buyers
    ), entries AS (
      DELETE FROM contest_entries x USING buyers b WHERE x.fanclub_id = b.fanclub_id AND x.customer_id = b.id
    ), queued AS (
      DELETE FROM queued_subscriptions x USING buyers b WHERE x.fanclub_id = b.fanclub_id AND x.customer_id = b.id
    ), subscribed AS (
      DELETE FROM subscriptions x USING buyers b WHERE x.fanclub_id = b.fanclub_id AND x.customer_id = b.id
    ), ordered AS (
      DELETE FROM orders x USING buyers b WHERE x.fanclub_id = b.fanclub_id AND x.customer_id = b.id
    )
    DELETE FROM customers x USING scrubbed b WHERE x.fanclub_id = b.fanclub_id AND x.id = b.id AND b.records >= 0`,
});

@Injectable()
export class CheckoutJobs {
  constructor(private readonly config: Config) {}

  @Job('unregistered_buyers.purge', NIGHTLY)
  purge({ db, signal }: JobRun): Promise<number> {
    const { unregisteredBuyerDays: days } = this.config.retention;
    const { idleLifetime: idle } = this.config.session;
    return purge(signal, (limit) => db.run(PURGE_BUYERS, { limit, days, idle }));
  }
}
