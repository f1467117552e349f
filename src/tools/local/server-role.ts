import { createHmac } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { MigrationFailed } from '#platform/database';

const DUPLICATE_OBJECT = '42710';
const UNIQUE_VIOLATION = '23505';

/** The role of the server in the embedded database. */
const SERVER_ROLE = 'fanclub_server';

/** The server's address of the embedded database. Its password is derived from the owner's password, so it need not be stored. */
export function serverUrl(ownerUrl: string, role = SERVER_ROLE): string {
  const url = new URL(ownerUrl);
  url.password = createHmac('sha256', decodeURIComponent(url.password)).update(role).digest('hex');
  url.username = role;
  return url.href;
}

/**
 * Creates the role that the address `url` names, with its password. An existing role stays as it is.
 * @param db connected as a role that may create roles, unless the role exists
 * @throws MigrationFailed
 */
export async function makeServerRole(db: DataSource, url: string): Promise<void> {
  const { username, password } = new URL(url);
  const role = decodeURIComponent(username);
  // PostgreSQL checks the right to create roles before it looks whether the role exists.
  const [missing] = await db.query<{ create: string }[]>(
    `SELECT format('CREATE ROLE %I LOGIN PASSWORD %L', $1::text, $2::text) AS create
     WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = $1)`,
    [role, decodeURIComponent(password)],
  );
  if (missing === undefined) return;
  await db.query(missing.create).catch((error: { code?: string }) => {
    // Another process may create it at the same time.
    if ([DUPLICATE_OBJECT, UNIQUE_VIOLATION].includes(error.code ?? '')) return;
    throw new MigrationFailed(`Creating the role ${role}`, error, {
      '42501': 'Create it as a superuser: docs/operations/database.md, "Roles".',
    });
  });
}
