import { createHmac } from 'node:crypto';
import type { DataSource } from 'typeorm';

/** The role of the server in the embedded database. */
const SERVER_ROLE = 'fanclub_server';

/**
 * The address of the embedded database for the server. Its password follows from the owner's, so that all processes on the data folder
 * know it and nothing else is kept.
 */
export function serverUrl(ownerUrl: string, role = SERVER_ROLE): string {
  const url = new URL(ownerUrl);
  url.password = createHmac('sha256', decodeURIComponent(url.password)).update(role).digest('hex');
  url.username = role;
  return url.href;
}

/** Makes the role of such an address, unless it is there. */
export async function makeServerRole(db: DataSource, url: string): Promise<void> {
  const { username, password } = new URL(url);
  await db.query(`
    DO $$ BEGIN
      CREATE ROLE ${username} LOGIN PASSWORD '${password}';
    EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
    END $$`);
}
