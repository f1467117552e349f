import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { FULL, itSurvives, worldOf } from './support/fault';
import { ask } from './support/postgres';
import { type Kind, PUBLIC } from './support/traffic';
import type { World } from './support/world';

/** The database's processes are killed, stopped and suspended, and its tables, connections and rights are taken away. */
const world = worldOf({});

const OWN: readonly Kind[] = ['account', 'orders', 'subscriptions', 'contest'];
const SERVERS_CONNECTIONS = `usename = 'fanclub_server' AND application_name = 'fanclub'`;

/** Resolves when the database accepts connections. */
async function accepts({ postgres }: World): Promise<void> {
  const isUp = () =>
    ask(postgres.url, 'SELECT 1').then(
      () => true,
      () => false,
    );
  while (!(await isUp())) await sleep(20);
}

/** A process of the database that works for the service, preferably at this moment. */
async function backend({ db }: World): Promise<number> {
  const [{ pid }] = await db.query<{ pid: number }[]>(
    `SELECT pid FROM pg_stat_activity WHERE ${SERVERS_CONNECTIONS} ORDER BY state = 'active' DESC LIMIT 1`,
  );
  return pid;
}

itSurvives(world, {
  id: 'F1',
  fault: 'kill -9 of one database process: PostgreSQL ends all connections and recovers',
  within: 5,
  inLongForm: true,
  async strike(at) {
    process.kill(await backend(at), 'SIGKILL');
    await sleep(50);
    await accepts(at);
  },
});

itSurvives(world, {
  id: 'F2',
  fault: 'all idle connections are terminated, five times',
  within: 0,
  async strike({ db }) {
    for (let time = 0; time < 5; time += 1) {
      await db.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${SERVERS_CONNECTIONS} AND state = 'idle'`,
      );
      await sleep(1_000);
    }
  },
  check(seen) {
    const reads = seen.of([...PUBLIC, ...OWN]);
    expect(reads.count('ok')).toBe(reads.samples.length);
  },
});

itSurvives(world, {
  id: 'F3',
  fault: 'PostgreSQL is stopped without a checkpoint (immediate), started after 10 s',
  within: 3,
  async strike({ postgres, servers: [server] }) {
    await postgres.stopImmediately();
    await sleep(FULL ? 10_000 : 1_000);
    const health = [await server.status('/healthz'), await server.status('/readyz')];
    expect(health).toEqual([200, 503]);
    await postgres.start();
  },
});

itSurvives(world, {
  id: 'F3a',
  fault: 'kill -9 of all processes of PostgreSQL, started again after 5 s',
  within: 3,
  inLongForm: true,
  async strike({ postgres }) {
    await postgres.kill();
    await sleep(FULL ? 5_000 : 1_000);
    await postgres.start();
  },
});

itSurvives(world, {
  id: 'F4',
  fault: 'the service starts while PostgreSQL is stopped, which starts 10 s later',
  within: 3,
  async strike({ postgres, servers: [server] }) {
    await server.kill('SIGKILL');
    await postgres.stopImmediately();
    server.spawn();
    await sleep(10_000);
    expect(server.isRunning).toBe(true);
    await postgres.start();
  },
});

itSurvives(world, {
  id: 'F8',
  fault: 'other programs use all connection slots of PostgreSQL for 5 s, and the service has lost its own',
  within: 3,
  async strike({ db, environment, servers: [server] }) {
    const others: Client[] = [];
    const takeAll = async () => {
      for (;;) {
        const client = new Client({ connectionString: environment.DATABASE_URL, application_name: 'other' });
        client.on('error', () => undefined);
        try {
          await client.connect();
        } catch (error) {
          return (error as { code?: string }).code;
        }
        others.push(client);
      }
    };
    await takeAll();
    await db.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${SERVERS_CONNECTIONS}`);
    const until = performance.now() + 5_000;
    let code: string | undefined;
    while (performance.now() < until) {
      code = await takeAll();
      await sleep(100);
    }
    expect(code).toBe('53300');
    expect(await server.status('/healthz')).toBe(200);
    await Promise.all(others.map((client) => client.end()));
  },
});

