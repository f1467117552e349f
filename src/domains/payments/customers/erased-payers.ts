import { statement, types, type Statements } from '#platform/database';
import { notHeldSql } from '#platform/tenants/fanclub.entity';

/** Detaches all cards of a customer. A job deletes them at the provider. */
export const DETACH_ALL_CARDS = statement('cards.detach_all', {
  params: { fanclub: types.bigint, customer: types.bigint, now: types.timestamptz },
  text: `
    UPDATE payment_methods SET detached_at = $now, updated_at = $now
    WHERE fanclub_id = $fanclub AND customer_id = $customer AND detached_at IS NULL`,
});

/** Whether the customer of the row `t` was erased. */
export const IS_ERASED = `EXISTS (
  SELECT FROM customers c WHERE c.fanclub_id = t.fanclub_id AND c.id = t.customer_id AND c.erased_at IS NOT NULL)`;

/** Takes customers whom the provider still has although they were erased. One is taken again an hour later, and after a day once a day. */
export const TAKE_ERASED_PAYERS = statement('payment_customers.take_erased', {
  params: { now: types.timestamptz, limit: types.bigint },
  row: { id: types.bigint, fanclubId: types.bigint, accountId: types.bigint, ref: types.text },
  text: `
    WITH erased AS (
      SELECT t.fanclub_id, t.id FROM payment_customers t
      JOIN customers c ON c.fanclub_id = t.fanclub_id AND c.id = t.customer_id AND c.erased_at IS NOT NULL
      WHERE t.updated_at < $now::timestamptz - CASE
          WHEN c.erased_at < $now::timestamptz - interval '1 day' THEN interval '23 hours' ELSE interval '50 minutes' END
        AND ${notHeldSql('t.fanclub_id')}
      ORDER BY t.updated_at LIMIT $limit FOR NO KEY UPDATE OF t SKIP LOCKED
    )
    UPDATE payment_customers p SET updated_at = $now
    FROM erased e WHERE p.fanclub_id = e.fanclub_id AND p.id = e.id
    RETURNING p.id, p.fanclub_id AS "fanclubId", p.account_id AS "accountId", p.provider_ref AS ref`,
});

/** Lets the job take the customer at once. */
export const RELEASE_PAYER = statement('payment_customers.release', {
  params: { fanclub: types.bigint, customer: types.bigint },
  text: `
    UPDATE payment_customers SET updated_at = to_timestamp(0), sent_digest = NULL
    WHERE fanclub_id = $fanclub AND customer_id = $customer`,
});

/** Deletes cards of erased customers that the provider has deleted. */
export const DELETE_ERASED_CARDS = statement('cards.delete_erased', {
  params: { limit: types.bigint },
  text: `
    DELETE FROM payment_methods WHERE id IN (
      SELECT t.id FROM payment_methods t
      WHERE t.deleted_at IS NOT NULL AND ${IS_ERASED} AND ${notHeldSql('t.fanclub_id')} ORDER BY t.id LIMIT $limit)`,
});

/** Leaves the customer and their cards at the providers to the jobs. Nothing charges the cards any more. */
export async function erasePayer(
  tx: Statements,
  fanclub: number,
  customer: number,
  now: Date,
): Promise<void> {
  await tx.run(DETACH_ALL_CARDS, { fanclub, customer, now });
  await tx.run(RELEASE_PAYER, { fanclub, customer });
}
