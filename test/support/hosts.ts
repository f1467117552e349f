import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { ClubHosts } from '../../src/platform/tenants';
import type { FanClubHost } from '../../src/platform/tenants/fan-club-host.entity';
import type { TestApp } from './start-test-app';

/** Waits until the service has read the hosts again, which it does when the database reports a change. */
export async function hostsRead(t: TestApp, isRead: (hosts: ClubHosts) => boolean): Promise<void> {
  const hosts = t.app.get(ClubHosts);
  for (let waited = 0; !isRead(hosts); waited += 5) {
    if (waited > 2_000) throw new Error('the service does not know the hosts');
    await sleep(5);
  }
}

/** A verified host of a fan club, by default its main one, which the service knows. */
export async function givenHost(t: TestApp, overrides: Partial<FanClubHost> = {}): Promise<string> {
  const { host, fanclubId } = await t.given.fanClubHost({ main: true, ...overrides });
  await hostsRead(t, (hosts) => hosts.clubOf(fanclubId).hosts.includes(host));
  return host;
}

/** An answer as received. */
export interface RawAnswer {
  readonly status: number;
  readonly location: string | undefined;
  readonly cookies: readonly string[];
  readonly text: string;
}

/** Sends a request with exactly these headers. */
export function send(
  t: Pick<TestApp, 'origin'>,
  host: string,
  path: string,
  { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
): Promise<RawAnswer> {
  const { hostname, port } = new URL(t.origin);
  return new Promise((resolve, reject) => {
    const options = { hostname, port, path, method, agent: false as const, headers: { host, ...headers } };
    request(options, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => (text += part));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          location: response.headers.location,
          cookies: response.headers['set-cookie'] ?? [],
          text,
        }),
      );
    })
      .on('error', reject)
      .end();
  });
}
