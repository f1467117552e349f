import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Clock, secondsAfter } from '#libs/clock';
import { jsonpOf } from '#libs/jsonp';
import { SessionCookies } from '#libs/session';
import { hashToken, isToken } from '#libs/token';
import { SecurityEvents } from '#platform/audit';
import { Config } from '#platform/config';
import { Sql } from '#platform/database';
import type { FanclubInfo } from '#platform/published';
import { SealedLinks } from '#platform/tokens';
import type { BearerTokens } from './bearer-tokens';
import { mayUseSession, ownOriginsOf } from './origin-check';
import { websiteOrigin } from './origin.rules';
import { SessionKeeper } from './session-keeper';
import { END_SESSION, TURN_REFRESH_TOKEN } from './session.queries';
import type { Viewer } from './viewer';

/** The session that tokens are for. */
interface TokenSession {
  readonly fanclub: Pick<FanclubInfo, 'id'>;
  /** The token of the session itself, which its cookie has too. */
  readonly token: string;
  /** The only origin whose pages can use the tokens. Null: any that is trusted, and programs. */
  readonly origin: string | null;
}

/** Seconds for which an access token is valid. */
export const ACCESS_SECONDS = 600;

/** Seconds for which a refresh token can be used again after it was exchanged, by other tabs that had it. */
export const GRACE_SECONDS = 30;

/** Seconds until the first exchange of tokens that were handed over in an address. */
const HANDED_OVER_SECONDS = 86_400;

/** Whatever follows the scheme counts as a token, so that a broken one does not fall back to the cookie. */
const BEARER = /^Bearer(?: +(.*))?$/i;

/** Any origin, in a token. */
const ANY = '-';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether the client keeps tokens, so that the answer sets no cookie. */
    usesTokens: boolean;
  }
}

/** The bearer token of a request, valid or not; null without one. */
export function bearerOf({ raw }: Pick<FastifyRequest, 'raw'>): string | null {
  const { authorization } = raw.headers;
  const found = authorization === undefined ? null : BEARER.exec(authorization);
  return found && (found[1] ?? '');
}

/**
 * Issues bearer tokens for sessions, and finds the session of a request. The tokens are sealed and contain the token of the session, as
 * its cookie does; so what ends a session ends its tokens (docs/decisions/0078-bearer-tokens.md).
 */
