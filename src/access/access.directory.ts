import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { Clock } from '#libs/clock';
import type { TenantToken } from '#libs/session';
import { hashToken } from '#libs/token';
import { Config } from '../config';
import { Sql } from '../database/sql';
import { fanclubOf, visitOf } from './access.mapping';
import {
  type FanclubRow,
  type Identification,
  IDENTIFY_BY_ID,
  IDENTIFY_BY_KEY,
  IDENTIFY_PARTNER,
  TOUCH_SESSION,
  type VisitRow,
} from './access.queries';
import { anonymous, Viewer } from './viewer';

/** Seconds for which a session's last use is not written again: reads stay reads. */
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
    const digest = createHash('sha256').update(organizationKey).digest();
    const row = await this.sql.first<FanclubRow>(IDENTIFY_PARTNER, [key, digest]);
    return row && anonymous(fanclubOf(row));
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
