import { setTimeout as sleep } from 'node:timers/promises';
import { FULL, itSurvives, worldOf } from './support/fault';
import type { World } from './support/world';

/** The network between the service and its database fails. */
const world = worldOf({ network: true });

/** Messages after which a write is decided by the database alone: commits, and writes of one statement. */
const DECISIVE = /COMMIT\0|contests\.enter\0|access\.end_session\0/;

/** Waits until so many answers were lost. */
async function losses({ network }: World, count: number): Promise<void> {
  while (network.losses < count) await sleep(20);
}

itSurvives(world, {
  id: 'F5',
  fault: 'the network to the database drops all packets for 10 s',
  within: 6,
  async strike({ network }) {
    network.become('blackhole');
    await sleep(10_000);
    network.become('pass');
  },
  check(seen) {
    expect(seen.count('failure') + seen.count('busy')).toBeGreaterThan(0);
  },
});

itSurvives(world, {
  id: 'F5a',
  fault: 'the network to the database is cut for 5 s: connections are reset, new ones refused',
  within: 3,
  inLongForm: true,
  async strike({ network }) {
    network.become('refuse');
    await sleep(FULL ? 5_000 : 2_000);
    network.become('pass');
  },
});

itSurvives(world, {
  id: 'F6',
  fault: 'every packet takes 100 ms longer in each direction, for 10 s',
  within: 0,
  manner: { perSecond: 20 },
  async strike({ network }) {
    network.become({ slow: 100 });
    await sleep(10_000);
    network.become('pass');
  },
  check(seen) {
    expect(seen.count('ok')).toBe(seen.samples.length);
  },
});

itSurvives(world, {
  id: 'F7',
  fault: 'connections are reset in the middle of 50 answers of the database',
  within: 1,
  async strike(at) {
    at.network.become({ tear: 20 });
    await losses(at, 50);
    at.network.become('pass');
  },
});

itSurvives(world, {
  id: 'F7a',
  fault: 'connections are reset after COMMIT, before its acknowledgement, 50 times',
  within: 1,
  inLongForm: true,
  async strike(at) {
    at.network.become({ lose: DECISIVE, by: 'reset', every: 3 });
    await losses(at, FULL ? 50 : 8);
    at.network.become('pass');
  },
  check(seen) {
    expect(seen.count('failure')).toBeGreaterThan(0);
  },
});

itSurvives(world, {
  id: 'F7b',
  fault: 'connections are half open after COMMIT: its acknowledgement never arrives, 15 times',
  within: 6,
  async strike(at) {
    // Rarely, because each of them occupies a connection until the time limit for answers.
    at.network.become({ lose: DECISIVE, by: 'silence', every: 16 });
    await losses(at, 15);
    at.network.become('pass');
  },
  check(seen) {
    expect(seen.count('failure')).toBeGreaterThan(0);
  },
});