@Injectable()
export class SessionTokens {
  constructor(
    private readonly sealed: SealedLinks,
    private readonly cookies: SessionCookies,
    private readonly keeper: SessionKeeper,
    private readonly sql: Sql,
    private readonly events: SecurityEvents,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /** The token of the session that a request names: by its bearer token, or else by its cookie. Null: none that is valid. */
  read(request: FastifyRequest, fanclubId: number): string | null {
    const bearer = bearerOf(request);
    if (bearer === null) return this.cookies.read(request, fanclubId);
    if (!mayUseSession(request)) return null;
    const [token, origin, end] = this.sealed.open('access', fanclubId, bearer) ?? [];
    const isUsable = Number(end) * 1000 > this.clock.now().getTime() && this.isFrom(origin, request);
    return isUsable && isToken(token) ? token : null;
  }

  /** Whether a request names a session of the fan club, valid or not. */
  has(request: Pick<FastifyRequest, 'raw' | 'cookies'>, fanclubId: number): boolean {
    return bearerOf(request) !== null || this.cookies.hasCookie(request, fanclubId);
  }

  /**
   * Gives the client a session: its tokens if the client asked for them, or else its cookie. A script of JSONP gets no tokens.
   * @param token of the session
   * @returns what the answer has in addition
   */
  give(
    reply: FastifyReply,
    fanclub: Pick<FanclubInfo, 'id'>,
    token: string | null,
    { tokens: isAskedFor }: { readonly tokens?: boolean | null },
  ): { access?: BearerTokens } {
    const { request } = reply;
    if (!isAskedFor || token === null || jsonpOf(request)) {
      // A log-in that asks for no tokens gets its cookie, whatever token it came with.
      if (token !== null) request.usesTokens = false;
      this.keeper.setCookie(reply, fanclub.id, token);
      return {};
    }
    request.usesTokens = true;
    return { access: this.tokens({ fanclub, token, origin: originOf(request) }, 0, this.lifetime) };
  }

  /** The tokens of a session that has just begun for the pages of an origin, which they reach in an address. */
  handOver(fanclub: Pick<FanclubInfo, 'id'>, token: string, origin: string): BearerTokens {
    return this.tokens({ fanclub, token, origin }, 0, Math.min(this.lifetime, HANDED_OVER_SECONDS));
  }

  /**
   * Exchanges a refresh token. For {@link GRACE_SECONDS} it can be exchanged again; later this ends the session, because one of two
   * clients has stolen it. Null: no live session has this token.
   */
  async refresh(viewer: Viewer, reply: FastifyReply, refreshToken: string): Promise<BearerTokens | null> {
    const { fanclub } = viewer;
    const { request } = reply;
    request.usesTokens = true;
    const [token, origin, end, turn] = this.sealed.open('refresh', fanclub.id, refreshToken) ?? [];
    const now = this.clock.now();
    if (!isToken(token) || Number(end) * 1000 <= now.getTime() || !this.isFrom(origin, request)) return null;
    const turned = await this.sql.first(TURN_REFRESH_TOKEN, {
      fanclub: fanclub.id,
      tokenHash: hashToken(token),
      now,
      seenAfter: secondsAfter(now, -this.config.session.idleLifetime),
      turn: Number(turn),
      graceAfter: secondsAfter(now, -GRACE_SECONDS),
    });
    if (!turned) return null;
    if (!turned.isAccepted) {
      const target = `customer:${turned.customerId}` as const;
      const events = this.events.json(viewer, { action: 'session.token_reused', target });
      await this.sql.run(END_SESSION, { fanclub: fanclub.id, session: turned.sessionId, now, events });
      return null;
    }
    const left = Math.floor((turned.expiresAt.getTime() - now.getTime()) / 1000);
    const session = { fanclub, token, origin: origin === ANY ? null : origin };
    return this.tokens(session, Number(turn) + 1, Math.min(left, this.config.session.idleLifetime));
  }

  /** Whether a request comes from the origin that a token is for. Browsers send no `Origin` with a GET to the own one. */
  private isFrom(origin: string | undefined, request: FastifyRequest): boolean {
    if (origin === ANY) return true;
    if (request.headers.origin !== undefined) return origin === originOf(request);
    const isOwn = origin !== undefined && ownOriginsOf(request, this.config.publicUrl).includes(origin);
    return isOwn && request.headers['sec-fetch-site'] === 'same-origin';
  }

  /** Seconds for which a new session lasts without a request. */
  private get lifetime(): number {
    const { absoluteLifetime, idleLifetime } = this.config.session;
    return Math.min(absoluteLifetime, idleLifetime);
  }

  /** @param turn how often the refresh token has been exchanged @param lifetime of the refresh token in seconds */
  private tokens(
    { fanclub: { id }, token, origin }: TokenSession,
    turn: number,
    lifetime: number,
  ): BearerTokens {
    const now = Math.floor(this.clock.now().getTime() / 1000);
    const [accessEnd, refreshEnd] = [now + Math.min(ACCESS_SECONDS, lifetime), now + lifetime];
    const facts = [token, origin ?? ANY];
    return {
      access_token: this.sealed.seal('access', id, [...facts, accessEnd]),
      access_token_expiration: accessEnd,
      refresh_token: this.sealed.seal('refresh', id, [...facts, refreshEnd, turn]),
      refresh_token_expiration: refreshEnd,
    };
  }
}

const originOf = ({ headers: { origin } }: FastifyRequest): string | null =>
  origin === undefined ? null : websiteOrigin(origin);
