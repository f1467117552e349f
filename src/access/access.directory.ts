import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import type { TenantToken } from '#libs/session';
import { hashToken } from '#libs/token';
import { Config } from '../config';
import { isReadOnly } from '../database/read-only';
import { Sql } from '../database/sql';
import { fanclubOf, visitOf } from './access.mapping';
import {
  type FanclubRow,
  type Identification,
  IDENTIFY_BY_ID,
  IDENTIFY_BY_KEY,
  IDENTIFY_PARTNER,
  type PartnerRow,
  TOUCH_ORGANIZATION_KEY,
  TRUSTED_ORIGINS,
  TOUCH_SESSION,
  type VisitRow,
} from './access.queries';
import { anonymous, Viewer } from './viewer';

/** Seconds for which the last use of a session or an organization key is not written again: reads stay reads. */
const TOUCH_INTERVAL = 300;

/** Knows the fan clubs by their keys and the visitors by their sessions: at most one statement for a request. */
@Injectable()
export class AccessDirectory {
  constructor(
    private readonly sql: Sql,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /** The visitor of the fan club with this key; see {@link look}. Null for an invalid key. */
  identify(key: string, tokens: readonly TenantToken[]): Promise<Viewer | null> {
    return this.look(IDENTIFY_BY_KEY, key, tokens);
  }

  /** The visitor of a hosted page of this fan club; see {@link look}. Null for an unknown id. */
  identifyById(fanclubId: number, tokens: readonly TenantToken[]): Promise<Viewer | null> {
    return this.look(IDENTIFY_BY_ID, fanclubId, tokens);
  }

  /** A partner on a fan club that its organization owns; null when either key is invalid or they do not belong together. */
  async identifyPartner(key: string, organizationKey: string): Promise<Viewer | null> {
    const row = await this.sql.first<PartnerRow>(IDENTIFY_PARTNER, [key, hashToken(organizationKey)]);
    if (!row) return null;
    await this.noteUse(row);
    return new Viewer(fanclubOf(row), null, { keyId: row.organization_key_id });
  }

  /** When a key was last used is for operators, who look at days: it is written now and then, and where writing is possible. */
  private async noteUse({
    organization_key_id: id,
    organization_key_last_used_at: last,
  }: PartnerRow): Promise<void> {
    const now = this.clock.now();
    const longAgo = new Date(now.getTime() - TOUCH_INTERVAL * 1000);
    if (last !== null && last > longAgo) return;
    await this.sql.run(TOUCH_ORGANIZATION_KEY, [id, now, longAgo]).catch((error: unknown) => {
      if (!isReadOnly(error)) throw error;
    });
  }

  /**
   * The origins that the fan club with this key trusts; null for an invalid key. A statement of its own, since it decides
   * whether the session may be looked at; it goes once fan clubs are kept in memory.
   */
  async trustedOrigins(key: string): Promise<string[] | null> {
    const row = await this.sql.first<{ origins: string[] }>(TRUSTED_ORIGINS, [key]);
    return row && row.origins;
  }

  /**
   * The visitor of a fan club. `tokens` are those of all session cookies that came with the request; the one of this fan
   * club's cookie counts, if its session lives.
   */
  private async look(
    statements: Identification,
    fanclub: string | number,
    tokens: readonly TenantToken[],
  ): Promise<Viewer | null> {
    if (tokens.length === 0) {
      const row = await this.sql.first<FanclubRow>(statements.fanclub, [fanclub]);
      return row && anonymous(fanclubOf(row));
    }
    const now = this.clock.now();
    const seenAfter = new Date(now.getTime() - this.config.session.idleLifetime * 1000);
    const clubs = tokens.map(({ tenantId }) => tenantId);
    const hashes = tokens.map(({ token }) => hashToken(token));
    const row = await this.sql.first<VisitRow>(statements.visitor, [fanclub, clubs, hashes, now, seenAfter]);
    if (!row) return null;
    const viewer = new Viewer(fanclubOf(row), visitOf(row));
    if (viewer.visit && now.getTime() - row.session_last_seen_at.getTime() >= TOUCH_INTERVAL * 1000) {
      await this.sql.rows(TOUCH_SESSION, [viewer.fanclub.id, viewer.visit.sessionId, now]);
    }
    return viewer;
  }
}
