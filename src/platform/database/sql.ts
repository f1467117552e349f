import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool, PoolClient, QueryResult, QueryResultRow } from 'pg';
import { DataSource } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver';
import { Circuit } from './circuit';
import { isConflictOfTransactions, isConnectionLost, onlyReads } from './failures.rules';
import { runOnPool } from './pool-statement';
import { ReplicaReads } from './replica-reads';
import type { Replicas } from './replicas';
import type { Statement } from './statement';
import { Statements } from './statements';
import { Transaction } from './transaction';

export type { Statement } from './statement';
export { Statements } from './statements';

/** How often a transaction is tried that fails because of others. */
const ATTEMPTS = 3;

/** Milliseconds, at least and at most, before the next attempt, so that those who collided do not collide again. */
const PAUSE = [5, 50] as const;

/** Milliseconds before a read whose connection was lost is tried on another one; not all at once, as all lost theirs at once. */
const BREATH = [20, 100] as const;

const READ_AND_WRITE = 'START TRANSACTION';
const READ_ONE_INSTANT = 'START TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY';

/**
 * Hand-written, named statements over TypeORM's own pool. Every method throws `CircuitOpen` at once while the database
 * cannot be reached; see {@link Circuit}.
 */
export class Sql extends Statements {
  private readonly circuit = new Circuit();
  private readonly lagging: Statements;

  /** @param replicas null: there are none */
  constructor(
    private readonly dataSource: DataSource,
    replicas: Replicas | null = null,
  ) {
    super();
    this.lagging = replicas
      ? new ReplicaReads(replicas, (statement, values) => this.execute(statement, values))
      : this;
  }

  /**
   * For reads of what is a visitor's own, outside of transactions: a replica, if there is one that is good enough and the visitor
   * can do with what may be a few seconds old; else the primary. Who a visitor is, and whatever is decided by it, is never
   * read here.
   */
  readsFor(visitor: { readonly toleratesLag: boolean }): Statements {
    return visitor.toleratesLag ? this.lagging : this;
  }

  /**
   * Runs `work` in a transaction. One that loses against another (40001, 40P01) is run again, `work` included, three times in
   * all; so `work` does nothing but statements of `tx`. Once COMMIT may have been sent nothing is run again: what has become of
   * it, only the server knows.
   */
  transaction<T>(work: (tx: Statements) => Promise<T>): Promise<T> {
    return this.within(READ_AND_WRITE, work);
  }

  /** Runs reads that all see the database as of one instant. They cannot write. */
  consistently<T>(work: (db: Statements) => Promise<T>): Promise<T> {
    return this.within(READ_ONE_INSTANT, work);
  }

  private async within<T>(begin: string, work: (tx: Statements) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      const transaction = new Transaction(begin);
      try {
        return await this.circuit.run(async () => transaction.run(await this.connect(), work));
      } catch (error) {
        // What never began, because the connection had ended while it was idle, may begin on another one.
        const again = transaction.hasBegun ? isConflictOfTransactions(error) : isConnectionLost(error);
        if (attempt === ATTEMPTS || transaction.mayBeCommitted || !again) throw error;
        const [least, most] = transaction.hasBegun ? PAUSE : BREATH;
        await sleep(randomInt(least, most));
      }
    }
  }

  /** A statement that only reads is run once more when its connection is lost. */
  protected async execute<R extends QueryResultRow>(
    statement: Statement,
    values: readonly unknown[],
  ): Promise<QueryResult<R>> {
    const run = () => this.circuit.run(() => runOnPool<R>(this.pool(), statement, values));
    try {
      return await run();
    } catch (error) {
      if (!isConnectionLost(error) || !onlyReads(statement)) throw error;
      await sleep(randomInt(...BREATH));
      return run();
    }
  }

  private connect(): Promise<PoolClient> {
    return this.pool().connect();
  }

  private pool(): Pool {
    return (this.dataSource.driver as PostgresDriver).master as Pool;
  }
}
