/**
 * The database, for tools that need no other setting: TypeORM's command line.
 * @throws Error when DATABASE_URL is missing.
 */
export function databaseUrl(environment: NodeJS.ProcessEnv = process.env): string {
  const url = environment.DATABASE_URL?.trim();
  if (!url) throw new Error('DATABASE_URL is missing: it names the PostgreSQL database');
  return url;
}
