import { createHmac } from 'node:crypto';
import type { DataSource } from 'typeorm';

/** The role of the server in the embedded database. */
const SERVER_ROLE = 'fanclub_server';

/** The server's address of the embedded database. Its password is derived from the owner's password, so it need not be stored. */
export function serverUrl(ownerUrl: string, role = SERVER_ROLE): string {
  const url = new URL(ownerUrl);
  url.password = createHmac('sha256', decodeURIComponent(url.password)).update(role).digest('hex');
  url.username = role;
  return url.href;
}

/** Creates the role that the address `url` names, if it does not exist. */
export async function makeServerRole(db: DataSource, url: string): Promise<void> {
  const { username, password } = new URL(url);
  await db.query(`
    DO $$ BEGIN
      CREATE ROLE ${username} LOGIN PASSWORD '${password}';
    EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
    END $$`);
}
