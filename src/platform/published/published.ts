import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { roughSize, Snapshots } from '#libs/snapshot';
import { Config } from '#platform/config';
import { Sql, type Statements } from '#platform/database';
import { Metrics } from '#platform/metrics';
import { exportSnapshots } from './snapshot-metrics';
import { type FanclubInfo, FIND_FANCLUB_BY_KEY, READ_FANCLUB } from './published.queries';

/**
 * Reads one part of a fan club's published content, which is everything that depends on neither the visitor nor the time. All
 * statements filter by the fan club. They run on `db`, so that all parts show the database at one instant.
 */
export type ReadPart<T> = (db: Statements, fanclub: FanclubInfo) => Promise<T>;

/** A fan club with its published content, as of one instant. */
interface PublishedFanclub {
  readonly fanclub: FanclubInfo;
  readonly keys: ReadonlySet<string>;
  readonly version: number;
  /** In the order in which they were declared. */
  readonly parts: readonly unknown[];
}

/** Size in memory, with the cached JSON of events, divided by the size of what was read. Measured between 1 and 2. */
const SIZE_FACTOR = 1.5;

/** The maximum number of keys whose fan club is cached. */
const MAX_KEYS = 10_000;

/**
 * Caches the published content of fan clubs in memory. The content of a fan club is loaded and invalidated as a whole. Triggers
 * report changes of the tables, which invalidate it (docs/decisions/0011). All requests share the content, so it must not be
 * modified.
 */
@Injectable()
export class Published {
  /** Invalidated by `PublishedChanges`. */
  readonly snapshots: Snapshots<number, PublishedFanclub>;
  private readonly declared: ReadPart<unknown>[] = [];
  /** The fan club that a key had last. Only a hint: the fan club's content decides whether the key is valid. */
  private readonly fanclubsOfKeys = new LRUCache<string, number>({ max: MAX_KEYS });
  private reads = 0;
  /** The content that was read together with a configuration. */
  private readonly contents = new WeakMap<FanclubInfo, PublishedFanclub>();

  constructor(
    private readonly sql: Sql,
    { snapshots }: Config,
    metrics: Metrics,
  ) {
    this.snapshots = new Snapshots<number, PublishedFanclub>({
      load: (id) => this.read(id),
      sizeOf: (content) => SIZE_FACTOR * roughSize(content),
      maxBytes: snapshots.maxBytes,
      maxAge: snapshots.maxAge * 1000,
      // `LastKnown` decides how long.
      maxStale: Infinity,
    });
    exportSnapshots(this.snapshots, metrics);
  }

  /**
   * Declares a part. Must be called before the first request. Returns a function from a fan club's configuration to the part that
   * was read together with it.
   */
  declare<T>(read: ReadPart<T>): (fanclub: FanclubInfo) => T {
    const at = this.declared.push(read) - 1;
    return (fanclub) => this.contentOf(fanclub).parts[at] as T;
  }

  /** Identifies the content that was read together with this configuration. */
  versionOf(fanclub: FanclubInfo): number {
    return this.contentOf(fanclub).version;
  }

  /** Identifies the content that is in memory now; undefined if it would have to be read first. */
  currentVersion(fanclubId: number): number | undefined {
    return this.snapshots.peek(fanclubId)?.version;
  }

  /** The content that may be served while the database is away; see `LastKnown`, which decides when. */
  lastKnown(fanclubId: number): PublishedFanclub | undefined {
    return this.snapshots.lastKnown(fanclubId);
  }

  /** The fan club that had this key when its content was read; undefined if it is not in {@link lastKnown}. */
  lastKnownByKey(key: string): FanclubInfo | undefined {
    const hint = this.fanclubsOfKeys.get(key);
    const found = hint === undefined ? undefined : this.lastKnown(hint);
    return found?.keys.has(key) ? found.fanclub : undefined;
  }

  /** The fan club of this key; null for an invalid key. Returns a promise only if the fan club is not in memory. */
  byKey(key: string): FanclubInfo | Promise<FanclubInfo | null> {
    return this.knownByKey(key) ?? this.findByKey(key);
  }

  /** The fan club of this key; null for an invalid key, and if the fan club is not in memory. */
  knownByKey(key: string): FanclubInfo | null {
    const hint = this.fanclubsOfKeys.get(key);
    const found = hint === undefined ? undefined : this.snapshots.peek(hint);
    return found?.keys.has(key) ? found.fanclub : null;
  }

  /** The fan club with this id; null for an unknown id. Sends no statement if the fan club is in memory. */
  async byId(id: number): Promise<FanclubInfo | null> {
    return (await this.snapshots.get(id))?.fanclub ?? null;
  }

  private async findByKey(key: string): Promise<FanclubInfo | null> {
    const hint = this.fanclubsOfKeys.get(key);
    if (hint !== undefined) {
      const found = await this.snapshots.get(hint);
      if (found?.keys.has(key)) return found.fanclub;
    }
    const row = await this.sql.first(FIND_FANCLUB_BY_KEY, { key });
    if (!row) return null;
    const { id } = row;
    this.fanclubsOfKeys.set(key, id);
    const found = await this.snapshots.get(id);
    if (found?.keys.has(key)) return found.fanclub;
    // The key is newer than the content in memory, because the notification of the change has not arrived yet.
    this.snapshots.drop(id);
    const current = await this.snapshots.get(id);
    return current?.keys.has(key) ? current.fanclub : null;
  }

  private read(id: number): Promise<PublishedFanclub | null> {
    return this.sql.consistently(async (db) => {
      const row = await db.first(READ_FANCLUB, { fanclub: id });
      if (!row) return null;
      const { keys, ...fanclub } = row;
      const parts: unknown[] = [];
      for (const read of this.declared) parts.push(await read(db, fanclub));
      const content = { fanclub, keys: new Set(keys), version: ++this.reads, parts };
      this.contents.set(fanclub, content);
      return content;
    });
  }

  private contentOf(fanclub: FanclubInfo): PublishedFanclub {
    const content = this.contents.get(fanclub);
    if (!content) throw new Error('This fan club was not read by Published');
    return content;
  }
}
