import type { QueryRunner } from 'typeorm';

/** What {@link reportChanges} reports. */
export interface Reported {
  /** Holds the fan club's id. Default: `fanclub_id`. */
  readonly column?: string;
  /** When an update is reported, in SQL over OLD and NEW. Default: if it changes anything. */
  readonly changed?: string;
}

/**
 * Creates the triggers that report changes of a table with published content, so that servers read it again. They also report
 * changes by replication. Dropping the table drops them.
 *
 * @param reported what is reported
 */
export async function reportChanges(
  db: QueryRunner,
  table: string,
  { column = 'fanclub_id', changed = 'OLD.* IS DISTINCT FROM NEW.*' }: Reported = {},
): Promise<void> {
  const report = `EXECUTE FUNCTION report_published_change('${column}')`;
  const triggers = {
    added_or_removed: `AFTER INSERT OR DELETE ON ${table} FOR EACH ROW ${report}`,
    changed: `AFTER UPDATE ON ${table} FOR EACH ROW WHEN (${changed}) ${report}`,
    emptied: `AFTER TRUNCATE ON ${table} FOR EACH STATEMENT ${report}`,
  };
  for (const [name, definition] of Object.entries(triggers)) {
    await db.query(`CREATE TRIGGER tr_${table}_report_${name} ${definition}`);
    await db.query(`ALTER TABLE ${table} ENABLE ALWAYS TRIGGER tr_${table}_report_${name}`);
  }
}
