import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The trigger of 1760000065000, which refuses changes of held fan clubs, with a further condition. */
const refuseChange = (condition: string): string => `
  CREATE OR REPLACE TRIGGER tr_fanclubs_refuse_change_while_held BEFORE UPDATE ON fanclubs
  FOR EACH ROW WHEN (OLD.held_at IS NOT NULL AND NEW.held_at IS NOT NULL${condition}) EXECUTE FUNCTION refuse_held_fanclub()`;

export class MoveFanclubs1760000066000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE fanclubs ADD COLUMN moved_to text,
        ADD CONSTRAINT ck_fanclubs_moved_to CHECK (moved_to IS NULL OR held_at IS NOT NULL)`);
    await db.query(refuseChange(' AND OLD.moved_to IS NOT DISTINCT FROM NEW.moved_to'));
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(refuseChange(''));
    await db.query('ALTER TABLE fanclubs DROP COLUMN moved_to');
  }
}
