import type { Pool, QueryResult, QueryResultRow } from 'pg';
import { openPool, type PoolSettings } from './data-source-options';
import { isUnreachable } from './failures.rules';
import { PoolStatements, runOnPool } from './connection';
import { type PrimarySample, provenUntil } from './replication.rules';
import { type Statement, statement } from './statement';
import { types } from './sql-types';

/** The position up to which a standby has replayed; null for a primary. `system` identifies the cluster. */
export const REPLAYED = statement('database.replayed', {
  row: { position: types.text.orNull, system: types.text },
  text: `
    SELECT CASE WHEN pg_is_in_recovery() THEN pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::text END AS position,
           (SELECT system_identifier::text FROM pg_control_system()) AS system`,
});

/** Known positions in the primary's log. */
export interface PrimaryLog {
  /** Identifies the cluster. */
  readonly system: string;
  readonly samples: readonly PrimarySample[];
}

/** One streaming replica: a pool for reads, and a separate connection that measures its lag. */
export class Replica {
  private readonly reads: Pool;
  private readonly probe: Pool;

  /** The replica has everything that was committed before this time (of `performance.now()`); -Infinity if unknown. */
  provenUntil = -Infinity;

  constructor(url: string, settings: Partial<PoolSettings>, probing: Partial<PoolSettings>) {
    this.reads = openPool(url, { ...settings, acceptsStandby: true });
    this.probe = openPool(url, { ...probing, acceptsStandby: true });
  }

  /** Runs a read. If the replica is unreachable, it is not used again before the next successful {@link compare}. */
  async execute<R extends QueryResultRow>(statement: Statement, values: unknown[]): Promise<QueryResult<R>> {
    try {
      return await runOnPool<R>(this.reads, statement, values);
    } catch (error) {
      if (isUnreachable(error)) this.provenUntil = -Infinity;
      throw error;
    }
  }

  /** The pool that answers requests. */
  get pool(): Pool {
    return this.reads;
  }

  /** Measures the replica's lag. @throws Error if it is not a replica of the primary; errors of the connection */
  async compare({ system, samples }: PrimaryLog): Promise<void> {
    const found = await new PoolStatements(this.probe).first(REPLAYED, {});
    const isReplica = found?.system === system && found.position !== null;
    this.provenUntil = provenUntil(samples, isReplica ? BigInt(found.position) : null);
    if (!isReplica) throw new Error('it is not a replica of the database');
  }

  async close(): Promise<void> {
    await Promise.all([this.reads.end(), this.probe.end()]);
  }
}
