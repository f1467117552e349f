import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { hashToken } from '#libs/token';
import { Config } from '#platform/config';
import { isReadOnly, type RowOf, Sql } from '#platform/database';
import type { FanclubInfo } from '#platform/published';
import { visitOf } from './access.mapping';
import { FIND_ORGANIZATION_KEY, FIND_VISIT, TOUCH_ORGANIZATION_KEY, TOUCH_SESSION } from './access.queries';
import type { Partner, Visit } from './viewer';

/** Seconds for which the last use of a session or an organization key is not written again: reads stay reads. */
const TOUCH_INTERVAL = 300;

/** Knows visitors by their sessions and partners by their keys: one statement for a request that brings one, else none. */
@Injectable()
export class AccessDirectory {
  constructor(
    private readonly sql: Sql,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /** The visit of whoever bears this token, or null if it opens no live session of the fan club. */
  async visit({ id }: FanclubInfo, token: string): Promise<Visit | null> {
    const now = this.clock.now();
    const seenAfter = new Date(now.getTime() - this.config.session.idleLifetime * 1000);
    const row = await this.sql.first(FIND_VISIT, {
      fanclub: id,
      tokenHash: hashToken(token),
      now,
      seenAfter,
    });
    if (!row) return null;
    if (now.getTime() - row.lastSeenAt.getTime() >= TOUCH_INTERVAL * 1000) {
      await this.sql.run(TOUCH_SESSION, { fanclub: id, session: row.sessionId, now });
    }
    return visitOf(row);
  }

  /** The partner who has this key; null unless it is a valid one of the organization that owns the fan club. */
  async partner({ organizationId }: FanclubInfo, key: string): Promise<Partner | null> {
    const row = await this.sql.first(FIND_ORGANIZATION_KEY, {
      organization: organizationId,
      keyHash: hashToken(key),
    });
    if (!row) return null;
    await this.noteUse(row);
    return { keyId: row.id };
  }

  /** When a key was last used is for operators, who look at days: it is written now and then, and where writing is possible. */
  private async noteUse({ id, lastUsedAt: last }: RowOf<typeof FIND_ORGANIZATION_KEY>): Promise<void> {
    const now = this.clock.now();
    const longAgo = new Date(now.getTime() - TOUCH_INTERVAL * 1000);
    if (last !== null && last > longAgo) return;
    await this.sql.run(TOUCH_ORGANIZATION_KEY, { key: id, now, longAgo }).catch((error: unknown) => {
      if (!isReadOnly(error)) throw error;
    });
  }
}
