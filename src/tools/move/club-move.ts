import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { discardJobs, jobsOfClub, queueJobs, runningJobs } from '#platform/jobs';
import { ownCell, type RowOf, schemaVersion, Sql } from '#platform/database';
import { arriveFanclub, fanclubOfKey, holdFanclub, leaveFanclub, releaseFanclub } from '#platform/tenants';
import {
  CLUB_OF_MOVE,
  CREATE_SLOT,
  DATABASE_OF_MOVE,
  DROP_SLOTS,
  EQUAL_ADDRESSES,
  EQUAL_KEYS,
  KEYS_OF_CLUB,
  LAG,
  LOGGED_TABLES,
  MARK_LOG,
  PUBLICATION_EXISTS,
  SLOT_EXISTS,
  SUBSCRIPTION,
} from './moves.queries';
import { asReplica, copyClub, copyShared, deleteClub, differences, rowsOf, staffOf } from './rows';

/** The fan club cannot be moved, and nothing was changed that a repetition or `abort` does not correct. */
export class MoveRefused extends Error {
  override readonly name = 'MoveRefused';

  constructor(readonly faults: readonly string[]) {
    super(faults.join('\n'));
  }
}

/** The steps of a move, in their order. Each can be repeated. */
export type Step = 'copy' | 'catch up' | 'hold' | 'compare' | 'leave' | 'arrive' | 'clean up';

/** What a move reports. */
export interface MoveObserver {
  /** A step begins. */
  step(step: Step): Promise<void> | void;
  /** How far a step is, for people. */
  progress(text: string): void;
}

/** What was moved. */
export interface Moved {
  readonly rows: number;
  /** Milliseconds for which nothing of the fan club could be written. Null: an earlier call has held it. */
  readonly held: number | null;
}

/** Milliseconds to wait for the transactions that run when the fan club is held. */
const PATIENCE = 10_000;
/** Milliseconds between two looks at the replication. */
const PAUSE = 20;
/** Bytes of the log that may be left when the fan club is held. */
const SMALL_LAG = 65_536;

/** The subscription that copies a fan club; publication and slot have the same name. */
const nameOf = (fanclub: number): string => `fanclub_move_${fanclub}`;

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Moves a fan club from one database to another, by PostgreSQL's logical replication (decision 46). */
export class ClubMove {
  private readonly name: string;
  private readonly from: Sql;
  private readonly to: Sql;

  private constructor(
    private readonly source: DataSource,
    private readonly target: DataSource,
    private readonly club: { readonly id: number; readonly name: string },
    private readonly key: string,
    private readonly cells: { readonly source: number; readonly target: number },
    /** The address of the source, as the target's server reaches it, of a role that may replicate. */
    private readonly sourceUrl: string,
  ) {
    this.name = nameOf(club.id);
    this.from = new Sql(source);
    this.to = new Sql(target);
  }

  /** Null if no fan club of the source has or had the key. */
  static async of(
    source: DataSource,
    target: DataSource,
    { key, sourceUrl }: { key: string; sourceUrl: string },
  ): Promise<ClubMove | null> {
    const club = await fanclubOfKey(new Sql(source), key);
    if (!club) return null;
    const cells = { source: await ownCell(new Sql(source)), target: await ownCell(new Sql(target)) };
    return new ClubMove(source, target, club, key, cells, sourceUrl);
  }

  /** The fan club's name. */
  get fanclub(): string {
    return this.club.name;
  }

  get rows(): Promise<number> {
    return rowsOf(this.source, this.club.id);
  }

