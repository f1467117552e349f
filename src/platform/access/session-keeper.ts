import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Clock } from '#libs/clock';
import { SessionCookies } from '#libs/session';
import { hashToken, newToken } from '#libs/token';
import { type ClubAsker, type EndOfSessions, type SecurityEvent, SecurityEvents } from '#platform/audit';
import { Config } from '#platform/config';
import { Sql, type Statements } from '#platform/database';
import { END_SESSION, END_SESSIONS, OPEN_SESSION } from './session.queries';
import type { Viewer } from './viewer';

/** Live sessions that a customer may have; opening one more ends the oldest. */
const MOST_SESSIONS = 10;

/** Opens and ends sessions, for whichever domain has found out who the visitor is or no longer may be. */
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
   * Opens a session of a customer and returns its token, for {@link handOver} once `tx` is committed. The session that the
   * visitor came with ends, whoever it belonged to. `tx` must hold the customer's row, so that simultaneous openings count
   * each other's sessions.
   *
   * @param orderId the free-plan order that lets the customer register (decisions 4.11); null for none
   * @param event what opens the session, to be recorded with it
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
      others: MOST_SESSIONS - 1,
      order: orderId,
      events: this.events.json(viewer, ...(event ? [event] : [])),
    });
    return token;
  }

  /** Ends the visitor's session, if there is one. */
  async end(viewer: Viewer): Promise<void> {
    const { fanclub, visit } = viewer;
    if (!visit) return;
    const events = this.events.json(viewer, { action: 'session.ended' });
    const now = this.clock.now();
    await this.sql.run(END_SESSION, { fanclub: fanclub.id, session: visit.sessionId, now, events });
  }

  /** Ends all sessions of a customer: after a new password, a disconnected provider, a ban. */
  async endAll(tx: Statements, asker: ClubAsker, customerId: number, reason: EndOfSessions): Promise<void> {
    const target = `customer:${customerId}` as const;
    const events = this.events.json(asker, { action: 'sessions.ended', target, reason });
    const now = this.clock.now();
    await tx.run(END_SESSIONS, { fanclub: asker.fanclub.id, customer: customerId, now, events });
  }

  /** Gives the visitor the cookie of a session. */
  handOver(reply: FastifyReply, fanclubId: number, token: string): void {
    this.cookies.set(reply, fanclubId, token, this.config.session.absoluteLifetime);
  }

  /** Gives the visitor's session a cookie of the newest key, if it came in one of an older key. */
  renewCookie(request: FastifyRequest, reply: FastifyReply, { fanclub, visit }: Viewer): void {
    if (visit) this.cookies.renew(request, reply, fanclub.id, this.config.session.absoluteLifetime);
  }

  /** Clears the cookie of a session that is over, or that cannot be opened (decisions 3.3). */
  clearDead(request: FastifyRequest, reply: FastifyReply, fanclubId: number): void {
    if (this.cookies.hasCookie(request, fanclubId)) this.forget(reply, fanclubId);
  }

  /** Makes the visitor's browser forget the fan club's session. */
  forget(reply: FastifyReply, fanclubId: number): void {
    this.cookies.clear(reply, fanclubId);
  }
}

function secondsAfter(instant: Date, seconds: number): Date {
  return new Date(instant.getTime() + seconds * 1000);
}
