import type { OnModuleDestroy } from '@nestjs/common';
import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientBase, Pool, QueryResult, QueryResultRow } from 'pg';
import { DataSource } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver';
import { Circuit } from './circuit';
import { Connection, runOnPool } from './connection';
import { DroppingClient } from './dropping-client';
import { isConflictOfTransactions, isConnectionLost, onlyReads } from './failures.rules';
import { KeptReads, type KeptRows } from './kept-reads';
import { ReplicaReads, type Replicas } from './replicas';
import type { Statement } from './statement';
import { Statements } from './statements';
import { Transaction } from './transaction';

export type { Statement } from './statement';
export { Statements } from './statements';

/** The maximum number of attempts at a transaction. */
const ATTEMPTS = 3;

/** The minimum and maximum of milliseconds before the next attempt. Random, so that the same transactions do not collide again. */
const PAUSE = [5, 50] as const;

/** The same, after a lost connection. */
const RECONNECT_PAUSE = [20, 100] as const;

const READ_AND_WRITE = 'START TRANSACTION';
const READ_ONE_INSTANT = 'START TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY';

/**
 * Runs hand-written, named statements on TypeORM's own pool. While the database cannot be reached, every method throws
 * `CircuitOpen` immediately; see {@link Circuit}.
 */
export class Sql extends Statements implements OnModuleDestroy {
  private readonly circuit = new Circuit({ check: () => this.check() });
  private readonly lagging: Statements;

  /** @param replicas null if there are none */
  constructor(
    private readonly dataSource: DataSource,
    replicas: Replicas | null = null,
  ) {
    super();
    this.lagging = replicas
      ? new ReplicaReads(replicas, (statement, values) => this.execute(statement, values))
      : this;
  }

  /** Whether the database could not be reached when it was last tried, so that every statement fails immediately. */
  get isAway(): boolean {
    return this.circuit.isOpen;
  }

  /**
   * Checks now whether the database can be reached, because something indicates that it is away: see {@link isAway}. Returns
   * whether it can. Takes as long as getting a connection may take, at most.
   */
  suspect(): Promise<boolean> {
    return this.circuit.suspect();
  }

  onModuleDestroy(): void {
    this.circuit.stop();
  }

  /**
   * For reads of a visitor's own rows outside of transactions. They run on a replica if there is one and the visitor tolerates its
   * lag, else on the primary. Rows that the visitor's kept visit has are not read again. Must not be used to identify visitors or to
   * decide whether something is allowed.
   */
  readsFor({ toleratesLag, keptRows }: { toleratesLag: boolean; keptRows: KeptRows | null }): Statements {
    const reads = toleratesLag ? this.lagging : this;
    return keptRows ? new KeptReads(reads, keptRows) : reads;
  }

  /**
   * Runs `work` in a transaction. After a conflict with another one (40001, 40P01) it is repeated, up to three attempts in all,
   * so `work` must do nothing but run statements of `tx`. It is not repeated once COMMIT may have been sent.
   */
  transaction<T>(work: (tx: Statements) => Promise<T>): Promise<T> {
    return this.within(READ_AND_WRITE, work);
  }

  /** Runs reads that all see the database as of one instant. Writes fail. */
  consistently<T>(work: (db: Statements) => Promise<T>): Promise<T> {
    return this.within(READ_ONE_INSTANT, work);
  }

  private async within<T>(begin: string, work: (tx: Statements) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      const transaction = new Transaction(begin);
      try {
        return await this.circuit.run(
          () => transaction.attempt(this.pool(), work),
          () => begin === READ_ONE_INSTANT,
        );
      } catch (error) {
        // If the transaction did not begin because an idle connection was lost, it can begin on another connection.
        const isRepeatable = transaction.hasBegun ? isConflictOfTransactions(error) : isConnectionLost(error);
        if (attempt === ATTEMPTS || transaction.mayBeCommitted || !isRepeatable) throw error;
        const [least, most] = transaction.hasBegun ? PAUSE : RECONNECT_PAUSE;
        await sleep(randomInt(least, most));
      }
    }
  }

  /** Runs a statement. If the connection is lost, a statement that only reads is repeated once. */
  protected async execute<R extends QueryResultRow>(
    statement: Statement,
    values: unknown[],
  ): Promise<QueryResult<R>> {
    const isRead = () => onlyReads(statement);
    const run = () => this.circuit.run(() => runOnPool<R>(this.pool(), statement, values), isRead);
    try {
      return await run();
    } catch (error) {
      if (!isConnectionLost(error) || !onlyReads(statement)) throw error;
      await sleep(randomInt(...RECONNECT_PAUSE));
      return run();
    }
  }

  /**
   * Resolves if the database answers. A busy pool does not make it unreachable, but once it was, it is back only when the pool serves:
   * connections that wait for a broken network keep their places in the pool.
   *
   * @throws Error if there is no answer in the time that a connection may take
   */
  private async check(): Promise<void> {
    const pool = this.pool();
    const late = sleep(pool.options.connectionTimeoutMillis, undefined, { ref: false }).then(() => {
      throw new Error('The database does not answer');
    });
    const poolAnswers = Promise.race([answerOn(pool), late]);
    const isBusy = pool.idleCount === 0 && pool.totalCount >= pool.options.max;
    await (isBusy && !this.isAway ? Promise.any([poolAnswers, probe(pool)]) : poolAnswers);
  }

  /** The pool of TypeORM's data source. */
  pool(): Pool {
    return (this.dataSource.driver as PostgresDriver).master as Pool;
  }
}

/** Resolves if a connection answers. Idle ones may all have broken at once, so there is an attempt for each, and for a new one. */
async function answerOn(pool: Pool): Promise<void> {
  for (let left = pool.totalCount; ; left -= 1) {
    try {
      await Connection.use(pool, (connection) => connection.run('SELECT 1'));
      return;
    } catch (error) {
      if (left === 0 || !isConnectionLost(error)) throw error;
    }
  }
}

const TOO_MANY_CONNECTIONS = '53300';

/**
 * Resolves if the database accepts a new connection. It does not wait for the pool, whose connections may all be busy.
 *
 * @throws the reason why it does not, in the time that a connection may take
 */
export async function probe(pool: Pool): Promise<void> {
  const client = new DroppingClient(pool.options);
  const { onConnect } = pool.options as { onConnect?: (client: ClientBase) => unknown };
  // A lost connection fails the call, and also emits this event, which ends the process if it has no listener.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await onConnect?.(client);
  } catch (error) {
    // The server answers and serves the pool's connections.
    const isFull = (error as { code?: unknown }).code === TOO_MANY_CONNECTIONS && pool.totalCount > 0;
    if (!isFull) throw error;
  } finally {
    // Not awaited: over a network that drops packets it takes long.
    void client.end().catch(() => undefined);
  }
}
