import { HttpClient } from '#libs/testing';
import { readConfig } from '../../src/platform/config';
import { statement } from '../../src/platform/database';
import { type FoundJob, Jobs, JobWorker, NIGHTLY, RetryJob, WorkerWatch } from '../../src/platform/jobs';
import { inLongForm, it } from '../suite/form';
import { jobsInSource } from '../support/source-jobs';
import { retryNow } from '../support/retry-now';
import { startServerProcess } from '../support/server-process';
import { testApp, testEnvironment } from '../support/start-test-app';
import { recordLog } from '../support/worker';

const t = testApp({ PAYMENTS_DEMO: 'allow-public' });
const workers: JobWorker[] = [];
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
});

/** Starts a worker with these jobs, and returns its log. */
async function start(...jobs: FoundJob[]) {
  const { log, lines, logged } = recordLog();
  const worker = new JobWorker(t.config.database.url, log, () => Promise.resolve(jobs));
  workers.push(worker);
  worker.start();
  await logged('worker started');
  return { lines, logged };
}

const job = (run: FoundJob['run'], name = 'test.job'): FoundJob => ({ name, schedule: null, run });
const queue = (count = 1, name = 'test.job', attempts = 25) =>
  t.db.query(
    `SELECT graphile_worker.add_job($1, json_build_object('n', n), max_attempts => $3) FROM generate_series(1, $2) n`,
    [name, count, attempts],
  );

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + 15_000;
  while (!(await condition()) && performance.now() < end)
    await new Promise((resolve) => setTimeout(resolve, 20));
  expect(await condition()).toBe(true);
}

describe('the jobs of the service', () => {
  it('are those in the source, each of a provider', () => {
    const names = t.app
      .get(Jobs)
      .all()
      .map(({ name }) => name);
    expect(names.sort()).toEqual(jobsInSource());
  });
});

describe('a run', () => {
  it('is logged with its name, duration and count', async () => {
    const { logged } = await start(job(() => Promise.resolve(7)));
    await queue();
    expect(await logged('job done')).toMatchObject({
      level: 'info',
      job: 'test.job',
      count: 7,
      ms: expect.any(Number),
    });
  });

  it('gets its queued data, and the database through the worker’s own connections', async () => {
    const seen: unknown[] = [];
    await start(
      job(async ({ payload, db }) => {
        const asked = statement('test.name', { text: `SELECT current_setting('application_name') AS name` });
        seen.push(payload, ...(await db.rows(asked, {})));
        return 1;
      }),
    );
    await queue();
    await until(() => seen.length === 2);
    expect(seen).toEqual([{ n: 1 }, { name: expect.stringMatching(/^fanclub-worker-/) }]);
  });

  it('that fails is logged with its name, and retried', async () => {
    let attempts = 0;
    const { logged, lines } = await start(
      job(() => ((attempts += 1) === 1 ? Promise.reject(new Error('no luck')) : Promise.resolve(1))),
    );
    await queue();
    const failed = { level: 'warn', job: 'test.job', attempt: 1, err: { message: 'no luck' } };
    expect(await logged('job failed')).toMatchObject(failed);
    await retryNow(t.db);
    await logged('job done');
    expect(lines.filter(({ msg }) => msg === 'job failed')).toHaveLength(1);
  });

  it('that fails for the last time is an error in the log', async () => {
    const { logged } = await start(job(() => Promise.reject(new Error('no luck'))));
    await queue(1, 'test.job', 1);
    expect(await logged('job failed')).toMatchObject({ level: 'error', attempt: 1, attempts: 1 });
  });

  it('that has logged its own failure is retried without another line', async () => {
    let attempts = 0;
    const { logged, lines } = await start(
      job(() => ((attempts += 1) === 1 ? Promise.reject(new RetryJob('E1')) : Promise.resolve(1))),
    );
    await queue();
    await retryNow(t.db);
    await logged('job done');
    expect(lines.filter(({ msg }) => msg === 'job failed')).toEqual([]);
  });

  it('is aborted when the worker stops and it does not end within three seconds', async () => {
    let aborted = false;
    const { logged } = await start(
      job(({ signal, log }) => {
        log.info('under way');
        return new Promise((resolve) =>
          signal.addEventListener('abort', () => {
            aborted = true;
            resolve(0);
          }),
        );
      }),
    );
    await queue();
    await logged('under way');
    const began = performance.now();
    await workers[0].stop();
    expect([aborted, performance.now() - began < 6_000]).toEqual([true, true]);
  });
});

