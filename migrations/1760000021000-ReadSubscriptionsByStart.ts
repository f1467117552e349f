import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Replaces a unique constraint by one with the same columns in another order. Reads continue while its index is built. */
async function replace(db: QueryRunner, former: string, name: string, columns: string): Promise<void> {
  await db.query(`CREATE UNIQUE INDEX ${name} ON subscriptions (${columns})`);
  await db.query(`
    ALTER TABLE subscriptions DROP CONSTRAINT ${former}, ADD CONSTRAINT ${name} UNIQUE USING INDEX ${name}`);
}

const BY_PLAN = 'uq_subscriptions_customer_plan_start_date';
const BY_START = 'uq_subscriptions_customer_start_date_plan';

/**
 * Memberships are searched by customer and start. With the plan between the two, PostgreSQL 18 expects one index search for each
 * existing plan, and reads all subscriptions of the fan club instead.
 */
export class ReadSubscriptionsByStart1760000021000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await replace(db, BY_PLAN, BY_START, 'customer_id, start_date, plan_id');
  }

  async down(db: QueryRunner): Promise<void> {
    await replace(db, BY_START, BY_PLAN, 'customer_id, plan_id, start_date');
  }
}
