import type { Pool, QueryResult, QueryResultRow } from 'pg';
import { openPool, type PoolSettings } from './data-source-options';
import { isUnreachable } from './failures.rules';
import { PoolStatements, runOnPool } from './pool-statement';
import { type PrimarySample, provenUntil } from './replication.rules';
import { type Statement, statement } from './statement';
import { types } from './sql-types';

/** How far a standby has replayed; null for a primary. `system` names the cluster, which replicas share. */
export const REPLAYED = statement('database.replayed', {
  row: { position: types.text.orNull, system: types.text },
  text: `
    SELECT CASE WHEN pg_is_in_recovery() THEN pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::text END AS position,
           (SELECT system_identifier::text FROM pg_control_system()) AS system`,
});

/** What is known of the primary. */
export interface PrimaryLog {
  /** Names the cluster. */
  readonly system: string;
  readonly samples: readonly PrimarySample[];
}

/** One streaming replica: a pool for reads, and a connection of its own that finds out how fresh it is. */
export class Replica {
  private readonly reads: Pool;
  private readonly probe: Pool;
  private proven = -Infinity;

  constructor(url: string, settings: Partial<PoolSettings>, probing: Partial<PoolSettings>) {
    this.reads = openPool(url, settings);
    this.probe = openPool(url, probing);
  }

  /** The moment before which nothing was committed that it has not; -Infinity where that is not known. */
  get provenUntil(): number {
    return this.proven;
  }

  /** Reads. Where it cannot be reached, it counts as unknown until it has proven itself anew. */
  async execute<R extends QueryResultRow>(
    statement: Statement,
    values: readonly unknown[],
  ): Promise<QueryResult<R>> {
    try {
      return await runOnPool<R>(this.reads, statement, values);
    } catch (error) {
      if (isUnreachable(error)) this.proven = -Infinity;
      throw error;
    }
  }

  /** Finds out how fresh it is. @throws what a connection throws, and where it is no replica of the primary */
  async compare({ system, samples }: PrimaryLog): Promise<void> {
    const found = await new PoolStatements(this.probe).first(REPLAYED, {});
    const isReplica = found?.system === system && found.position !== null;
    this.proven = provenUntil(samples, isReplica ? BigInt(found.position) : null);
    if (!isReplica) throw new Error('it is no replica of the database');
  }

  async close(): Promise<void> {
    await Promise.all([this.reads.end(), this.probe.end()]);
  }
}
