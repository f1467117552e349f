import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Plans of different sales periods may have the same name. */
export class PlansShareNames1760000090000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE plans DROP CONSTRAINT uq_plans_fanclub_name,
        ADD CONSTRAINT uq_plans_fanclub_sales_period_name UNIQUE NULLS NOT DISTINCT (fanclub_id, sales_period_id, name)`);
    // The constraint begins with the same columns.
    await db.query('DROP INDEX ix_plans_fanclub_sales_period');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('CREATE INDEX ix_plans_fanclub_sales_period ON plans (fanclub_id, sales_period_id)');
    // All but the first plan of a name get their id.
    await db.query(`
      UPDATE plans p SET name = p.name || ' (' || p.id || ')'
      WHERE EXISTS (SELECT FROM plans o WHERE o.fanclub_id = p.fanclub_id AND o.name = p.name AND o.id < p.id)`);
    await db.query(`
      ALTER TABLE plans DROP CONSTRAINT uq_plans_fanclub_sales_period_name,
        ADD CONSTRAINT uq_plans_fanclub_name UNIQUE (fanclub_id, name)`);
  }
}