describe('several workers', () => {
  it('run each job once', async () => {
    const runs: number[] = [];
    const noted = job(({ payload }) => Promise.resolve(runs.push((payload as { n: number }).n)));
    await Promise.all([start(noted), start(noted), start(noted)]);
    await queue(30);
    await until(() => runs.length >= 30);
    await Promise.all(workers.map((worker) => worker.stop()));
    expect(runs.sort((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, index) => index + 1));
  });

  it('run a missed nightly job once', async () => {
    let runs = 0;
    const nightly = { ...job(() => Promise.resolve((runs += 1)), 'test.nightly'), schedule: NIGHTLY };
    await t.db.query(
      `INSERT INTO graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
       VALUES ('test.nightly', now() - interval '5 days', now() - interval '2 days')`,
    );
    await Promise.all([start(nightly), start(nightly)]);
    await until(() => runs > 0);
    await until(async () => {
      const left = await t.db.query<unknown[]>(`SELECT FROM graphile_worker.jobs WHERE key = 'test.nightly'`);
      return left.length === 0;
    });
    expect(runs).toBe(1);
  });
});

describe('without a worker', () => {
  it('/readyz reports it until any process runs jobs', async () => {
    const readiness = async () => (await new HttpClient(t.origin).get('/readyz')).json;
    expect(await readiness()).toMatchObject({ status: 'ready', jobs: 'none' });
    await start();
    expect(await readiness()).toMatchObject({ status: 'ready', jobs: 'running' });
  });

  it('a server that runs no jobs warns, and logs when another process runs them again', async () => {
    const { log, lines, logged } = recordLog();
    const watch = new WorkerWatch(t.db, log, 20);
    try {
      watch.start();
      await until(() => lines.some(({ msg }) => msg.startsWith('No process runs jobs')));
      await start();
      await logged('A process runs jobs again');
      await Promise.all(workers.splice(0).map((worker) => worker.stop()));
      await until(() => lines.length >= 3);
      expect(lines.slice(0, 3).map(({ level }) => level)).toEqual(['warn', 'info', 'warn']);
    } finally {
      watch.stop();
    }
  });

  it('workers of other database roles count', async () => {
    await start();
    const seen = await t.db.transaction(async ({ queryRunner }) => {
      await queryRunner!.query('SET LOCAL ROLE pg_signal_backend');
      return queryRunner!.query(
        `SELECT FROM pg_stat_activity WHERE starts_with(application_name, 'fanclub-worker-') AND datname = current_database()`,
      ) as Promise<unknown[]>;
    });
    expect(seen).not.toEqual([]);
  });
});

describe('the setting', () => {
  const environment = { ...testEnvironment('postgres://127.0.0.1/x'), RUN_JOBS: undefined };

  it.each([
    [{}, true],
    [{ RUN_JOBS: 'false' }, false],
    [{ RUN_JOBS: 'true' }, true],
  ])('%j: the server runs jobs: %j', (variables, runs) => {
    expect(readConfig({ ...environment, ...variables }).runsJobs).toBe(runs);
  });

  inLongForm(() => {
    it('makes the server run scheduled jobs', async () => {
      const server = await startServerProcess(t.config.database.url, { RUN_JOBS: 'true', LOG_LEVEL: 'info' });
      await t.db.query(`SELECT graphile_worker.add_job('rate_limits.purge')`);
      await until(() => server.output().includes('"job":"rate_limits.purge"'));
      await server.kill();
    });
  });
});
