import { Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Pool, QueryResult, QueryResultRow } from 'pg';
import type { Config } from '#platform/config';
import type { Metrics, Sample } from '#platform/metrics';
import { openPool, type PoolSettings } from './data-source-options';
import { PoolStatements } from './connection';
import type { PoolMetrics } from './pool-metrics';
import { type PrimaryLog, Replica } from './replica';
import { withSample } from './replication.rules';
import { type Statement, statement } from './statement';
import { Statements } from './statements';
import { types } from './sql-types';

/** Milliseconds between two measurements of the lag. */
const INTERVAL = 500;

/** Milliseconds that a read waits for a replica's connection, and then for its answer, before the primary is used. */
const READ_TIMEOUT = 1000;

/** The position where the primary inserts new records. Not the flushed position, since a commit may not wait for the disk. */
export const WRITTEN = statement('database.written', {
  row: { position: types.text, system: types.text },
  text: `
    SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::text AS position,
           (SELECT system_identifier::text FROM pg_control_system()) AS system`,
});

/**
 * The streaming replicas. A replica may be read while it certainly has everything that was committed until `maxLag` ago. Twice a
 * second, on separate connections, this class compares the positions of the primary and the replicas in the log. If a position
 * cannot be read, the replica is not used any more after `maxLag`.
 */
export class Replicas implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly log = new Logger('Replicas');
  private readonly replicas: readonly { readonly host: string; readonly replica: Replica }[];
  private readonly primary: Pool;
  private readonly maxLag: number;
  private known: PrimaryLog | null = null;
  private readonly timers: NodeJS.Timeout[] = [];
  private readonly leftOut = new Map<string, boolean>();
  private latest = 0;

  constructor({ database }: Config, pools: PoolMetrics, metrics: Metrics) {
    this.maxLag = database.replicas.maxLag;
    const reading = { ...database, ...within(READ_TIMEOUT) };
    const probing = { ...database, ...within(this.maxLag), poolSize: 1, applicationName: 'fanclub-replicas' };
    this.primary = openPool(database.url, probing);
    this.replicas = database.replicas.urls.map((url) => ({
      host: new URL(url).host,
      replica: new Replica(url, reading, probing),
    }));
    for (const { replica } of this.replicas) pools.watch(replica.pool, 'replicas');
    metrics.gauge(
      'fanclub_replica_lag_seconds',
      'How far a replica is behind at most; absent if unknown',
      () => this.ofReplicas((provenUntil) => (performance.now() - provenUntil) / 1000),
      'max',
    );
    metrics.gauge(
      'fanclub_replica_usable',
      '1 if requests may read from the replica',
      () => this.ofReplicas((provenUntil) => Number(provenUntil >= performance.now() - this.maxLag)),
      'min',
    );
  }

  /** The next replica that may be read, in rotation; null if none may be read. */
  next(): Replica | null {
    const oldest = performance.now() - this.maxLag;
    for (let tried = 0; tried < this.replicas.length; tried += 1) {
      this.latest = (this.latest + 1) % this.replicas.length;
      const { replica } = this.replicas[this.latest];
      if (replica.provenUntil >= oldest) return replica;
    }
    return null;
  }

  onApplicationBootstrap(): void {
    this.repeat(() => this.sample());
    for (const { host, replica } of this.replicas) this.repeat(() => this.compare(host, replica));
  }

  async onApplicationShutdown(): Promise<void> {
    this.timers.forEach(clearInterval);
    await Promise.all([this.primary.end(), ...this.replicas.map(({ replica }) => replica.close())]);
  }

  /** Runs `work` now and after each interval, but never twice at the same time. */
  private repeat(work: () => Promise<void>): void {
    let isRunning = false;
    const once = async (): Promise<void> => {
      if (isRunning) return;
      isRunning = true;
      await work().finally(() => (isRunning = false));
    };
    void once();
    this.timers.push(setInterval(() => void once(), INTERVAL).unref());
  }

  private ofReplicas(read: (provenUntil: number) => number): Sample[] {
    return (
      this.replicas
        .map(({ host, replica }) => ({ labels: { replica: host }, value: read(replica.provenUntil) }))
        // JSON between processes has no infinite values.
        .filter(({ value }) => Number.isFinite(value))
    );
  }

  /** Failures are ignored: without new samples, the proofs of all replicas expire. */
  private async sample(): Promise<void> {
    const at = performance.now();
    const found = await new PoolStatements(this.primary).first(WRITTEN, {}).catch(() => null);
    if (!found) return;
    const former = this.known?.system === found.system ? this.known.samples : [];
    const samples = withSample(former, { at, position: BigInt(found.position) }, this.maxLag);
    this.known = { system: found.system, samples };
  }

  private async compare(host: string, replica: Replica): Promise<void> {
    if (!this.known) return;
    const failure = await replica.compare(this.known).then(
      () => null,
      (error: Error) => error.message,
    );
    const isLeftOut = replica.provenUntil < performance.now() - this.maxLag;
    const wasLeftOut = this.leftOut.get(host);
    if (wasLeftOut === isLeftOut) return;
    this.leftOut.set(host, isLeftOut);
    if (isLeftOut) this.log.warn(`${host} is left out: ${failure ?? 'it is too far behind'}`);
    else if (wasLeftOut) this.log.warn(`${host} is read from again`);
    else this.log.log(`${host} is read from`);
  }
}

/** Statements that run on a replica if one may be read, and on the primary otherwise and after any failure. */
export class ReplicaReads extends Statements {
  constructor(
    private readonly replicas: Replicas,
    private readonly onPrimary: Replica['execute'],
  ) {
    super();
  }

  protected async execute<R extends QueryResultRow>(
    statement: Statement,
    values: unknown[],
  ): Promise<QueryResult<R>> {
    try {
      const onReplica = await this.replicas.next()?.execute<R>(statement, values);
      if (onReplica) return onReplica;
    } catch {
      // The primary may still succeed.
    }
    return this.onPrimary<R>(statement, values);
  }
}

/** Time limits for a connection and for an answer, in milliseconds. */
const within = (time: number): Partial<PoolSettings> => ({
  acquireTimeout: time,
  statementTimeout: time,
  queryTimeout: time,
});
