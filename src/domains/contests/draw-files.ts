import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { drawFile } from '#libs/draw';
import { isoUtc } from '#libs/format';
import { Sql } from '#platform/database';
import { NoDrawFound } from './contests.errors';
import { DRAWN, DRAWN_COMMITMENT } from './draws.queries';

/** Bytes of memory for files of draws: ten of 100,000 entries, or thousands of small ones. A larger file is made for each request. */
const MEMORY = 16 * 1024 * 1024;

interface ContestKey {
  readonly fanclub: number;
  readonly contest: number;
}

/** The file of a draw as it is sent, and its entity tag. */
export interface DrawFileBytes {
  readonly bytes: Buffer;
  readonly tag: string;
}

/** The files with which anybody can repeat draws. A file never changes, so it is made once and kept, the least recently used ones not. */
@Injectable()
export class DrawFiles {
  private readonly files = new LRUCache<string, DrawFileBytes, ContestKey>({
    maxSize: MEMORY,
    sizeCalculation: ({ bytes }) => bytes.length,
    // Requests for a file that is being made wait for it, even if the cache drops it before.
    ignoreFetchAbort: true,
    fetchMethod: (_key, _stale, { context }) => this.make(context),
  });

  constructor(private readonly sql: Sql) {}

  /** @throws NoDrawFound also before the draw, and if the contest is not published */
  async of(key: ContestKey): Promise<DrawFileBytes> {
    const drawn = await this.sql.first(DRAWN_COMMITMENT, key);
    if (!drawn) throw new NoDrawFound();
    // A commitment is that of one contest only. After a restore of the database the contest may be drawn again.
    const place = `${key.fanclub} ${drawn.commitment} ${drawn.drawnAt.getTime()}`;
    return (await this.files.fetch(place, { context: key }))!;
  }

  private async make(key: ContestKey): Promise<DrawFileBytes> {
    const drawn = await this.sql.first(DRAWN, key);
    if (!drawn) throw new NoDrawFound();
    const { beacon, beaconSource, prizes, entries, ranking, commitment, listHash } = drawn;
    const { committedAt, closedAt, drawnAt } = drawn;
    const file = drawFile({
      contest: key.contest,
      seed: Buffer.from(drawn.seed, 'hex'),
      beacon,
      beaconSource,
      entries,
      prizes,
      stored: { commitment, list_hash: listHash, ranking },
      times: { committed_at: isoUtc(committedAt), closed_at: isoUtc(closedAt), drawn_at: isoUtc(drawnAt) },
    });
    const bytes = Buffer.from(`${JSON.stringify(file)}\n`);
    return { bytes, tag: `"${createHash('sha256').update(bytes).digest('base64url')}"` };
  }
}
