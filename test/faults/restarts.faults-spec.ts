import { setTimeout as sleep } from 'node:timers/promises';
import { Balancer } from './support/balancer';
import { itSurvives, worldOf } from './support/fault';

const world = worldOf({
  servers: 2,
  // On a busy machine, the database answers late, and a balancer may notice only after seconds that a server stops.
  settings: { SHUTDOWN_DELAY_SECONDS: '5', READINESS_TIMEOUT_MS: '10000' },
});

itSurvives(world, {
  id: 'F15',
  fault: 'two servers behind a balancer that asks /readyz are restarted one after the other',
  within: 0,
  inLongForm: true,
  async strike(at) {
    const { servers, origin } = at;
    const balancer = new Balancer(servers);
    at.origin = balancer.origin;
    try {
      for (const server of servers) {
        await sleep(500);
        expect(await server.kill('SIGTERM')).toBe(0);
        await server.start();
        await balancer.uses(server);
      }
    } finally {
      at.origin = origin;
      balancer.stop();
    }
  },
  check(seen) {
    expect(seen.samples.filter(({ outcome }) => outcome !== 'ok')).toEqual([]);
  },
});
