import { TEST_SERVER } from '#libs/testing';
import { serverUrl } from '../../src/tools/local/server-role';

/** The two roles of docs/operations/database.md, created once per run: the owner of every database, who is no superuser, … */
export const TEST_OWNER = 'fanclub_test_owner';
/** … and the role of the service under test. */
export const TEST_ROLE = 'fanclub_test_server';

/** The URL of the database for the service under test. */
export function asServer(url: string): string {
  return serverUrl(asSuperuser(url), TEST_ROLE);
}

/** The URL of the database for its owner: migrations and commands. */
export function asOwner(url: string): string {
  return serverUrl(asSuperuser(url), TEST_OWNER);
}

/** The URL of the database for the tests themselves, which also look at connections of others, and end them. */
export function asSuperuser(url: string): string {
  const server = process.env[TEST_SERVER];
  if (!server) return url;
  const { username, password } = new URL(server);
  return Object.assign(new URL(url), { username, password }).href;
}
