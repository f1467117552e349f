import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { roughSize, Snapshots } from '#libs/snapshot';
import { Config } from '#platform/config';
import { Sql, type Statements } from '#platform/database';
import type { FanclubInfo } from './fanclub-info';
import { FIND_FANCLUB_BY_KEY, READ_FANCLUB } from './published.queries';

/**
 * Reads a part of what a fan club publishes, whole: what is the same for all its visitors at any time. Every statement names the
 * fan club and runs on `db`, so that all parts are of the same instant.
 */
export type ReadPart<T> = (db: Statements, fanclub: FanclubInfo) => Promise<T>;

/** A fan club with all that it publishes, as of one instant. */
interface PublishedFanclub {
  readonly fanclub: FanclubInfo;
  readonly keys: ReadonlySet<string>;
  readonly version: number;
  /** By the order in which the parts were declared. */
  readonly parts: readonly unknown[];
}

/**
 * What stays in memory with a fan club once its events have been printed, compared to what was read: between 1 and 2 times. (Its
 * plans and contests, which are few beside them, are printed once for each way to stand to them.)
 */
const PRINTED = 1.5;

/** Keys whose fan club is remembered. A hint only: whether the key is valid, the fan club says. */
const MOST_KEYS = 10_000;

/**
 * What fan clubs publish: read whole, kept in the memory of the process and dropped when it changes, which the tables' own
 * triggers report (docs/decisions/0011). Whatever stands in here may be shared by all requests: nobody changes it.
 */
@Injectable()
export class Published {
  /** See `ChangeListener`, who tells it what has changed. */
  readonly snapshots: Snapshots<number, PublishedFanclub>;
  private readonly declared: ReadPart<unknown>[] = [];
  private readonly fanclubsOfKeys = new LRUCache<string, number>({ max: MOST_KEYS });
  private readings = 0;
  /** What was read together with a fan club's configuration. */
  private readonly contents = new WeakMap<FanclubInfo, PublishedFanclub>();

  constructor(
    private readonly sql: Sql,
    { snapshots }: Config,
  ) {
    this.snapshots = new Snapshots<number, PublishedFanclub>({
      load: (id) => this.read(id),
      sizeOf: (content) => PRINTED * roughSize(content),
      maxBytes: snapshots.maxBytes,
      maxAge: snapshots.maxAge * 1000,
    });
  }

  /**
   * Declares a part, before the first request. What it gives is the part of a fan club, as it was read together with the
   * configuration that is handed in.
   */
  declare<T>(read: ReadPart<T>): (fanclub: FanclubInfo) => T {
    const at = this.declared.push(read) - 1;
    return (fanclub) => this.contentOf(fanclub).parts[at] as T;
  }

  /** Of what was read together with a fan club's configuration: no other reading has this number. */
  versionOf(fanclub: FanclubInfo): number {
    return this.contentOf(fanclub).version;
  }

  /** Of what a request that came now would be answered from; undefined if that would have to be read first. */
  currentVersion(fanclubId: number): number | undefined {
    return this.snapshots.peek(fanclubId)?.version;
  }

  /** The fan club of this key; null for an invalid one. At once, without a promise or a statement, if the fan club is in memory. */
  byKey(key: string): FanclubInfo | Promise<FanclubInfo | null> {
    const hint = this.fanclubsOfKeys.get(key);
    const found = hint === undefined ? undefined : this.snapshots.peek(hint);
    return found?.keys.has(key) ? found.fanclub : this.findByKey(key, hint);
  }

  /** The fan club with this id; null for an unknown one. No statement if the fan club is in memory. */
  async byId(id: number): Promise<FanclubInfo | null> {
    return (await this.snapshots.get(id))?.fanclub ?? null;
  }

  private async findByKey(key: string, hint: number | undefined): Promise<FanclubInfo | null> {
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
    // The key is newer than what is in memory, whose change is about to be reported.
    this.snapshots.drop(id);
    const anew = await this.snapshots.get(id);
    return anew?.keys.has(key) ? anew.fanclub : null;
  }

  private read(id: number): Promise<PublishedFanclub | null> {
    return this.sql.consistently(async (db) => {
      const row = await db.first(READ_FANCLUB, { fanclub: id });
      if (!row) return null;
      const { keys, ...fanclub } = row;
      const parts: unknown[] = [];
      for (const read of this.declared) parts.push(await read(db, fanclub));
      const content = { fanclub, keys: new Set(keys), version: ++this.readings, parts };
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
