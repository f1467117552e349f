import type { DataSource } from 'typeorm';

/** How the schema of a database compares with the migrations that this version has. */
export interface SchemaVersion {
  /** Names of migrations that the database does not have yet. */
  missing: string[];
  /** Names of migrations that the database has and this version does not know. */
  unknown: string[];
}

/** The schema of the database is not that of this version; the message says what to do about it. */
export class SchemaMismatch extends Error {
  override readonly name = 'SchemaMismatch';
  readonly isPlain = true;
}

/** Compares the migrations that were applied with those of the code. A database without the table of migrations has none. */
export async function schemaVersion(db: DataSource): Promise<SchemaVersion> {
  const applied = await db
    .query<{ name: string }[]>('SELECT name FROM migrations')
    .catch((error: { code?: string }) => {
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
export function refuseNewerSchema({ unknown }: SchemaVersion): void {
  if (unknown.length === 0) return;
  throw new SchemaMismatch(
    `The database has a newer schema than this version of the service knows (${unknown.join(', ')}): install the newer version.`,
  );
}

/** @throws SchemaMismatch when the schema is older or newer than that of this version */
export async function requireCurrentSchema(db: DataSource): Promise<void> {
  const version = await schemaVersion(db);
  refuseNewerSchema(version);
  const { missing } = version;
  if (missing.length === 0) return;
  const which =
    missing.length === db.migrations.length
      ? 'no schema yet'
      : `an older schema (without ${missing.join(', ')})`;
  throw new SchemaMismatch(
    `The database has ${which}. To bring it to this version, run: npx fanclub migrate`,
  );
}
