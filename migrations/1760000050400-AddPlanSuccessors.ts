import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a membership becomes at its end, and which queued subscriptions wait for their beginning. */
export class AddPlanSuccessors1760000050400 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    // Deferred, because the plans of a catalogue file may name each other.
    await db.query(`
      ALTER TABLE plans
        ADD COLUMN renews_into_plan_id   bigint,
        ADD COLUMN converts_into_plan_id bigint,
        ADD CONSTRAINT ck_plans_renews_into CHECK (renews_into_plan_id <> id),
        ADD CONSTRAINT ck_plans_converts_into CHECK (converts_into_plan_id <> id),
        ADD CONSTRAINT fk_plans_renews_into_plan FOREIGN KEY (fanclub_id, renews_into_plan_id)
          REFERENCES plans (fanclub_id, id) DEFERRABLE INITIALLY DEFERRED,
        ADD CONSTRAINT fk_plans_converts_into_plan FOREIGN KEY (fanclub_id, converts_into_plan_id)
          REFERENCES plans (fanclub_id, id) DEFERRABLE INITIALLY DEFERRED`);
    await db.query(
      'CREATE INDEX ix_plans_fanclub_renews_into_plan ON plans (fanclub_id, renews_into_plan_id)',
    );
    await db.query(
      'CREATE INDEX ix_plans_fanclub_converts_into_plan ON plans (fanclub_id, converts_into_plan_id)',
    );
    await db.query(`
      CREATE INDEX ix_queued_subscriptions_waiting ON queued_subscriptions (starts_at, customer_id)
      WHERE processed_at IS NULL`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX ix_queued_subscriptions_waiting');
    await db.query('ALTER TABLE plans DROP COLUMN renews_into_plan_id, DROP COLUMN converts_into_plan_id');
  }
}
