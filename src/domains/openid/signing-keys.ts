import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { JWK } from 'oidc-provider';
import { Clock, secondsAfter } from '#libs/clock';
import { Sealer } from '#libs/sealed';
import { type RowOf, Sql, type Statements } from '#platform/database';
import { ADD_KEY, DELETE_KEYS_BEFORE, LIST_KEYS } from './keys.queries';

type KeyRow = RowOf<typeof LIST_KEYS>;

/** Seconds after which a key is replaced. */
export const KEY_LIFETIME = 90 * 86_400;

/** Seconds for which a new key is published before it signs: applications keep the published keys for some time. */
export const KEY_NOTICE = 2 * 86_400;

/** Seconds for which a process keeps the keys that it has read. */
const KEPT = 60;

/** The keys that are published, the signing one first. */
export interface KeySet {
  /** Changes whenever the keys do, or another one signs. */
  readonly version: string;
  readonly keys: readonly JWK[];
}

/** The keys with which the installation signs tokens: at most two, the present one and the next or the former one. */
@Injectable()
export class SigningKeys {
  private kept: { readonly set: KeySet; readonly until: number } | null = null;

  constructor(
    private readonly sql: Sql,
    private readonly sealer: Sealer,
    private readonly clock: Clock,
  ) {}

  /** The present keys. The first call of an installation makes one. */
  async current(): Promise<KeySet> {
    const now = this.clock.now();
    if (this.kept && now.getTime() < this.kept.until) return this.kept.set;
    let rows = await this.sql.rows(LIST_KEYS, {});
    if (rows.length === 0) {
      await this.add(this.sql, 1, now);
      rows = await this.sql.rows(LIST_KEYS, {});
    }
    const set = this.setOf(rows, now);
    this.kept = { set, until: secondsAfter(now, KEPT).getTime() };
    return set;
  }

  /**
   * Adds the next key when the present one is old, and removes the former one when nothing that it signed is valid any more.
   * @returns how many keys were added and removed
   */
  async rotate(db: Statements): Promise<number> {
    const now = this.clock.now();
    const [newest, ...older] = await db.rows(LIST_KEYS, {});
    if (newest === undefined) return 0;
    if (newest.signsFrom <= secondsAfter(now, KEY_NOTICE - KEY_LIFETIME)) {
      await db.run(DELETE_KEYS_BEFORE, { generation: newest.generation });
      return 1 + (await this.add(db, newest.generation + 1, secondsAfter(now, KEY_NOTICE)));
    }
    // Tokens are valid for an hour; published keys are kept for a day.
    const isSettled = newest.signsFrom <= secondsAfter(now, -KEY_NOTICE);
    return older.length > 0 && isSettled ? db.run(DELETE_KEYS_BEFORE, { generation: newest.generation }) : 0;
  }

  private async add(db: Statements, generation: number, signsFrom: Date): Promise<number> {
    const pair = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
    const jwk = { ...pair.privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' };
    const jwkSealed = this.sealer.seal(JSON.stringify(jwk));
    return db.run(ADD_KEY, { generation, jwkSealed, signsFrom, now: this.clock.now() });
  }

  private setOf(rows: readonly KeyRow[], now: Date): KeySet {
    // Only the first key of an installation signs from the start.
    const signing = rows.find(({ signsFrom }) => signsFrom <= now) ?? rows[rows.length - 1];
    const ordered = [signing, ...rows.filter((row) => row !== signing)];
    return {
      version: ordered.map(({ generation }) => generation).join(','),
      keys: ordered.map(({ jwkSealed }) => JSON.parse(this.sealer.open(jwkSealed)) as JWK),
    };
  }
}
