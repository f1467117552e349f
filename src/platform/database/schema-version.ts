import type { DataSource } from 'typeorm';
import { Sql } from './sql';
import { types } from './sql-types';
import { statement } from './statement';

/** The advisory lock of all changes of the schema: an arbitrary number, which every version of the service must use. */
export const MIGRATION_LOCK = 7_226_548_201;

export const APPLIED_MIGRATIONS = statement('database.migrations', {
  row: { name: types.text },
  text: `SELECT name::text FROM migrations`,
});

/** The schema of the database is not that of this version; the message names the remedy. */
export class SchemaMismatch extends Error {
  override readonly name = 'SchemaMismatch';
  readonly isPlain = true;
}

/** The names of migrations that are missing in the database, and of those that only a newer version knows. */
export async function schemaVersion(db: DataSource): Promise<{ missing: string[]; unknown: string[] }> {
  const applied = await new Sql(db).rows(APPLIED_MIGRATIONS, {}).catch((error: { code?: string }) => {
    if (error.code === UNDEFINED_TABLE) return [];
    throw error;
  });
  const names = applied.map(({ name }) => name);
  const known = db.migrations.map(({ name, constructor }) => name ?? constructor.name);
  return {
    missing: known.filter((name) => !names.includes(name)),
    unknown: names.filter((name) => !known.includes(name)),
  };
}

const UNDEFINED_TABLE = '42P01';

/** @throws SchemaMismatch when the database has migrations that this version does not know */
export function refuseNewerSchema({ unknown }: { unknown: string[] }): void {
  if (unknown.length === 0) return;
  throw new SchemaMismatch(
    `The database has a newer schema than this version of the service knows (${unknown.join(', ')}): install the newer version.`,
  );
}

/** @throws SchemaMismatch when the schema is older or newer than that of this version */
export async function requireCurrentSchema(db: DataSource): Promise<void> {
  const { missing, unknown } = await schemaVersion(db);
  refuseNewerSchema({ unknown });
  if (missing.length === 0) return;
  const which =
    missing.length === db.migrations.length
      ? 'no schema yet'
      : `an older schema (without ${missing.join(', ')})`;
  throw new SchemaMismatch(
    `The database has ${which}. To bring it to this version, run: npx fanclub migrate`,
  );
}