  /** Why the fan club cannot be moved; empty if it can. */
  async faults(): Promise<string[]> {
    const faults: string[] = [];
    const { source, target } = this.cells;
    if (source === target)
      return [`Both databases are cell ${source}. Give the other one a number of its own: fanclub cell init`];
    for (const [which, db] of [
      ['This', this.source],
      ['The other', this.target],
    ] as const) {
      const { missing, unknown } = await schemaVersion(db);
      if (missing.length + unknown.length > 0)
        faults.push(
          `${which} database does not have the schema of this version: ${[...missing, ...unknown].join(', ')}`,
        );
    }
    if (faults.length > 0) return faults;
    const [from, to] = [
      await this.from.first(DATABASE_OF_MOVE, {}),
      await this.to.first(DATABASE_OF_MOVE, {}),
    ];
    if (from?.walLevel !== 'logical')
      faults.push('This database needs wal_level = logical, and a restart of PostgreSQL');
    if (!from?.mayReplicate)
      faults.push('The owner of this database needs the right to replicate: ALTER ROLE … REPLICATION');
    if (!to?.isSuperuser) faults.push('The role of --to must be a superuser: it creates a subscription');
    const loose = (await this.from.rows(LOGGED_TABLES, {})).filter(({ isIdentified }) => !isIdentified);
    if (loose.length > 0)
      faults.push(
        `These tables need a replica identity that begins with fanclub_id: ${loose.map(({ name }) => name).join(', ')}`,
      );
    const fanclub = this.club.id;
    const keys = (await this.from.rows(KEYS_OF_CLUB, { fanclub })).map(({ key }) => key);
    const equal = await this.to.rows(EQUAL_KEYS, { fanclub, keys });
    if (equal.length > 0)
      faults.push(`Another fan club there has the key ${equal.map(({ key }) => key).join(', ')}`);
    const staff = await staffOf(this.source, this.club.id);
    const others = await this.to.rows(EQUAL_ADDRESSES, {
      ids: staff.map(({ id }) => id),
      emails: staff.map(({ email }) => email),
    });
    if (others.length > 0)
      faults.push(
        `People of the staff have accounts of their own there, with the ids ${others.map(({ id }) => id).join(', ')}`,
      );
    return faults;
  }

  /**
   * Moves the fan club, or continues a move that was interrupted.
   * @throws MoveRefused; any other error leaves a move that can be repeated or aborted
   */
  async move(observer: MoveObserver): Promise<Moved> {
    const begun = async (step: Step): Promise<void> => void (await observer.step(step));
    const { movedTo } = await this.here();
    let held: number | null = null;
    if (movedTo === null) {
      const faults = await this.faults();
      if (faults.length > 0) throw new MoveRefused(faults);
      await begun('copy');
      await this.copy();
      await begun('catch up');
      await this.catchUp(observer);
      const since = await this.leave(begun);
      await begun('arrive');
      await this.arrive();
      held = performance.now() - since;
    } else {
      if (movedTo !== `cell ${this.cells.target}`)
        throw new MoveRefused([`This database does not serve the fan club. It is in ${movedTo}.`]);
      await begun('arrive');
      await this.arrive();
    }
    await begun('clean up');
    await this.dropReplication();
    await discardJobs(this.from, this.club.id);
    return { rows: await this.rows, held };
  }

  /**
   * Undoes a move that has not been completed: the fan club stays where it is, and is released.
   * @throws MoveRefused if the fan club has left already
   */
  async abort(): Promise<void> {
    if ((await this.here()).movedTo !== null)
      throw new MoveRefused([
        'The fan club has left already. Repeat the move to complete it, then move it back.',
      ]);
    await this.dropReplication();
    await this.discardCopy();
    await releaseFanclub(this.from, this.key);
  }

  private async here(): Promise<RowOf<typeof CLUB_OF_MOVE>> {
    const club = await this.from.first(CLUB_OF_MOVE, { fanclub: this.club.id });
    if (!club) throw new MoveRefused(['The fan club does not exist any more.']);
    return club;
  }

  /**
   * Holds the fan club, waits until the target has everything, and marks it as served there. If that fails, the fan club is released.
   * @returns when it was held, in milliseconds of `performance.now()`
   */
  private async leave(begun: (step: Step) => Promise<void>): Promise<number> {
    const { id } = this.club;
    await begun('hold');
    const since = performance.now();
    await holdFanclub(this.from, this.key, PATIENCE);
    try {
      await this.endJobs();
      await this.receiveAll();
      await asReplica(this.target, (tx) => copyClub(this.source, tx, id, `cell ${this.cells.source}`));
      await begun('compare');
      const differing = await differences(this.source, this.target, id);
      if (differing.length > 0)
        throw new MoveRefused([`The copies of these tables differ: ${differing.join(', ')}`]);
      await begun('leave');
      await leaveFanclub(this.from, id, `cell ${this.cells.target}`);
      return since;
    } catch (error) {
      // Without effect if the fan club has left.
      await releaseFanclub(this.from, this.key).catch(() => undefined);
      throw error;
    }
  }

