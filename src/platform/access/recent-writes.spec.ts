import type { FastifyReply } from 'fastify';
import type { Config } from '#platform/config';
import { RecentWrites } from './recent-writes';

/** The `Max-Age` of the mark after a request that may write; null without a mark. */
function maxAgeOfMark(visits: number, replicas: readonly string[], hasSession: boolean): number | null {
  const config = {
    visits: { maxAge: visits },
    database: { replicas: { urls: replicas, maxLag: 5000 } },
    session: { cookieMode: 'lax' },
    publicUrl: 'https://api.example.test',
  } as unknown as Config;
  const setCookie = jest.fn<unknown, [string, string, { maxAge: number }]>();
  new RecentWrites(config).mark({ setCookie } as unknown as FastifyReply, hasSession);
  return setCookie.mock.calls[0]?.[2].maxAge ?? null;
}

it.each([
  ['visits are kept', 1000, [], true, 2],
  ['visits are kept, but there is no session', 1000, [], false, null],
  ['no visits are kept', 0, [], true, null],
  ['there are replicas', 0, ['one'], true, 6],
  ['there are replicas, but no session', 1000, ['one'], false, 6],
])('marks a visitor for seconds if %s', (_, visits, replicas, hasSession, seconds) => {
  expect(maxAgeOfMark(visits, replicas, hasSession)).toBe(seconds);
});
