import { Injectable, Logger } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Clock, secondsAfter } from '#libs/clock';
import { SessionCookies, type SessionCookiesOptions } from '#libs/session';
import { hashToken, newToken } from '#libs/token';
import {
  type ClubAsker,
  declareSecurityEvents,
  type ReasonOf,
  type SecurityEvent,
  SecurityEvents,
} from '#platform/audit';
import { Config } from '#platform/config';
import { Sql, type Statements } from '#platform/database';
import { END_SESSION, END_SESSIONS, END_SURPLUS, KEEP_ORDER, OPEN_SESSION } from './session.queries';
import type { Viewer, ViewerCustomer } from './viewer';

export const events = declareSecurityEvents({
  'session.ended': [],
  'session.token_reused': [],
});

declare module '#platform/audit' {
  interface SecurityEventKinds extends Readonly<typeof events> {}
}

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
  private readonly log = new Logger('Sessions');

  constructor(
    private readonly sql: Sql,
    private readonly cookies: SessionCookies,
    private readonly clock: Clock,
    private readonly config: Config,
    private readonly events: SecurityEvents,
  ) {}

  /**
   * Opens a session of a customer and returns its token, for {@link setCookie} after `tx` has committed. Ends the visitor's
   * current session. The caller knows that the customer may have a session, and has locked the customer's row.
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
    const token = await this.insert(tx, viewer, customerId, { orderId, event, verifiedHash: null });
    if (token === null) throw new Error(`the customer ${customerId} does not exist`);
    return token;
  }

  /**
   * The same for a customer whose password was verified. It needs no transaction.
   *
   * @returns null if the customer's password has another hash by now, or if the customer has been blacklisted
   */
  openVerified(
    db: Statements,
    viewer: Viewer,
    { id, passwordHash }: { readonly id: number; readonly passwordHash: string },
    event: SecurityEvent,
  ): Promise<string | null> {
    return this.insert(db, viewer, id, { orderId: null, event, verifiedHash: passwordHash });
  }

  private async insert(
    db: Statements,
    viewer: Viewer,
    customer: number,
    opening: { orderId: number | null; event?: SecurityEvent; verifiedHash: string | null },
  ): Promise<string | null> {
    const { orderId, event, verifiedHash } = opening;
    const fanclub = viewer.fanclub.id;
    const token = newToken();
    const now = this.clock.now();
    const { absoluteLifetime, idleLifetime } = this.config.session;
    const seenAfter = secondsAfter(now, -idleLifetime);
    const opened = await db.first(OPEN_SESSION, {
      fanclub,
      customer,
      verifiedHash,
      tokenHash: hashToken(token),
      now,
      expiresAt: secondsAfter(now, absoluteLifetime),
      seenAfter,
      others: MAX_SESSIONS - 1,
      former: viewer.visit?.sessionId ?? null,
      order: orderId,
      events: this.events.json(viewer, ...(event ? [event] : [])),
    });
    if (!opened) return null;
    if (verifiedHash !== null) {
      const ended = db.run(END_SURPLUS, { fanclub, customer, now, seenAfter, most: MAX_SESSIONS });
      // Without a transaction the session is open, so the visitor gets it. The next log-in ends the surplus.
      await (db === this.sql ? ended.catch((error: unknown) => this.logSurplus(viewer, error)) : ended);
    }
    return token;
  }

  private logSurplus({ source }: Viewer, error: unknown): void {
    this.log.error(`sessions above the maximum not ended in request ${source.requestId}: ${String(error)}`);
  }

  /** Stores the order of a free plan in a session, which lets its unregistered customer register (contract 4.11). */
  async keepOrder(tx: Statements, fanclubId: number, session: number, order: number): Promise<void> {
    await tx.run(KEEP_ORDER, { fanclub: fanclubId, session, order });
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
  async endAll(
    tx: Statements,
    asker: ClubAsker,
    customerId: number,
    reason: ReasonOf<'sessions.ended'>,
  ): Promise<void> {
    const target = `customer:${customerId}` as const;
    const events = this.events.json(asker, { action: 'sessions.ended', target, reason });
    const now = this.clock.now();
    await tx.run(END_SESSIONS, { fanclub: asker.fanclub.id, customer: customerId, now, events });
  }

  /** Sets the cookie of a session; null leaves the visitor's cookie as it is. */
  setCookie(reply: FastifyReply, fanclubId: number, token: string | null): void {
    if (token !== null) this.cookies.set(reply, fanclubId, token, this.config.session.absoluteLifetime);
  }

  /** Replaces the cookie of a live session if it is sealed with an older key or has the former name. */
  renewCookie(request: FastifyRequest, reply: FastifyReply, fanclubId: number): void {
    this.cookies.renew(request, reply, fanclubId, this.config.session.absoluteLifetime);
  }

  /** Clears the cookie of a session that is over, or a cookie that cannot be opened (contract 3.3). */
  clearInvalidCookie(request: FastifyRequest, reply: FastifyReply, fanclubId: number): void {
    if (this.cookies.hasCookie(request, fanclubId)) this.clearCookie(reply, fanclubId);
  }

  clearCookie(reply: FastifyReply, fanclubId: number): void {
    this.cookies.clear(reply, fanclubId);
  }
}

/** Name and attributes of the service's cookies. */
export function cookieOptions({ session, publicUrl }: Config): SessionCookiesOptions {
  return { prefix: 'fanclub_session', mode: session.cookieMode, secure: publicUrl.startsWith('https:') };
}
