import { Injectable } from '@nestjs/common';
import { Clock, secondsAfter } from '#libs/clock';
import { hashToken } from '#libs/token';
import { Config } from '#platform/config';
import { isReadOnly, keepRows, type KeptRows, type RowOf, Sql, unlessHeld } from '#platform/database';
import type { FanclubInfo } from '#platform/published';
import { noteKeyUse } from '#platform/tenants';
import { visitOf } from './access.mapping';
import {
  FIND_ORGANIZATION_KEY,
  FIND_VISIT,
  TOUCH_SESSION,
  type VisitRow,
  type VisitWithRows,
} from './access.queries';
import type { Partner, Visit } from './viewer';

/** Seconds for which further uses of a session or organization key are not recorded, so that most reads write nothing. */
const TOUCH_INTERVAL = 300;

/** A visit, with the rows that were read together with it. */
export interface FoundVisit {
  readonly visit: Visit;
  /** Null: only the visit was read. */
  readonly rows: KeptRows | null;
}

/** Finds visitors by their sessions and partners by their keys, with one statement each. */
@Injectable()
export class AccessDirectory {
  constructor(
    private readonly sql: Sql,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /**
   * The visit of a session token; null if it has no live session of the fan club.
   * @param together also reads rows of the customer; null: only the visit
   */
  async visit(
    club: FanclubInfo,
    token: string,
    together: VisitWithRows | null = null,
  ): Promise<FoundVisit | null> {
    const { id: fanclub } = club;
    const now = this.clock.now();
    const seenAfter = secondsAfter(now, -this.config.session.idleLifetime);
    const asked = { fanclub, tokenHash: hashToken(token), now, seenAfter };
    const row: VisitRow | null = await (together
      ? this.sql.first(together, asked)
      : this.sql.first(FIND_VISIT, asked));
    if (!row) return null;
    await this.touch(club, row, now);
    const rows = together && row.own ? keptOf(together, { fanclub, customer: row.id }, row.own) : null;
    return { visit: visitOf(row), rows };
  }

  /** Records the use of a session, at most every {@link TOUCH_INTERVAL} seconds, and not while the fan club is held. */
  async touch(
    { id: fanclub, heldAt }: FanclubInfo,
    { sessionId: session, lastSeenAt }: { readonly sessionId: number; readonly lastSeenAt: Date },
    now: Date,
  ): Promise<void> {
    if (heldAt !== null || lastSeenAt > secondsAfter(now, -TOUCH_INTERVAL)) return;
    await this.sql.run(TOUCH_SESSION, { fanclub, session, now }).catch(unlessHeld);
  }

  /** The partner with this key; null unless it is a valid key of the organization that owns the fan club. */
  async partner({ organizationId }: FanclubInfo, key: string): Promise<Partner | null> {
    const row = await this.sql.first(FIND_ORGANIZATION_KEY, {
      organization: organizationId,
      keyHash: hashToken(key),
    });
    if (!row) return null;
    await this.touchKey(row);
    return { keyId: row.id };
  }

  /** Records the use of a key, at most every {@link TOUCH_INTERVAL} seconds. Does nothing if the database is read-only. */
  private async touchKey({ id, lastUsedAt }: RowOf<typeof FIND_ORGANIZATION_KEY>): Promise<void> {
    const now = this.clock.now();
    const longAgo = secondsAfter(now, -TOUCH_INTERVAL);
    if (lastUsedAt !== null && lastUsedAt > longAgo) return;
    await noteKeyUse(this.sql, id, now, longAgo).catch((error: unknown) => {
      if (!isReadOnly(error)) throw error;
    });
  }
}

/** The rows that were read together with a visit, as {@link Sql.readsFor} looks for them. */
function keptOf(
  { row: { own } }: VisitWithRows,
  values: { fanclub: number; customer: number },
  json: readonly object[],
): KeptRows {
  const rows: KeptRows = new Map();
  keepRows(rows, own.statement, values, own.read(json));
  return rows;
}
