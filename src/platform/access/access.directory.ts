import { Injectable } from '@nestjs/common';
import { Clock, secondsAfter } from '#libs/clock';
import { hashToken } from '#libs/token';
import { Config } from '#platform/config';
import { isReadOnly, type RowOf, Sql } from '#platform/database';
import type { FanclubInfo } from '#platform/published';
import { visitOf } from './access.mapping';
import { FIND_ORGANIZATION_KEY, FIND_VISIT, TOUCH_ORGANIZATION_KEY, TOUCH_SESSION } from './access.queries';
import type { Partner, Visit } from './viewer';

/** Seconds for which further uses of a session or organization key are not recorded, so that most reads write nothing. */
const TOUCH_INTERVAL = 300;

/** Finds visitors by their sessions and partners by their keys, with one statement each. */
@Injectable()
export class AccessDirectory {
  constructor(
    private readonly sql: Sql,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /** The visit of a session token; null if it has no live session of the fan club. */
  async visit({ id }: FanclubInfo, token: string): Promise<Visit | null> {
    const now = this.clock.now();
    const row = await this.sql.first(FIND_VISIT, {
      fanclub: id,
      tokenHash: hashToken(token),
      now,
      seenAfter: secondsAfter(now, -this.config.session.idleLifetime),
    });
    if (!row) return null;
    if (row.lastSeenAt <= secondsAfter(now, -TOUCH_INTERVAL))
      await this.sql.run(TOUCH_SESSION, { fanclub: id, session: row.sessionId, now });
    return visitOf(row);
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
    await this.sql.run(TOUCH_ORGANIZATION_KEY, { key: id, now, longAgo }).catch((error: unknown) => {
      if (!isReadOnly(error)) throw error;
    });
  }
}
