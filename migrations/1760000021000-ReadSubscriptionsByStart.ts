import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The unique constraint that replaces another one over the same columns in another order. While it is built, reads go on. */
async function replace(db: QueryRunner, former: string, name: string, columns: string): Promise<void> {
  await db.query(`CREATE UNIQUE INDEX ${name} ON subscriptions (${columns})`);
  await db.query(`
    ALTER TABLE subscriptions DROP CONSTRAINT ${former}, ADD CONSTRAINT ${name} UNIQUE USING INDEX ${name}`);
}

const BY_PLAN = 'uq_subscriptions_customer_plan_start_date';
const BY_START = 'uq_subscriptions_customer_start_date_plan';

/**
 * A membership is looked for by customer and start. With the plan between the two, PostgreSQL 18 takes the index for as dear as
 * one search for each plan that there is, and reads everybody's subscriptions to the fan club instead.
 */
export class ReadSubscriptionsByStart1760000021000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await replace(db, BY_PLAN, BY_START, 'customer_id, start_date, plan_id');
  }

  async down(db: QueryRunner): Promise<void> {
    await replace(db, BY_START, BY_PLAN, 'customer_id, plan_id, start_date');
  }
}
