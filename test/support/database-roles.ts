import { TEST_SERVER } from '#libs/testing';
import { serverUrl } from '../../src/tools/local/server-role';

/** The role of the service under test, for every database; created once per run. */
export const TEST_ROLE = 'fanclub_test_server';

/** The URL of the database for the service under test. */
export function asServer(url: string): string {
  return serverUrl(asOwner(url), TEST_ROLE);
}

/** The URL of the database for its owner: migrations, commands, and tests that read or write rows. */
export function asOwner(url: string): string {
  const server = process.env[TEST_SERVER];
  if (!server) return url;
  const { username, password } = new URL(server);
  return Object.assign(new URL(url), { username, password }).href;
}
