import type { QueryRunner } from 'typeorm';

/**
 * Creates the trigger that refuses to write rows of a table with `fanclub_id` while their fan club is held. Every logged table with
 * that column needs it. Dropping the table drops it.
 */
export async function fence(db: QueryRunner, table: string): Promise<void> {
  await db.query(`
    CREATE TRIGGER tr_${table}_refuse_while_held BEFORE INSERT OR UPDATE OR DELETE ON ${table}
    FOR EACH ROW EXECUTE FUNCTION refuse_while_held()`);
}
