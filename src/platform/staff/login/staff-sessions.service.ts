import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Clock, secondsAfter } from '#libs/clock';
import { hashToken, isToken, newToken } from '#libs/token';
import { Config } from '#platform/config';
import { Sql, type Statements } from '#platform/database';
import type { Role } from '../permissions';
import {
  END_STAFF_SESSION,
  END_STAFF_SESSIONS,
  FIND_STAFF_VISIT,
  OPEN_STAFF_SESSION,
  TOUCH_STAFF_SESSION,
} from './staff-sessions.queries';
import type { Scope, StaffVisit } from '../staff-viewer';

/** Seconds after which the use of a session is noted again. */
const TOUCH_AFTER = 60;

/** Characters of the browser's name that are kept. */
const USER_AGENT_LENGTH = 200;

/** A session, and what the person may do in the scope of the request. */
export interface ScopedVisit {
  readonly visit: StaffVisit;
  /** Null if the request names no scope, or one that does not exist. */
  readonly scope: Scope | null;
  readonly roles: readonly Role[];
  /** The cell that serves the fan club of the scope; null: this database does. */
  readonly movedTo: string | null;
}

/** The ids in the path of a request; null if it has none. */
export interface ScopeIds {
  readonly fanclub: number | null;
  readonly organization: number | null;
}

/** Sessions of staff: a cookie of their own that only reaches paths below `/staff`. */
@Injectable()
export class StaffSessionsService {
  private readonly cookie: string;
  private readonly isSecure: boolean;

  constructor(
    private readonly sql: Sql,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {
    this.isSecure = (config.staff.url ?? config.publicUrl).startsWith('https:');
    this.cookie = this.isSecure ? '__Secure-fanclub_staff' : 'fanclub_staff';
  }

  /** The session of a request; null without a live one. */
  async find(request: FastifyRequest, { fanclub, organization }: ScopeIds): Promise<ScopedVisit | null> {
    const token = request.cookies[this.cookie];
    if (!isToken(token)) return null;
    const now = this.clock.now();
    const row = await this.sql.first(FIND_STAFF_VISIT, {
      tokenHash: hashToken(token),
      now,
      seenAfter: secondsAfter(now, -this.config.staff.idleLifetime),
      fanclub,
      organization,
    });
    if (!row) return null;
    const { sessionId, provedAt, lastSeenAt, organizationId, roles, movedTo } = row;
    if (secondsAfter(lastSeenAt, TOUCH_AFTER) <= now) {
      await this.sql.run(TOUCH_STAFF_SESSION, { session: sessionId, now });
    }
    const person = { id: row.personId, email: row.email, name: row.name };
    const scope = organizationId === null ? null : { organizationId, fanclubId: fanclub };
    return { visit: { sessionId, person, provedAt }, scope, roles, movedTo };
  }

  /** Opens a session and sets its cookie. Call it last in the transaction. @param former the session that it replaces */
  async open(
    tx: Statements,
    request: FastifyRequest,
    reply: FastifyReply,
    staffId: number,
    former: number | null,
  ): Promise<void> {
    const token = newToken();
    const now = this.clock.now();
    const { sessionLifetime } = this.config.staff;
    await tx.rows(OPEN_STAFF_SESSION, {
      staff: staffId,
      tokenHash: hashToken(token),
      userAgent: (request.headers['user-agent'] ?? '').slice(0, USER_AGENT_LENGTH),
      now,
      expiresAt: secondsAfter(now, sessionLifetime),
      former,
    });
    void reply.setCookie(this.cookie, token, { ...this.attributes(), maxAge: sessionLifetime });
  }

  /** Ends the session and clears its cookie. */
  async end({ sessionId, person }: StaffVisit, reply: FastifyReply): Promise<void> {
    await this.sql.run(END_STAFF_SESSION, { staff: person.id, session: sessionId, now: this.clock.now() });
    void reply.clearCookie(this.cookie, this.attributes());
  }

  /** Ends all sessions of a person. @param except a session that stays; null: none */
  async endAll(tx: Statements, staffId: number, except: number | null): Promise<void> {
    await tx.run(END_STAFF_SESSIONS, { staff: staffId, now: this.clock.now(), except });
  }

  private attributes() {
    return { path: '/staff', httpOnly: true, sameSite: 'strict', secure: this.isSecure } as const;
  }
}
