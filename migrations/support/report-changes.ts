import type { QueryRunner } from 'typeorm';

/**
 * Creates the triggers that report changes of a table with published content, so that servers read it again. They also report
 * changes by replication. Dropping the table drops them.
 *
 * @param column holds the fan club's id
 */
export async function reportChanges(db: QueryRunner, table: string, column = 'fanclub_id'): Promise<void> {
  const report = `EXECUTE FUNCTION report_published_change('${column}')`;
  const triggers = {
    added_or_removed: `AFTER INSERT OR DELETE ON ${table} FOR EACH ROW ${report}`,
    // An update that changes nothing is not reported.
    changed: `AFTER UPDATE ON ${table} FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) ${report}`,
    emptied: `AFTER TRUNCATE ON ${table} FOR EACH STATEMENT ${report}`,
  };
  for (const [name, definition] of Object.entries(triggers)) {
    await db.query(`CREATE TRIGGER tr_${table}_report_${name} ${definition}`);
    await db.query(`ALTER TABLE ${table} ENABLE ALWAYS TRIGGER tr_${table}_report_${name}`);
  }
}
