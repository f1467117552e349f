import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { discardMoved } from '#platform/erasure';
import { discardJobs, jobsOfClub, runningJobs } from '#platform/jobs';
import { ownCell, type RowOf, Sql } from '#platform/database';
import { arriveFanclub, fanclubOfKey, holdFanclub, leaveFanclub, releaseAfterMove } from '#platform/tenants';
import { cellFaults, type Checked, faultsOf } from './faults';
import { MoveRefused } from './move-refused';
import { withMoveLock } from './move-lock';
import { CLUB_OF_MOVE, PLACES_OF_CLUB } from './moves.queries';
import { placesOf } from './places';
import { Replication } from './replication';
import { analyzeRows, asReplica, copyClub, copyShared, differences, sizeOf } from './rows';

/** The steps of a move, in their order. Each can be repeated. */
export type Step = 'copy' | 'catch up' | 'hold' | 'compare' | 'leave' | 'arrive' | 'clean up';

/** What a move reports. */
export interface MoveObserver {
  /** A step begins. */
  step(step: Step): Promise<void> | void;
  /** How far a step is, for people. */
  progress(text: string): void;
}

/** Which fan club to move, and what the command knows beside the two databases. */
export interface MoveOptions {
  readonly key: string;
  /** See {@link Replication}. */
  readonly sourceUrl: string;
  /** See {@link Checked}. */
  readonly process: string;
  /** Bytes that are free on the disk of the target; absent: unknown. */
  readonly free?: number;
}

/** What was moved. */
export interface Moved {
  readonly rows: number;
  /** Milliseconds for which nothing of the fan club could be written. Null: an earlier call has held it. */
  readonly held: number | null;
  /** Whether it was held before the move, and so stays held. */
  readonly staysHeld: boolean;
}

/** Milliseconds to wait for the transactions, and then for the jobs, that run when the fan club is held. */
const PATIENCE = 10_000;
/** Milliseconds between two looks at the jobs. */
const PAUSE = 20;

/** Moves a fan club from one database to another, by PostgreSQL's logical replication (decision 46). */
export class ClubMove {
  private readonly replication: Replication;
  private readonly from: Sql;
  private readonly to: Sql;

  private constructor(
    private readonly source: DataSource,
    private readonly target: DataSource,
    private readonly club: { readonly id: number; readonly name: string },
    private readonly cells: Checked['cells'],
    private readonly options: MoveOptions,
  ) {
    this.replication = new Replication(source, target, club.id, options.sourceUrl);
    this.from = new Sql(source);
    this.to = new Sql(target);
  }

  /** Null if no fan club of the source has or had the key. */
  static async of(source: DataSource, target: DataSource, options: MoveOptions): Promise<ClubMove | null> {
    const club = await fanclubOfKey(new Sql(source), options.key);
    if (!club) return null;
    const cells = { source: await ownCell(new Sql(source)), target: await ownCell(new Sql(target)) };
    return new ClubMove(source, target, club, cells, options);
  }

  /** The fan club's name. */
  get fanclub(): string {
    return this.club.name;
  }

  /** The number of its rows, and about how many bytes they and their indexes need. */
  size(): Promise<{ readonly rows: number; readonly bytes: number }> {
    return sizeOf(this.source, this.club.id);
  }

  /** What a proxy must change when the fan club has moved: lines `place cell:NUMBER`, and the keys that it cannot route. */
  async routes(): Promise<{ readonly lines: readonly string[]; readonly leftOut: readonly string[] }> {
    const { places, leftOut } = placesOf((await this.from.first(PLACES_OF_CLUB, { fanclub: this.club.id }))!);
    return { lines: places.map((place) => `${place} cell:${this.cells.target}`), leftOut };
  }

  /** All reasons why the fan club cannot be moved; empty if it can. */
  async faults(): Promise<string[]> {
    const { source, target, cells, options } = this;
    const { process, free = null } = options;
    const isBegun = await this.replication.exists();
    return faultsOf({ source, target, fanclub: this.club.id, cells, process, free, isBegun });
  }

  /**
   * Moves the fan club, or continues a move that was interrupted.
   * @throws MoveRefused; any other error leaves a move that can be repeated or aborted
   */
  move(observer: MoveObserver): Promise<Moved> {
    return this.alone(() => this.moveAll(observer));
  }

  private async moveAll(observer: MoveObserver): Promise<Moved> {
    const begun = async (step: Step): Promise<void> => void (await observer.step(step));
    const { movedTo } = await this.here();
    let held: number | null = null;
    if (movedTo === null) {
      const faults = await this.faults();
      if (faults.length > 0) throw new MoveRefused(...faults);
      await begun('copy');
      await this.copy();
      await begun('catch up');
      await this.replication.catchUp((text) => observer.progress(text));
      await analyzeRows(this.target);
      const since = await this.leave(begun);
      await begun('arrive');
      await this.arrive();
      held = since && performance.now() - since;
    } else {
      if (movedTo !== `cell ${this.cells.target}`)
        throw new MoveRefused(`This database does not serve the fan club. It is in ${movedTo}.`);
      await begun('arrive');
      await this.arrive();
    }
    const staysHeld = (await this.to.first(CLUB_OF_MOVE, { fanclub: this.club.id }))!.heldAt !== null;
    await begun('clean up');
    await this.replication.drop();
    await discardJobs(this.from, this.club.id);
    return { rows: (await this.size()).rows, held, staysHeld };
  }

