import { TEST_SERVER } from '#libs/testing';
import { serverUrl } from '../../src/tools/local/server-role';

/** The role as which the service under test works, whatever the database; made once per run. */
export const TEST_ROLE = 'fanclub_test_server';

/** The database as the service under test sees it. */
export function asServer(url: string): string {
  return serverUrl(asOwner(url), TEST_ROLE);
}

/** The database as its owner sees it: migrations, commands, and tests that look or build. */
export function asOwner(url: string): string {
  const server = process.env[TEST_SERVER];
  if (!server) return url;
  const { username, password } = new URL(server);
  return Object.assign(new URL(url), { username, password }).href;
}
