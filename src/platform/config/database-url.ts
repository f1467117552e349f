/**
 * The address of the database, for TypeORM's command line, which needs no other setting.
 * @throws Error if DATABASE_URL is missing
 */
export function databaseUrl(environment: NodeJS.ProcessEnv = process.env): string {
  const url = environment.DATABASE_URL?.trim();
  if (!url) throw new Error('DATABASE_URL is missing: it names the PostgreSQL database');
  return url;
}
