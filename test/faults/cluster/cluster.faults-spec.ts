import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { serverUrl } from '../../../src/tools/local/server-role';
import { type Fault, itIsNotRun, itSurvives, type Seen, stageOf } from '../support/fault';
import { ask } from '../support/postgres';
import { queuedAreSent, SERVER_ROLE } from '../support/stage';
import { PUBLIC } from '../support/traffic';
import { missingPrograms } from './cluster';
import { ClusterStage } from './cluster-stage';
import { COMMANDS } from './commands';
import { PAGE, saveClusterRow, writeClusterFigures } from './figures';

/**
 * A database of three machines loses its leader in six ways. All run on this machine, with the configurations of
 * `operations/cluster` and the commands of docs/operations/cluster.md.
 */
const FAULTS: readonly (Fault<ClusterStage> & { withoutWrites: number })[] = [
  {
    id: 'C1',
    fault: 'kill -9 of the leader: Patroni and PostgreSQL',
    within: 20,
    withoutWrites: 35,
    async strike({ cluster }) {
      const leader = await cluster.leader();
      await leader.killPatroni();
      await leader.killPostgres();
      await cluster.leader(leader);
    },
  },
  {
    id: 'C2',
    fault: 'kill -9 of the leader’s PostgreSQL alone; Patroni starts it again',
    within: 20,
    withoutWrites: 20,
    async strike({ cluster }) {
      const leader = await cluster.leader();
      await leader.killPostgres();
      // Until its next look, Patroni says that all is well.
      while ((await answer(cluster.directUrl)) !== 'primary') await sleep(50);
    },
  },
  {
    id: 'C3',
    fault: 'planned switch-over to a standby whose PgBouncer had served it as a standby',
    within: 20,
    withoutWrites: 10,
    async strike({ cluster }) {
      const [leader, candidate] = [await cluster.leader(), await cluster.synchronous()];
      const pooled = serverUrl(candidate.url('pgbouncer'), SERVER_ROLE);
      // After an earlier failure PgBouncer refuses the first client.
      while ((await answer(pooled)) !== 'standby') await sleep(50);
      leader.run(COMMANDS.switchover, { LEADER: leader.name, CANDIDATE: candidate.name });
      expect(await cluster.leader(leader)).toBe(candidate);
    },
  },
  {
    id: 'C4',
    fault: 'replication is stalled for 1.5 s, then kill -9 of the leader',
    within: 20,
    withoutWrites: 35,
    strike: stallAndKill,
  },
  {
    id: 'C5',
    fault: 'kill -9 of the leader’s Patroni alone; its PostgreSQL goes on as a primary',
    within: 20,
    withoutWrites: 35,
    async strike({ cluster }) {
      const leader = await cluster.leader();
      await leader.killPatroni();
      await cluster.leader(leader);
    },
  },
  {
    id: 'C6',
    fault: 'the control, C4 with asynchronous replication: it must lose writes',
    within: 20,
    withoutWrites: 35,
    mustLose: true,
    async strike(stage) {
      await stage.cluster.becomeAsynchronous();
      expect(await stage.db.query('SHOW synchronous_standby_names')).toEqual([
        { synchronous_standby_names: '' },
      ]);
      await stallAndKill(stage);
    },
  },
];

/** The role of the server at an address; null if it does not answer. */
async function answer(url: string): Promise<'primary' | 'standby' | null> {
  const rows = await ask<{ is: boolean }>(url, 'SELECT pg_is_in_recovery() AS is').catch(() => []);
  return rows.length === 0 ? null : rows[0].is ? 'standby' : 'primary';
}

/** As long as replication is stalled, synchronous commits wait, and asynchronous ones are acknowledged. */
async function stallAndKill({ cluster }: ClusterStage): Promise<void> {
  const leader = await cluster.leader();
  expect(leader.stallReplication()).toBe(2);
  await sleep(1_500);
  await leader.killPatroni();
  await leader.killPostgres();
  await cluster.leader(leader);
}

const missing = missingPrograms();

if (missing.length > 0) {
  for (const { id, fault } of FAULTS)
    itIsNotRun(id, fault, `${missing.join(', ')} not installed`, saveClusterRow);
} else {
  it('runs the commands of the page', () => {
    const page = readFileSync(PAGE, 'utf8');
    expect(Object.values(COMMANDS).filter((command) => !page.includes(command))).toEqual([]);
  });

  const stage = stageOf(() => ClusterStage.open());
  for (const fault of FAULTS)
    itSurvives(
      stage,
      {
        manner: { perSecond: 40 },
        ...fault,
        async recovered(at) {
          while ((await answer(at.cluster.directUrl)) !== 'primary') await sleep(50);
          // The worker goes on by itself. After the control, a job whose end was lost stays locked, because its worker lives.
          if (!fault.mustLose) await queuedAreSent(at);
        },
        check(seen: Seen) {
          const reads = seen.of(PUBLIC);
          expect(reads.count('ok')).toBe(reads.samples.length);
          expect(seen.withoutWrites).toBeLessThanOrEqual(fault.withoutWrites);
        },
      },
      saveClusterRow,
    );
  afterAll(() => writeClusterFigures(FAULTS.map(({ id }) => id)));
}
