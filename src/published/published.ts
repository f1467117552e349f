import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { roughSize, Snapshots } from '#libs/snapshot';
import { Config } from '../config';
import { Sql, type Statements } from '../database/sql';
import { type FanclubInfo, fanclubOf } from './fanclub-info';
import { FIND_FANCLUB_BY_KEY, type FanclubRow, READ_FANCLUB } from './published.queries';

/**
 * Reads a part of what a fan club publishes, whole: what is the same for all its visitors at any time. Every statement names the
 * fan club and runs on `db`, so that all parts are of the same instant.
 */
export type ReadPart<T> = (db: Statements, fanclub: FanclubInfo) => Promise<T>;

/** A fan club with all that it publishes, as of one instant. */
interface PublishedFanclub {
  readonly fanclub: FanclubInfo;
  readonly keys: ReadonlySet<string>;
  /** By the order in which the parts were declared. */
  readonly parts: readonly unknown[];
}

/** What stays in memory with a fan club once its events have been printed, compared to what was read: between 1 and 2 times. */
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
  private readonly readers: ReadPart<unknown>[] = [];
  private readonly fanclubsOfKeys = new LRUCache<string, number>({ max: MOST_KEYS });
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
    const at = this.readers.push(read) - 1;
    return (fanclub) => {
      const content = this.contents.get(fanclub);
      if (!content) throw new Error('This fan club was not read by Published');
      return content.parts[at] as T;
    };
  }

  /** The fan club of this key; null for an invalid one. No statement if the fan club is in memory. */
  async byKey(key: string): Promise<FanclubInfo | null> {
    const hint = this.fanclubsOfKeys.get(key);
    if (hint !== undefined) {
      const found = await this.snapshots.get(hint);
      if (found?.keys.has(key)) return found.fanclub;
    }
    return this.findByKey(key);
  }

  /** The fan club with this id; null for an unknown one. No statement if the fan club is in memory. */
  async byId(id: number): Promise<FanclubInfo | null> {
    return (await this.snapshots.get(id))?.fanclub ?? null;
  }

  private async findByKey(key: string): Promise<FanclubInfo | null> {
    const row = await this.sql.first<{ fanclub_id: number }>(FIND_FANCLUB_BY_KEY, [key]);
    if (!row) return null;
    const { fanclub_id: id } = row;
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
      const row = await db.first<FanclubRow>(READ_FANCLUB, [id]);
      if (!row) return null;
      const fanclub = fanclubOf(row);
      const parts: unknown[] = [];
      for (const read of this.readers) parts.push(await read(db, fanclub));
      const content = { fanclub, keys: new Set(row.keys), parts };
      this.contents.set(fanclub, content);
      return content;
    });
  }
}
