import { Injectable } from '@nestjs/common';
import { Config } from '#platform/config';
import { statement, types } from '#platform/database';
import { Job, type JobRun, NIGHTLY, purge } from '#platform/jobs';
import { notHeldSql } from '#platform/tenants/fanclub.entity';

/** Removes the billing addresses of old orders of erased customers. */
export const ERASE_ADDRESSES = statement('orders.erase_addresses', {
  params: { years: types.integer, limit: types.bigint },
  text: `
    UPDATE orders SET billing_address = NULL, updated_at = now()
    WHERE id IN (
      SELECT o.id FROM orders o
      JOIN customers c ON c.fanclub_id = o.fanclub_id AND c.id = o.customer_id
      WHERE c.erased_at IS NOT NULL AND o.billing_address IS NOT NULL
        AND o.created_at < now() - make_interval(years => $years::integer) AND ${notHeldSql('o.fanclub_id')}
      ORDER BY o.id LIMIT $limit)`,
});

/** Ends the retention of orders of erased customers. */
@Injectable()
export class OrderJobs {
  constructor(private readonly config: Config) {}

  @Job('orders.erase_addresses', NIGHTLY)
  eraseAddresses({ db, signal }: JobRun): Promise<number> {
    const { orderYears: years } = this.config.retention;
    return purge(signal, (limit) => db.run(ERASE_ADDRESSES, { years, limit }));
  }
}
