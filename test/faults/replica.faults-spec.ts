import { setTimeout as sleep } from 'node:timers/promises';
import { itSurvives, worldOf } from './support/fault';
import { ask, type Postgres } from './support/postgres';

/** A streaming replica is lost, and takes the place of the primary. */
const world = worldOf({ replica: true, network: true });

/** Repeats a query until its first value is the expected one. */
async function until({ url }: Postgres, text: string, expected: unknown): Promise<void> {
  while (Object.values((await ask<Record<string, unknown>>(url, text))[0] ?? {})[0] !== expected)
    await sleep(50);
}

itSurvives(world, {
  id: 'R1',
  fault: 'kill -9 of the replica, started again after 5 s',
  within: 0,
  async strike({ replica }) {
    await replica!.kill();
    await sleep(5_000);
    await replica!.start();
  },
  check(seen) {
    expect(seen.count('ok')).toBe(seen.samples.length);
  },
});

itSurvives(world, {
  id: 'R2',
  fault: 'kill -9 of the primary; its synchronous replica is promoted and takes its address',
  within: 3,
  async strike(at) {
    const { postgres, replica } = at;
    // Without this, the primary acknowledges writes that the replica does not have yet.
    await ask(postgres.url, `ALTER SYSTEM SET synchronous_standby_names = '*'`);
    await ask(postgres.url, 'SELECT pg_reload_conf()');
    await until(postgres, 'SELECT sync_state FROM pg_stat_replication', 'sync');
    await sleep(2_000);
    await postgres.kill();
    await ask(replica!.url, `ALTER SYSTEM RESET synchronous_standby_names`).catch(() => undefined);
    await ask(replica!.url, 'SELECT pg_promote()');
    await at.moveTo(replica!);
  },
});
