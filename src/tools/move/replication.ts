import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { Sql } from '#platform/database';
import { moveName } from './move-lock';
import { MoveRefused } from './move-refused';
import {
  CREATE_SLOT,
  DROP_SLOTS,
  LAG,
  LOGGED_TABLES,
  MARK_LOG,
  PUBLICATION_EXISTS,
  SLOT_EXISTS,
  SUBSCRIPTION,
  SUBSCRIPTION_ERRORS,
  SUBSCRIPTION_WORKERS,
} from './moves.queries';

/** Milliseconds to wait for the other database while the fan club is held, and for a slot that is being read. */
const PATIENCE = 10_000;
/** Milliseconds between two looks at the replication. */
const PAUSE = 20;
/** Errors of the target that pass: the restart of a database is one, and may be counted late. */
const PASSING_ERRORS = 2;
/** Bytes of the log that may be left when the fan club is held. */
const SMALL_LAG = 65_536;

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** The logical replication of a fan club's rows from one database to another: publication, slot and subscription of one name. */
export class Replication {
  readonly name: string;
  private readonly from: Sql;
  private readonly to: Sql;

  /** @param sourceUrl the address of the source, as the target's server reaches it, of a role that may replicate */
  constructor(
    private readonly source: DataSource,
    private readonly target: DataSource,
    private readonly fanclub: number,
    private readonly sourceUrl: string,
  ) {
    this.name = moveName(fanclub);
    this.from = new Sql(source);
    this.to = new Sql(target);
  }

  /** Whether the rows are replicated. Without its slot, which does not follow a failover, changes would be missing. */
  async exists(): Promise<boolean> {
    const { name } = this;
    return (await this.to.first(SUBSCRIPTION, { name })) !== null && (await this.has(SLOT_EXISTS));
  }

  /** Whether rows are, or were, replicated in the other direction. */
  async isReversed(): Promise<boolean> {
    const { name } = this;
    const isSubscriber = (await this.from.first(SUBSCRIPTION, { name })) !== null;
    return isSubscriber || (await this.to.rows(PUBLICATION_EXISTS, { name })).length > 0;
  }

  /** Begins to copy the rows, and to follow their changes. */
  async start(): Promise<void> {
    const tables = (await this.from.rows(LOGGED_TABLES, {})).map(
      ({ name }) => `"${name}" WHERE (fanclub_id = ${this.fanclub})`,
    );
    // Without TRUNCATE, to which no filter applies.
    await this.source.query(
      `CREATE PUBLICATION ${this.name} FOR TABLE ${tables.join(', ')} WITH (publish = 'insert, update, delete')`,
    );
    await this.from.rows(CREATE_SLOT, { name: this.name });
    await this.target.transaction(async (tx) => {
      // The statement has the password of the source.
      await tx.query(
        'SET LOCAL log_min_error_statement = panic; SET LOCAL log_statement = none; SET LOCAL log_min_duration_statement = -1',
      );
      // What is applied is stored before it is reported.
      await tx.query(
        `CREATE SUBSCRIPTION ${this.name} CONNECTION ${quoted(this.sourceUrl)} PUBLICATION ${this.name}
         WITH (create_slot = false, synchronous_commit = local)`,
      );
    });
  }

  /**
   * Waits until all tables are copied and little is left to receive.
   * @throws MoveRefused if the target cannot apply something
   */
  async catchUp(progress: (text: string) => void): Promise<void> {
    const { name } = this;
    const before = await this.errors();
    for (;;) {
      const found = await this.to.first(SUBSCRIPTION, { name });
      if (!found) throw new MoveRefused('The subscription is gone.');
      if ((await this.errors()) - before > PASSING_ERRORS)
        throw new MoveRefused(
          'The other database could not apply some rows; its log tells why. Abort the move, and correct that.',
        );
      const lag = await this.lag(await this.mark());
      progress(
        `${found.ready} of ${found.tables} tables copied, ${lag === null ? 'not connected' : `${lag} bytes behind`}`,
      );
      if (found.ready === found.tables && lag !== null && lag <= SMALL_LAG) return;
      await sleep(5 * PAUSE);
    }
  }

  /**
   * Waits until the target has stored everything that was written before this call.
   * @throws MoveRefused if that takes long
   */
  async receiveAll(): Promise<void> {
    const position = await this.mark();
    const end = performance.now() + PATIENCE;
    while ((await this.lag(position)) !== 0) {
      if (performance.now() > end)
        throw new MoveRefused(
          'The other database did not receive everything within 10 seconds. Repeat the move.',
        );
      await sleep(PAUSE);
    }
  }

  /** Removes everything of the replication, whatever there is. */
  async drop(): Promise<void> {
    const end = performance.now() + PATIENCE;
    if (await this.to.first(SUBSCRIPTION, { name: this.name })) {
      await this.target.query(`ALTER SUBSCRIPTION ${this.name} DISABLE`);
      // One that copies a table waits for all transactions of its server, so that dropping the subscription could wait for itself.
      while ((await this.to.first(SUBSCRIPTION_WORKERS, { name: this.name }))!.count > 0) {
        if (performance.now() > end)
          throw new MoveRefused(`The subscription ${this.name} still receives. Try again.`);
        await sleep(PAUSE);
      }
      // This also drops the slots. If the main one is gone, it fails.
      await this.target.query(`DROP SUBSCRIPTION ${this.name}`).catch(async () => {
        await this.target.query(`ALTER SUBSCRIPTION ${this.name} SET (slot_name = NONE)`);
        await this.target.query(`DROP SUBSCRIPTION ${this.name}`);
      });
    }
    while (await this.has(SLOT_EXISTS)) {
      await this.from.rows(DROP_SLOTS, { name: this.name });
      if (performance.now() > end)
        throw new MoveRefused(`The replication slot ${this.name} is still being read.`);
      await sleep(PAUSE);
    }
    await this.source.query(`DROP PUBLICATION IF EXISTS ${this.name}`);
  }

  private async has(what: typeof SLOT_EXISTS): Promise<boolean> {
    return (await this.from.rows(what, { name: this.name })).length > 0;
  }

  private async errors(): Promise<number> {
    return (await this.to.first(SUBSCRIPTION_ERRORS, { name: this.name }))?.count ?? 0;
  }

  private async mark(): Promise<string> {
    return (await this.from.first(MARK_LOG, {}))!.position;
  }

  /**
   * Bytes before a position that the target has not stored yet; null: it is not connected.
   * @throws MoveRefused if it can never receive them
   */
  private async lag(position: string): Promise<number | null> {
    const found = await this.from.first(LAG, { name: this.name, position });
    if (!found)
      throw new MoveRefused(
        'The replication slot of the move is gone, for example because another server became the primary. Repeat the move: it copies the rows again.',
      );
    if (found.isLost)
      throw new MoveRefused(
        'This database has removed a part of its log that the move needs. Abort the move, raise max_slot_wal_keep_size, and repeat it.',
      );
    return found.bytes;
  }
}