  /** Waits until workers have put off their jobs of the fan club, or a mail that is being delivered would be sent twice. */
  private async endJobs(): Promise<void> {
    const end = performance.now() + PATIENCE;
    while ((await runningJobs(this.from, this.club.id)) > 0) {
      if (performance.now() > end)
        throw new MoveRefused(['A job of the fan club still runs after 10 seconds. Repeat the move.']);
      await sleep(PAUSE);
    }
  }

  /** Starts to copy: everything that the fan club needs, and then, by replication, its rows. */
  private async copy(): Promise<void> {
    const { id } = this.club;
    if (!(await this.to.first(SUBSCRIPTION, { name: this.name }))) {
      await this.discardCopy();
      await this.target.transaction((tx) => copyShared(this.source, tx, id));
      await asReplica(this.target, (tx) => copyClub(this.source, tx, id, `cell ${this.cells.source}`));
    }
    const tables = await this.from.rows(LOGGED_TABLES, {});
    if ((await this.from.rows(PUBLICATION_EXISTS, { name: this.name })).length === 0)
      await this.source.query(
        `CREATE PUBLICATION ${this.name} FOR TABLE ${tables.map(({ name }) => `"${name}" WHERE (fanclub_id = ${id})`).join(', ')}`,
      );
    if ((await this.from.rows(SLOT_EXISTS, { name: this.name })).length === 0)
      await this.from.rows(CREATE_SLOT, { name: this.name });
    if (!(await this.to.first(SUBSCRIPTION, { name: this.name })))
      await this.target.query(
        `CREATE SUBSCRIPTION ${this.name} CONNECTION ${quoted(this.sourceUrl)} PUBLICATION ${this.name} WITH (create_slot = false)`,
      );
  }

  /** Waits until all tables are copied and little is left to receive. */
  private async catchUp({ progress }: MoveObserver): Promise<void> {
    for (;;) {
      const found = await this.to.first(SUBSCRIPTION, { name: this.name });
      if (!found) throw new Error('The subscription is gone');
      const lag = await this.lag();
      progress(
        `${found.ready} of ${found.tables} tables copied, ${lag === null ? 'not connected' : `${lag} bytes behind`}`,
      );
      if (found.ready === found.tables && lag !== null && lag <= SMALL_LAG) return;
      await sleep(5 * PAUSE);
    }
  }

  /** Waits until the target has everything that was written before this call. */
  private async receiveAll(): Promise<void> {
    const position = await this.mark();
    while ((await this.lag(position)) !== 0) await sleep(PAUSE);
  }

  private async mark(): Promise<string> {
    return (await this.from.first(MARK_LOG, {}))!.position;
  }

  private async lag(position?: string): Promise<number | null> {
    const row = await this.from.first(LAG, { name: this.name, position: position ?? (await this.mark()) });
    return row?.bytes ?? null;
  }

  /** The target serves the fan club from now on, with its jobs. */
  private async arrive(): Promise<void> {
    const fanclub = this.club.id;
    const jobs = await jobsOfClub(this.from, fanclub);
    await this.to.transaction(async (tx) => {
      if (await arriveFanclub(tx, fanclub)) await queueJobs(tx, jobs);
    });
  }

  private async dropReplication(): Promise<void> {
    if (await this.to.first(SUBSCRIPTION, { name: this.name }))
      await this.target.query(`DROP SUBSCRIPTION ${this.name}`);
    await this.from.rows(DROP_SLOTS, { name: this.name });
    await this.source.query(`DROP PUBLICATION IF EXISTS ${this.name}`);
  }

  /** Deletes what the target has of the fan club: an unfinished copy, or what stayed there when it left. */
  private async discardCopy(): Promise<void> {
    const there = await this.to.first(CLUB_OF_MOVE, { fanclub: this.club.id });
    if (!there) return;
    if (there.movedTo === null) throw new MoveRefused(['The other database serves this fan club already']);
    await asReplica(this.target, (tx) => deleteClub(this.target, tx, this.club.id));
    await discardJobs(this.to, this.club.id);
  }
}
