import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Pool } from 'pg';
import { Config } from '#platform/config';
import { Metrics } from '#platform/metrics';
import { PoolStatements } from './connection';
import { openPool } from './data-source-options';
import { type TypedStatement, statement, type Types, type ValuesOf } from './statement';

/** Milliseconds for which a statement may run. */
const TIMEOUT = 1_000;

/** Milliseconds to wait for the connection, which other statements may use. */
const ACQUIRE_TIMEOUT = 3_000;

/** Milliseconds after which a failed statement is tried again. */
const RETRY = 2_000;

/** Whether the database answers. */
export const PING = statement('metrics.ping', { text: 'SELECT' });

/**
 * Reads numbers for metrics from the database. They come over one separate connection, so that metrics take none from requests, and
 * are still read while all of those are busy. If the database is slow or away, the numbers are not exported, and nothing else suffers.
 */
@Injectable()
export class Figures implements OnApplicationShutdown {
  private pool: Pool | undefined;

  constructor(
    private readonly config: Config,
    metrics: Metrics,
  ) {
    const ping = this.of(PING, () => ({}), 1);
    const isUp = () =>
      ping().then(
        () => 1,
        () => 0,
      );
    metrics.gauge('fanclub_database_up', '1 if the database answers in time', isUp, 'min');
  }

  /**
   * Returns a function that reads the rows of a statement. Its calls share the rows for some seconds.
   *
   * @param maxAge seconds; more for a statement that reads a whole table
   */
  of<P extends Types, R extends Types>(
    statement: TypedStatement<P, R>,
    values: () => ValuesOf<P>,
    maxAge = 5,
  ): () => Promise<readonly ValuesOf<R>[]> {
    let rows: Promise<readonly ValuesOf<R>[]> | undefined;
    let expiresAt = 0;
    return () => {
      const now = performance.now();
      if (rows && now < expiresAt) return rows;
      rows = this.statements().rows(statement, values());
      expiresAt = now + maxAge * 1000;
      rows.catch(() => (expiresAt = Math.min(expiresAt, performance.now() + RETRY)));
      return rows;
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool?.end();
  }

  /** The connection is opened with the first statement: most processes in tests and commands export no metrics. */
  private statements(): PoolStatements {
    const { database } = this.config;
    this.pool ??= openPool(database.url, {
      ...database,
      poolSize: 1,
      acquireTimeout: ACQUIRE_TIMEOUT,
      statementTimeout: TIMEOUT,
      queryTimeout: TIMEOUT + 500,
      applicationName: 'fanclub-metrics',
    });
    return new PoolStatements(this.pool);
  }
}
