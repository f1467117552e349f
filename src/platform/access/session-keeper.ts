import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Clock, secondsAfter } from '#libs/clock';
import { SessionCookies } from '#libs/session';
import { hashToken, newToken } from '#libs/token';
import { type ClubAsker, type EndOfSessions, type SecurityEvent, SecurityEvents } from '#platform/audit';
import { Config } from '#platform/config';
import { Sql, type Statements } from '#platform/database';
import { END_SESSION, END_SESSIONS, OPEN_SESSION } from './session.queries';
import type { Viewer, ViewerCustomer } from './viewer';

/** The maximum number of live sessions of a customer. A further log-in ends the oldest session. */
const MAX_SESSIONS = 10;

/** A customer, and the token of the session that was opened for them. If it is null, the visitor's cookie stays as it is. */
export interface CustomerSession {
  customer: ViewerCustomer;
  token: string | null;
}

/** Opens and ends sessions. The calling domain has checked the visitor's identity. */
@Injectable()
export class SessionKeeper {
  constructor(
    private readonly sql: Sql,
    private readonly cookies: SessionCookies,
    private readonly clock: Clock,
    private readonly config: Config,
    private readonly events: SecurityEvents,
  ) {}

  /**
   * Opens a session of a customer and returns its token, for {@link setCookie} after `tx` has committed. Ends the visitor's
   * current session. `tx` must have locked the customer's row, so that concurrent calls count each other's sessions.
   *
   * @param orderId the free-plan order that lets the customer register (contract 4.11); null for none
   * @param event recorded together with the session
   */
  async open(
    tx: Statements,
    viewer: Viewer,
    customerId: number,
    { orderId = null, event }: { orderId?: number | null; event?: SecurityEvent } = {},
  ): Promise<string> {
    const { fanclub, visit } = viewer;
    const token = newToken();
    const now = this.clock.now();
    const { absoluteLifetime, idleLifetime } = this.config.session;
    await tx.run(OPEN_SESSION, {
      fanclub: fanclub.id,
      customer: customerId,
      tokenHash: hashToken(token),
      now,
      expiresAt: secondsAfter(now, absoluteLifetime),
      seenAfter: secondsAfter(now, -idleLifetime),
      former: visit?.sessionId ?? null,
      others: MAX_SESSIONS - 1,
      order: orderId,
      events: this.events.json(viewer, ...(event ? [event] : [])),
    });
    return token;
  }

  /** Ends the visitor's session, if any. */
  async end(viewer: Viewer): Promise<void> {
    const { fanclub, visit } = viewer;
    if (!visit) return;
    const events = this.events.json(viewer, { action: 'session.ended' });
    const now = this.clock.now();
    await this.sql.run(END_SESSION, { fanclub: fanclub.id, session: visit.sessionId, now, events });
  }

  /** Ends all sessions of a customer. */
  async endAll(tx: Statements, asker: ClubAsker, customerId: number, reason: EndOfSessions): Promise<void> {
    const target = `customer:${customerId}` as const;
    const events = this.events.json(asker, { action: 'sessions.ended', target, reason });
    const now = this.clock.now();
    await tx.run(END_SESSIONS, { fanclub: asker.fanclub.id, customer: customerId, now, events });
  }

  /** Sets the cookie of a session; null leaves the visitor's cookie as it is. */
  setCookie(reply: FastifyReply, fanclubId: number, token: string | null): void {
    if (token !== null) this.cookies.set(reply, fanclubId, token, this.config.session.absoluteLifetime);
  }

  /** If the session is live and its cookie is sealed with an older key or has the former name, replaces the cookie. */
  renewCookie(request: FastifyRequest, reply: FastifyReply, { fanclub, visit }: Viewer): void {
    if (visit) this.cookies.renew(request, reply, fanclub.id, this.config.session.absoluteLifetime);
  }

  /** Clears the cookie of a session that is over, or a cookie that cannot be opened (contract 3.3). */
  clearInvalidCookie(request: FastifyRequest, reply: FastifyReply, fanclubId: number): void {
    if (this.cookies.hasCookie(request, fanclubId)) this.clearCookie(reply, fanclubId);
  }

  clearCookie(reply: FastifyReply, fanclubId: number): void {
    this.cookies.clear(reply, fanclubId);
  }
}