  /**
   * Undoes a move that has not been completed: the fan club stays where it is, and is released.
   * @throws MoveRefused if the fan club has left already
   */
  abort(): Promise<void> {
    return this.alone(() => this.undo());
  }

  private async undo(): Promise<void> {
    if ((await this.here()).movedTo !== null)
      throw new MoveRefused(
        'The fan club has left already. Repeat the move to complete it, then move it back.',
      );
    await this.replication.drop();
    await this.discardCopy();
    await releaseAfterMove(this.from, this.club.id);
  }

  /**
   * Runs `work` while no other command moves the fan club.
   * @throws MoveRefused also if an earlier move in the other direction is not complete: its replication would repeat what this one deletes
   */
  private async alone<T>(work: () => Promise<T>): Promise<T> {
    const faults = cellFaults(this.cells);
    if (faults.length > 0) throw new MoveRefused(...faults);
    return withMoveLock([this.source, this.target], this.club.id, async () => {
      if (await this.replication.isReversed())
        throw new MoveRefused('The move to this database is not complete. Repeat it there first.');
      return work();
    });
  }

  private async here(): Promise<RowOf<typeof CLUB_OF_MOVE>> {
    const club = await this.from.first(CLUB_OF_MOVE, { fanclub: this.club.id });
    if (!club) throw new MoveRefused('The fan club does not exist any more.');
    return club;
  }

  /**
   * Holds the fan club, waits until the target has everything, and marks it as served there. If that fails, the fan club is released,
   * unless it was held before the move.
   * @returns when it was held, in milliseconds of `performance.now()`; null if it was held already
   */
  private async leave(begun: (step: Step) => Promise<void>): Promise<number | null> {
    const { id } = this.club;
    await begun('hold');
    const since = performance.now();
    const hold = (await holdFanclub(this.from, this.options.key, PATIENCE, true))!;
    try {
      await this.endJobs();
      await this.replication.receiveAll();
      // People of the staff may have been invited since.
      await this.target.transaction((tx) => copyShared(this.source, tx, id));
      await asReplica(this.target, (tx) => copyClub(this.source, tx, id, `cell ${this.cells.source}`));
      await begun('compare');
      const differing = await differences(this.source, this.target, id);
      if (differing.length > 0)
        throw new MoveRefused(`The copies of these tables differ: ${differing.join(', ')}`);
      await begun('leave');
      await leaveFanclub(this.from, hold, `cell ${this.cells.target}`);
      return hold.isEarlier ? null : since;
    } catch (error) {
      // Without effect if the fan club has left.
      await releaseAfterMove(this.from, id).catch(() => undefined);
      throw error;
    }
  }

  /** Waits until workers have put off their jobs of the fan club, or a mail that is being delivered would be sent twice. */
  private async endJobs(): Promise<void> {
    const end = performance.now() + PATIENCE;
    while ((await runningJobs(this.from, this.club.id)) > 0) {
      if (performance.now() > end)
        throw new MoveRefused('A job of the fan club still runs after 10 seconds. Repeat the move.');
      await sleep(PAUSE);
    }
  }

  /** Copies what the fan club needs, and starts to replicate its rows. */
  private async copy(): Promise<void> {
    if (await this.replication.exists()) return;
    const { id } = this.club;
    await this.replication.drop();
    await this.discardCopy();
    await this.target.transaction((tx) => copyShared(this.source, tx, id));
    await asReplica(this.target, (tx) => copyClub(this.source, tx, id, `cell ${this.cells.source}`));
    await this.replication.start();
  }

  /** The target serves the fan club from now on, with its jobs. */
  private async arrive(): Promise<void> {
    const fanclub = this.club.id;
    const jobs = await jobsOfClub(this.from, fanclub);
    const hasArrived = await this.to.transaction((tx) =>
      arriveFanclub(tx, fanclub, `cell ${this.cells.source}`, jobs),
    );
    const there = await this.to.first(CLUB_OF_MOVE, { fanclub });
    if (!hasArrived && (!there || there.movedTo !== null))
      throw new MoveRefused('The other database does not have the copy of this fan club any more.');
  }

  /** Deletes what the target has of the fan club: an unfinished copy, or what stayed there when it left. */
  private async discardCopy(): Promise<void> {
    const there = await this.to.first(CLUB_OF_MOVE, { fanclub: this.club.id });
    if (!there) return;
    if (there.movedTo === null) throw new MoveRefused('The other database serves this fan club already');
    await discardMoved(this.target, this.club.id);
    await discardJobs(this.to, this.club.id);
  }
}
