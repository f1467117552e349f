import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type ClientConfig, Pool } from 'pg';
import type { DataSource } from 'typeorm';
import { SystemClock } from '#libs/clock';
import { withConnection } from '#libs/testing';
import { PASSWORD } from '#samples';
import { createApp } from '../../src/app/create-app';
import { DroppingClient, openPool, refuseStandby, UnnamedClient } from '../../src/platform/database';
import { serverUrl } from '../../src/tools/local/server-role';
import { Api } from '../support/api';
import { openDataSource } from '../support/data-source';
import { TEST_ROLE } from '../support/database-roles';
import { Given } from '../support/given';
import { type ReplicatedDatabase, startReplicatedDatabase } from '../support/replicated-database';
import { type ServerProcess, startServerProcess } from '../support/server-process';
import { testConfig } from '../support/start-test-app';
import { TcpProxy } from '../support/tcp-proxy';

/** The address of the database leads to a standby, as it may during a failover. */
let database: ReplicatedDatabase;
/** The address of the database, which leads to the primary or to the standby. */
let network: TcpProxy;
let db: DataSource;

beforeAll(async () => {
  database = await startReplicatedDatabase();
  db = await openDataSource(database.primary);
  network = await TcpProxy.before(database.primary);
}, 60_000);

afterAll(async () => {
  await db?.destroy();
  await network?.close();
  await database?.stop();
});

/** Waits until the condition holds, 20 seconds at most. */
async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const since = performance.now();
  while (!(await isSo())) {
    expect(performance.now() - since).toBeLessThan(20_000);
    await sleep(50);
  }
}

describe('a service whose database becomes a standby', () => {
  let server: ServerProcess;
  let api: Api;

  beforeAll(async () => {
    const given = new Given(db, new SystemClock());
    const customer = await given.customer();
    await given.event();
    server = await startServerProcess(database.primary, {
      DATABASE_URL: network.through(serverUrl(database.primary, TEST_ROLE)),
      VISIT_MEMORY_MS: '0',
      LOG_LEVEL: 'info',
    });
    const { body } = await (api = new Api(server.origin, given)).post('/login', {
      email: customer.email,
      password: PASSWORD,
    });
    expect(body.status).toBe('ok');
  }, 60_000);
  afterAll(() => server?.kill());

  const readiness = async (): Promise<unknown> => {
    const answer = await fetch(`${server.origin}/readyz`);
    const { database } = (await answer.json()) as { database: string };
    return [answer.status, database];
  };
  const is = (expected: unknown) => async () =>
    JSON.stringify(await readiness()) === JSON.stringify(expected);
  const logged = (pattern: RegExp): number => server.output().match(pattern)?.length ?? 0;
  const onStandby = () =>
    withConnection(database.replica, async (client) => {
      const { rows } = await client.query(
        `SELECT pid FROM pg_stat_activity WHERE usename = $1 AND application_name = 'fanclub'`,
        [TEST_ROLE],
      );
      return rows.length;
    });

  it('is not ready, says so once, keeps no connection to it, and serves from memory only', async () => {
    await until(is([200, 'up']));
    expect((await api.stranger().at(server.origin).get('/events')).body.status).toBe('ok');

    network.moveTo(database.replica);
    await until(is([503, 'standby']));
    for (let time = 0; time < 30; time += 1)
      expect((await api.get('/account')).body).toMatchObject({ status: 'error' });
    expect((await api.stranger().at(server.origin).get('/events')).body.status).toBe('ok');
    expect(await readiness()).toEqual([503, 'standby']);
    await until(async () => (await onStandby()) === 0);
    expect(logged(/connects to a standby/g)).toBe(1);

    network.moveTo(database.primary);
    await until(is([200, 'up']));
    await until(async () => (await api.post('/account', { first_name: 'Ada' })).body.status === 'ok');
    expect([logged(/connects to a standby/g), logged(/connects to the primary again/g)]).toEqual([1, 1]);
  }, 60_000);
});

describe('a pool', () => {
  const roles: boolean[] = [];
  let pool: Pool;
  const open = (url: string, acceptsStandby = false) =>
    (pool = openPool(url, { acceptsStandby, onRole: (isStandby) => roles.push(isStandby) }));
  afterEach(() => pool.end());
  const backend = async () =>
    (await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0].pid;

  it('refuses a standby', async () => {
    open(database.replica);
    await expect(pool.query('SELECT 1')).rejects.toThrow('the server is a standby');
    expect([roles.splice(0), pool.totalCount]).toEqual([[true], 0]);
  });

  it('of replicas accepts it', async () => {
    open(database.replica, true);
    const { rows } = await pool.query('SELECT pg_is_in_recovery() AS standby');
    expect(rows).toEqual([{ standby: true }]);
  });

  it('accepts the primary, with no statement of its own', async () => {
    open(database.primary);
    const query = jest.spyOn(Client.prototype, 'query');
    (await pool.connect()).release();
    expect([query.mock.calls.length, roles.splice(0)]).toEqual([0, [false]]);
    query.mockRestore();
  });

  it('accepts the primary behind a pooler that repeats the report of a standby', async () => {
    pool = new Pool({
      connectionString: database.primary,
      Client: class extends DroppingClient {
        constructor(config?: string | ClientConfig) {
          super(config);
          // The report of the server itself does not change it.
          Object.defineProperty(this, 'isReportedStandby', { get: () => true, set: () => undefined });
        }
      },
      onConnect: refuseStandby((isStandby) => roles.push(isStandby)),
    });
    await backend();
    expect(roles.splice(0)).toEqual([false]);
  });

  it('refuses a standby behind a pooler that repeats the report of a primary', async () => {
    pool = new Pool({
      connectionString: database.replica,
      Client: class extends UnnamedClient {
        constructor(config?: string | ClientConfig) {
          super(config);
          Object.defineProperty(this, 'isReportedStandby', { get: () => false, set: () => undefined });
        }
      },
      onConnect: refuseStandby((isStandby) => roles.push(isStandby)),
    });
    await expect(pool.query('SELECT 1')).rejects.toThrow('the server is a standby');
    expect(roles.splice(0)).toEqual([true]);
  });

  it('drops a connection whose server becomes a standby, also during a statement', async () => {
    open(database.primary);
    const client = (await pool.connect()) as unknown as DroppingClient & { release(error?: Error): void };
    const failed = new Promise<Error>((resolve) => client.once('error', resolve));
    const running = client.query('SELECT pg_sleep(20)');
    const report = { parameterName: 'in_hot_standby', parameterValue: 'on' };
    (client as unknown as { connection: NodeJS.EventEmitter }).connection.emit('parameterStatus', report);
    await expect(running).rejects.toThrow('the server is a standby');
    client.release(await failed);
    expect(pool.totalCount).toBe(0);
    await backend();
    roles.splice(0);
  });
});

describe('a service that starts while its database is a standby', () => {
  it('starts when the standby has become the primary', async () => {
    network.moveTo(database.replica);
    const before = network.connections;
    const url = network.through(serverUrl(database.primary, TEST_ROLE));
    const starting = createApp(testConfig(database.primary, { DATABASE_URL: url }));
    let hasStarted = false;
    void starting.then(() => (hasStarted = true));
    await until(() => network.connections >= before + 2);
    expect(hasStarted).toBe(false);
    await withConnection(database.replica, (client) => client.query('SELECT pg_promote()'));
    await (await starting).close();
  }, 60_000);
});
