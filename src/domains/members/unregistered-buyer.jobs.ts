import { Injectable } from '@nestjs/common';
import { Config } from '#platform/config';
import { Sql, type Statements, statement, types } from '#platform/database';
import { Job, type JobRun, NIGHTLY, purge } from '#platform/jobs';
import { scrubAudits } from '#platform/staff';
import { notHeldSql } from '#platform/tenants/fanclub.entity';
import { customers } from '#domains/accounts';
import { deleteEntriesOf } from '#domains/contests';
import { orders } from '#domains/orders';
import { memberships } from '#domains/subscriptions';

/** `days` since the purchase; `idle`: seconds without a request after which a session ends. */
const AGES = { days: types.integer, idle: types.integer };

/**
 * Whether the checkout created the customer `c`, who bought long ago, never registered, and has no live session to register in.
 * Customers who have paid stay, for bookkeeping.
 */
const IS_PURGED = `
  c.email IS NULL AND c.erased_at IS NULL AND c.created_at < now() - make_interval(days => $days::integer)
  AND EXISTS (
    SELECT FROM orders o
    WHERE o.fanclub_id = c.fanclub_id AND o.customer_id = c.id AND o.checkout_reference IS NOT NULL)
  AND NOT EXISTS (
    SELECT FROM orders o
    WHERE o.fanclub_id = c.fanclub_id AND o.customer_id = c.id
      AND (o.total > 0 OR o.created_at >= now() - make_interval(days => $days::integer)))
  AND NOT EXISTS (
    SELECT FROM sessions s
    WHERE s.fanclub_id = c.fanclub_id AND s.customer_id = c.id AND s.revoked_at IS NULL
      AND s.expires_at > now() AND s.last_seen_at > now() - make_interval(secs => $idle::integer))`;

/** Locks unregistered buyers of all fan clubs, the oldest first. */
export const HOLD_BUYERS = statement('unregistered_buyers.hold', {
  params: { ...AGES, limit: types.bigint },
  row: { id: types.bigint, fanclubId: types.bigint },
  text: `
    SELECT c.id, c.fanclub_id AS "fanclubId" FROM customers c
    WHERE ${IS_PURGED} AND ${notHeldSql('c.fanclub_id')} ORDER BY c.created_at LIMIT $limit FOR UPDATE SKIP LOCKED`,
});

/** A separate statement, because it must see the orders that were placed before {@link HOLD_BUYERS} got its lock. */
export const STILL_PURGED = statement('unregistered_buyers.still_purged', {
  params: { ...AGES, fanclub: types.bigint, held: types.array(types.bigint) },
  row: { id: types.bigint },
  text: `SELECT c.id FROM customers c WHERE c.fanclub_id = $fanclub AND c.id = ANY ($held) AND ${IS_PURGED}`,
});

/** Deletes customers without an address, whom only the checkout creates. */
@Injectable()
export class UnregisteredBuyerJobs {
  constructor(
    private readonly sql: Sql,
    private readonly config: Config,
  ) {}

  @Job('unregistered_buyers.purge', NIGHTLY)
  purge({ signal }: JobRun): Promise<number> {
    return purge(signal, (limit) => this.sql.transaction((tx) => this.deleteBatch(tx, limit)));
  }

  private async deleteBatch(tx: Statements, limit: number): Promise<number> {
    const ages = {
      days: this.config.retention.unregisteredBuyerDays,
      idle: this.config.session.idleLifetime,
    };
    const held = await tx.rows(HOLD_BUYERS, { ...ages, limit });
    let deleted = 0;
    for (const fanclub of new Set(held.map(({ fanclubId }) => fanclubId))) {
      const ofClub = held.filter(({ fanclubId }) => fanclubId === fanclub).map(({ id }) => id);
      const buyers = await tx.rows(STILL_PURGED, { ...ages, fanclub, held: ofClub });
      deleted += await deleteAll(
        tx,
        fanclub,
        buyers.map(({ id }) => id),
      );
    }
    return deleted;
  }
}

/** Deletes customers with all their rows, and empties what staff recorded about them. */
async function deleteAll(tx: Statements, fanclub: number, all: readonly number[]): Promise<number> {
  await scrubAudits(tx, fanclub, all);
  await deleteEntriesOf(tx, fanclub, all);
  await memberships.deleteOf(tx, fanclub, all);
  await orders.deleteOf(tx, { id: fanclub }, all);
  return customers.remove(tx, fanclub, all);
}
