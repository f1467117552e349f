import type { MigrationInterface, QueryRunner } from 'typeorm';
import { schemaOf } from './support/schema-of';

/** Whether rows of a fan club, whose row has this alias, are not discarded: it is served here, or the transaction does something else. */
const isKept = (fanclub: string): string =>
  `(${fanclub}.moved_to IS NULL OR current_setting('fanclub.moved_rows', true) IS DISTINCT FROM 'discarded')`;

/** The trigger function of 1760000065000 with further conditions. */
const refuseWhileHeld = (schema: string, condition = ''): string => `
  CREATE OR REPLACE FUNCTION refuse_while_held() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF current_setting('transaction_isolation') <> 'read committed' THEN
      PERFORM FROM ${schema}.fanclubs WHERE id IN (OLD.fanclub_id, NEW.fanclub_id) FOR SHARE;
    END IF;
    IF EXISTS (SELECT FROM ${schema}.fanclubs f WHERE id IN (OLD.fanclub_id, NEW.fanclub_id) AND held_at IS NOT NULL${condition}) THEN
      RAISE EXCEPTION 'fan club % is held', coalesce(NEW.fanclub_id, OLD.fanclub_id) USING ERRCODE = 'FC001', TABLE = TG_TABLE_NAME;
    END IF;
    RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
  END $$`;

/** The trigger of 1760000065000 with a further condition. */
const refuseDeletion = (condition = ''): string => `
  CREATE OR REPLACE TRIGGER tr_fanclubs_refuse_deletion_while_held BEFORE DELETE ON fanclubs
  FOR EACH ROW WHEN (OLD.held_at IS NOT NULL${condition}) EXECUTE FUNCTION refuse_held_fanclub()`;

export class DiscardMovedFanclubs1760000067200 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    // A deletion may set references of other rows to null.
    await db.query(refuseWhileHeld(await schemaOf(db), ` AND (TG_OP = 'INSERT' OR ${isKept('f')})`));
    await db.query(refuseDeletion(` AND ${isKept('OLD')}`));
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(refuseWhileHeld(await schemaOf(db)));
    await db.query(refuseDeletion());
  }
}
