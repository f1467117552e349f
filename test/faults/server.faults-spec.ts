import { setTimeout as sleep } from 'node:timers/promises';
import { SystemClock } from '#libs/clock';
import { hoursFrom } from '#samples';
import { Given } from '../support/given';
import { send } from './support/client';
import { FULL, itSurvives, worldOf } from './support/fault';
import { Service } from './support/service';
import type { World } from './support/world';

/** The processes of the service are killed, stopped, blocked, and get a wrong clock. */
const world = worldOf({ settings: { SHUTDOWN_DELAY_SECONDS: '1' } });

const DAY = 24 * 60 * 60 * 1000;
const HOUR = 60 * 60 * 1000;

/** Milliseconds after which a busy machine does no further repetition. */
const LONGEST = 120_000;

itSurvives(world, {
  id: 'F13',
  fault: 'kill -9 of the server under writes, started again, up to 20 times',
  within: 5,
  inLongForm: true,
  manner: { kinds: ['contact', 'entry', 'registration', 'update', 'login', 'entry', 'contact', 'logout'] },
  async strike({ servers: [server] }) {
    const end = performance.now() + LONGEST;
    let longest = 0;
    let kills = 0;
    for (; kills < (FULL ? 20 : 3) && performance.now() < end; kills += 1) {
      await server.kill('SIGKILL');
      const began = performance.now();
      await server.start();
      longest = Math.max(longest, performance.now() - began);
      await sleep(500);
    }
    return `${kills} kills; ready within ${(longest / 1000).toFixed(1)} s after each`;
  },
});

itSurvives(world, {
  id: 'F14',
  fault: 'SIGTERM of the server with 50 keep-alive clients, started again, 5 times',
  within: 5,
  manner: { keepAlive: 50 },
  async strike({ servers: [server] }) {
    let longest = 0;
    for (let time = 0; time < 5; time += 1) {
      const began = performance.now();
      expect(await server.kill('SIGTERM')).toBe(0);
      longest = Math.max(longest, performance.now() - began);
      expect(/requests without an answer: (-?\d+)\n$/.exec(server.output)?.[1]).toBe('0');
      await server.start();
      await sleep(1_000);
    }
    expect(longest).toBeLessThan(10_000);
    return `stopped within ${(longest / 1000).toFixed(1)} s; the server had answered all requests that it had begun`;
  },
  check(seen) {
    // A connection that is opened at the moment of the stop may be closed before its request is read; then nothing was done.
    expect([seen.count('failure'), seen.count('busy'), seen.hadSucceeded]).toEqual([0, 0, 0]);
  },
});

/** Whether a member may enter a contest that ends in twelve hours. */
async function entersContest({ db, key, origin, members: [member] }: World): Promise<boolean> {
  const given = new Given(db, new SystemClock());
  const [{ id: fanclubId }] = await db.query<{ id: number }[]>('SELECT id FROM fanclubs');
  const contest = await given.contest({
    fanclubId,
    name: `Soon over ${performance.now()}`,
    endsAt: hoursFrom(new SystemClock().now(), 12),
  });
  const path = `/contests/${contest.id}/enter`;
  const { outcome, reason } = await send(
    origin(),
    key,
    { method: 'POST', path, cookie: member.cookie },
    false,
  );
  expect(outcome === 'ok' || /has ended/.test(reason)).toBe(true);
  return outcome === 'ok';
}

itSurvives(world, {
  id: 'F17',
  fault: 'the clock of the server jumps one day ahead, back, and one hour back, for 4 s each',
  within: 0,
  async strike(at) {
    const [server] = at.servers;
    const entered: boolean[] = [];
    for (const clock of [DAY, 0, -HOUR, 0]) {
      server.send({ clock });
      await sleep(2_000);
      entered.push(await entersContest(at));
      await sleep(2_000);
    }
    expect(entered).toEqual([false, true, true, true]);
  },
  check(seen) {
    expect(seen.count('ok')).toBe(seen.samples.length);
  },
});

/** A server with the default limit of the event loop's delay. */
let sensitive: Service | undefined;
afterAll(() => sensitive?.kill('SIGKILL'));

itSurvives(world, {
  id: 'F18',
  fault: 'the event loop of the server is blocked for 2 s, three times',
  within: 3,
  async strike(at) {
    const { environment, folder } = at;
    sensitive = await Service.create({ ...environment, MAX_EVENT_LOOP_DELAY_MS: '500' }, folder);
    await sensitive.start();
    const { origin } = sensitive;
    at.origin = () => origin;
    for (let time = 0; time < 3; time += 1) {
      await sleep(2_000);
      sensitive.send({ block: 2_000 });
      await sleep(2_000);
    }
  },
  async after(at) {
    at.origin = () => at.servers[0].origin;
    await sensitive?.kill('SIGKILL');
    return '';
  },
  check(seen) {
    expect([seen.count('lost'), seen.count('refused')]).toEqual([0, 0]);
  },
});

itSurvives(world, {
  id: 'F19',
  fault: 'ten promise rejections that nothing handles',
  within: 0,
  async strike({ servers: [server] }) {
    for (let time = 0; time < 10; time += 1) {
      server.send({ reject: 'Nobody waits for this.' });
      await sleep(200);
    }
    await server.logged(/unhandled promise rejection/);
  },
  check(seen) {
    expect(seen.count('ok')).toBe(seen.samples.length);
  },
});
