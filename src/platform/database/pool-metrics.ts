import { Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import {
  type Count,
  type Counter,
  type Duration,
  type Durations,
  Metrics,
  type Sample,
} from '#platform/metrics';
import { observePool } from './connection';

interface StatementSeries {
  readonly time: Duration;
  readonly failures: Count;
}

/** The metrics of all connection pools of this process, and of the statements that run on them. */
@Injectable()
export class PoolMetrics {
  private readonly pools = new Map<Pool, string>();
  private readonly statements = new Map<string, StatementSeries>();
  private readonly times: Durations<'statement'>;
  private readonly failures: Counter<'statement'>;
  private readonly answers: Durations<'pool'>;
  private readonly waits: Durations<'pool'>;
  private readonly waitFailures: Counter<'pool'>;

  constructor(private readonly metrics: Metrics) {
    this.times = metrics.durations(
      'fanclub_statement_duration_seconds',
      'Time until the database answered, by the name of the statement',
      'statement',
    );
    this.failures = metrics.counter(
      'fanclub_statement_failures_total',
      'Failed statements, with those that a constraint refused',
      'statement',
    );
    this.answers = metrics.histogram(
      'fanclub_database_answer_seconds',
      'Time until the database answered, all statements of a pool together',
      'pool',
    );
    this.waits = metrics.histogram(
      'fanclub_database_connection_wait_seconds',
      'Time that a caller waited for a connection of the pool',
      'pool',
    );
    this.waitFailures = metrics.counter(
      'fanclub_database_connection_failures_total',
      'Callers that got no connection: too long a wait, or no database',
      'pool',
    );
    metrics.gauge('fanclub_database_connections', 'Open connections by state: busy, idle', () => [
      ...this.summed((pool) => pool.totalCount - pool.idleCount, { state: 'busy' }),
      ...this.summed((pool) => pool.idleCount, { state: 'idle' }),
    ]);
    metrics.gauge('fanclub_database_connections_max', 'The most connections that the pool opens', () =>
      this.summed((pool) => pool.options.max ?? 0),
    );
    metrics.gauge('fanclub_database_connection_waiting', 'Callers that wait for a connection', () =>
      this.summed((pool) => pool.waitingCount),
    );
  }

  /** Measures a pool until it ends. Pools with the same name are added up. */
  watch(pool: Pool, name: string): void {
    if (!this.metrics.isOn) return;
    this.pools.set(pool, name);
    const [answer, wait] = [this.answers, this.waits].map((durations) => durations.of({ pool: name }));
    const failure = this.waitFailures.of({ pool: name });
    observePool(pool, {
      waited: (time, hasFailed) => {
        wait.add(time);
        if (hasFailed) failure.inc();
      },
      ran: (statement, time, hasFailed) => {
        const series = this.statements.get(statement) ?? this.seriesOf(statement);
        series.time.add(time);
        answer.add(time);
        if (hasFailed) series.failures.inc();
      },
    });
  }

  private seriesOf(statement: string): StatementSeries {
    const series = { time: this.times.of({ statement }), failures: this.failures.of({ statement }) };
    this.statements.set(statement, series);
    return series;
  }

  /** A number of each pool that is open, by name. */
  private summed(read: (pool: Pool) => number, labels: Sample['labels'] = {}): Sample[] {
    const sums = new Map<string, number>();
    for (const [pool, name] of this.pools) {
      if (pool.ended) this.pools.delete(pool);
      else sums.set(name, (sums.get(name) ?? 0) + read(pool));
    }
    return [...sums].map(([pool, value]) => ({ labels: { pool, ...labels }, value }));
  }
}