itSurvives(world, {
  id: 'F9',
  fault: 'LOCK TABLE customers for 10 s',
  within: 2,
  async strike({ db }) {
    const holding = db.createQueryRunner();
    await holding.startTransaction();
    try {
      await holding.query('LOCK TABLE customers IN ACCESS EXCLUSIVE MODE');
      await sleep(10_000);
    } finally {
      await holding.rollbackTransaction();
      await holding.release();
    }
  },
  check(seen) {
    const publicReads = seen.of(PUBLIC);
    expect(publicReads.count('ok')).toBe(publicReads.samples.length);
  },
});

itSurvives(world, {
  id: 'F10',
  fault: 'every eighth contest entry takes the database 10 s, for 10 s',
  within: 3,
  async strike({ db }) {
    await db.query(`
      CREATE FUNCTION slow_entry() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF NEW.id % 8 = 0 THEN PERFORM pg_sleep(10); END IF;
        RETURN NEW;
      END $$;
      CREATE TRIGGER slow_entry BEFORE INSERT ON contest_entries FOR EACH ROW EXECUTE FUNCTION slow_entry()`);
    await sleep(10_000);
    // Dropping the trigger would wait for slow entries, and reads of the table would wait behind it. So this comes after the traffic.
    await db.query(`
      CREATE OR REPLACE FUNCTION slow_entry() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$`);
  },
  async after({ db }) {
    await db.query('DROP FUNCTION slow_entry CASCADE');
    return '';
  },
  check(seen) {
    expect(seen.of(['entry']).count('failure')).toBeGreaterThan(0);
    const reads = seen.of([...PUBLIC, ...OWN]);
    expect(reads.count('ok')).toBe(reads.samples.length);
  },
});

itSurvives(world, {
  id: 'F11',
  fault: 'SIGSTOP of one database process for 8 s',
  within: 2,
  async strike(at) {
    const pid = await backend(at);
    process.kill(pid, 'SIGSTOP');
    await sleep(8_000);
    process.kill(pid, 'SIGCONT');
  },
});

itSurvives(world, {
  id: 'F12',
  fault: 'the database is read-only for 5 s',
  within: 3,
  async strike({ postgres }) {
    await ask(postgres.url, 'ALTER SYSTEM SET default_transaction_read_only = on');
    await ask(postgres.url, 'SELECT pg_reload_conf()');
    await sleep(5_000);
    await ask(postgres.url, 'ALTER SYSTEM RESET default_transaction_read_only');
    await ask(postgres.url, 'SELECT pg_reload_conf()');
  },
  check(seen) {
    const reads = seen.of([...PUBLIC, ...OWN]);
    expect(reads.count('ok')).toBe(reads.samples.length);
    expect(seen.count('failure')).toBeGreaterThan(0);
  },
});

/** Writes that are acknowledged before each kill. */
const WRITES = 1_000;
/** The kills, and the milliseconds after which a busy machine does no further one. */
const KILLS = 5;
const LONGEST = 150_000;

itSurvives(world, {
  id: 'D1',
  fault: `kill -9 of all processes of PostgreSQL after each ${WRITES} acknowledged writes, up to ${KILLS} times`,
  within: 3,
  manner: { perSecond: 80, kinds: ['contact', 'contact', 'contact', 'entry'] },
  async strike({ postgres, ledger }) {
    const end = performance.now() + LONGEST;
    let kills = 0;
    for (; kills < KILLS && performance.now() < end; kills += 1) {
      const wanted = ledger.acknowledged + WRITES;
      while (ledger.acknowledged < wanted) await sleep(10);
      await postgres.kill();
      await postgres.start();
    }
    return `${kills} kills`;
  },
});
