import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { jsonpOf } from '#libs/jsonp';
import { SessionCookies } from '#libs/session';
import { hashToken } from '#libs/token';
import { parseId } from '#libs/validation';
import { clientNetwork, refuseLargeQuery, UnreadableBody } from '#platform/http';
import { CircuitOpen } from '#platform/database';
import { type FanclubInfo, LastKnown, Published, STALE_HEADER } from '#platform/published';
import { mayServeClub } from '#platform/tenants';
import { type Access, ACCESS, OWN_ROWS, setViewer } from './access.decorators';
import { AccessDirectory } from './access.directory';
import {
  CallbackInvalid,
  FanclubElsewhere,
  InvalidKey,
  PageNotFound,
  WebsiteNotAllowed,
} from './access.errors';
import type { VisitWithRows } from './access.queries';
import { fanclubKey, FanclubLookup, wellFormedKey } from './fanclub-lookup';
import { HeldWrites } from './held-writes';
import { mayUseSession } from './origin-check';
import { mayWrite, RecentWrites } from './recent-writes';
import { SessionKeeper } from './session-keeper';
import { SessionTokens } from './session-tokens';
import { anonymous, Viewer } from './viewer';
import { Visits } from './visits';

/**
 * Guards every route: identifies the fan club and the viewer, and checks the handler's declaration (contract 1.13,
 * 3.13). An unreadable body is reported only with a valid key.
 */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly published: Published,
    private readonly fanclubs: FanclubLookup,
    private readonly lastKnown: LastKnown,
    private readonly directory: AccessDirectory,
    private readonly visits: Visits,
    private readonly cookies: SessionCookies,
    private readonly keeper: SessionKeeper,
    private readonly tokens: SessionTokens,
    private readonly writes: RecentWrites,
    private readonly held: HeldWrites,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const access = this.reflector.getAllAndOverride<Access | undefined>(ACCESS, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (!access)
      throw new Error(`${context.getClass().name}.${context.getHandler().name} declares no access`);
    if (access.kind === 'outside' || access.kind === 'staff') return true;

    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    const together = this.reflector.get<VisitWithRows | undefined>(OWN_ROWS, context.getHandler()) ?? null;
    const viewer = await this.identify(request, reply, access, together);
    if (!viewer) throw access.kind === 'page' ? new PageNotFound() : new InvalidKey();
    setViewer(request, viewer);
    if (viewer.visit) this.keeper.renewCookie(request, reply, viewer.fanclub.id);
    refuseRequest(request, access);
    if (access.kind === 'customer' && !viewer.claim && !viewer.isLoggedIn()) throw new access.refusal();
    return true;
  }

  /** The viewer. Null if the fan club key or the page's address is invalid, and on partner routes if the organization key is. */
  private async identify(
    request: FastifyRequest,
    reply: FastifyReply,
    access: Access,
    together: VisitWithRows | null,
  ): Promise<Viewer | null> {
    // Read before the first await: the address of a closed connection is unknown.
    const source = { network: clientNetwork(request), requestId: request.id };
    let fanclub = await this.fanclubOf(request, access);
    if (fanclub && fanclub.movedTo !== null) throw new FanclubElsewhere();
    if (fanclub && fanclub.heldAt !== null && certainlyWrites(request, access)) {
      await this.held.released(fanclub.id);
      fanclub = await this.fanclubOf(request, access);
    }
    if (request.isStale) this.refuseUnlessPublic(request, reply, access, fanclub);
    if (!fanclub) return null;
    // Before a cookie may be set.
    if (access.kind === 'page' && !access.session) return anonymous(fanclub, source);
    const isWrite = mayWrite(request);
    if (isWrite) this.writes.mark(reply, false);
    if (access.kind === 'partner') {
      const key = wellFormedKey(request.headers['api-key']);
      const partner = key === null ? null : await this.directory.partner(fanclub, key);
      return partner && new Viewer({ fanclub, source, partner });
    }
    if (access.kind === 'visitor' && !access.session) return anonymous(fanclub, source);
    const sent = access.kind === 'page' ? this.cookies : this.tokens;
    const token = sent.read(request, fanclub.id);
    if (token !== null && access.kind === 'customer' && access.byStatement && isAccepted(request, access)) {
      const { refusal } = access;
      return new Viewer({ fanclub, source, claim: { tokenHash: hashToken(token), refusal, request, reply } });
    }
    const writes = isWrite || (access.kind === 'visitor' && access.writes);
    // A client with tokens has no cookie that tells what it has written.
    const toleratesLag = !writes && !request.usesTokens && this.writes.toleratesLag(request);
    const found = token === null ? null : await this.visitOf(fanclub, token, toleratesLag, together);
    if (found === null) this.keeper.clearInvalidCookie(request, reply, fanclub.id);
    else if (isWrite) this.writes.mark(reply, true);
    return new Viewer({ fanclub, source, ...found, toleratesLag, mayWrite: writes });
  }

  /** Only reads share visits. What writes reads the database, so that a kept visit lets nobody do anything. */
  private async visitOf(
    fanclub: FanclubInfo,
    token: string,
    toleratesLag: boolean,
    together: VisitWithRows | null,
  ): Promise<Pick<Viewer, 'visit' | 'keptRows' | 'keptAs'> | null> {
    if (!toleratesLag) {
      const read = await this.directory.visit(fanclub, token, together);
      return read && { visit: read.visit, keptRows: read.rows, keptAs: null };
    }
    // With replicas, only the visit is read from the primary.
    const found = await this.visits.find(fanclub, token, this.writes.hasReplicas ? null : together);
    if (!found) return null;
    const { visit, keptRows, isReturning } = found;
    // Answers are kept only for visitors who return within the age of a visit. The others would fill the memory.
    return { visit, keptRows, keptAs: isReturning ? found.keptAs : null };
  }

  /**
   * While the database is away, only handlers that do not need it answer, and for some time public reads of visitors without a
   * session. Others fail here, and do not wait for the database. This also applies to a request whose session cookie the origin check
   * has removed.
   *
   * @throws CircuitOpen
   */
  private refuseUnlessPublic(
    request: FastifyRequest,
    reply: FastifyReply,
    access: Access,
    fanclub: FanclubInfo | null,
  ): void {
    const isPublicRead =
      request.method === 'GET' &&
      !jsonpOf(request)?.isWrite &&
      access.kind === 'visitor' &&
      !access.opensSession;
    if (!isPublicRead || !fanclub) throw new CircuitOpen();
    const { mayServe } = this.lastKnown;
    const answers =
      access.withoutDatabase ||
      (mayServe && !request.usesTokens && !this.cookies.wasSent(request, fanclub.id));
    if (!answers) throw new CircuitOpen();
    if (mayServe) reply.header(STALE_HEADER, this.lastKnown.recordAnswer());
  }

  private async fanclubOf(request: FastifyRequest, access: Access): Promise<FanclubInfo | null> {
    if (access.kind === 'page') {
      const id = parseId((request.params as { fanclubId: string }).fanclubId);
      const found = id === null ? null : await this.published.byId(id);
      return found && mayServeClub(request, found) ? found : null;
    }
    const key = fanclubKey(request);
    return key === null ? null : this.fanclubs.byKey(request, key);
  }
}

/** Whether a request changes something. Some pages write on GET too: their statements fail while the fan club is held. */
function certainlyWrites(request: FastifyRequest, access: Access): boolean {
  if (access.kind === 'visitor' && access.writes) return true;
  return request.method !== 'GET' || jsonpOf(request)?.isWrite === true;
}

/** @throws what is wrong with a request of any sender */
function refuseRequest(request: FastifyRequest, access: Access): void {
  refuseJsonp(request);
  if (access.kind === 'visitor' && access.opensSession && !mayUseSession(request)) {
    throw new WebsiteNotAllowed();
  }
  refuseLargeQuery(request);
  UnreadableBody.refuse(request.body);
}

/** Whether a request will reach its handler, if the visitor may use it. */
function isAccepted(request: FastifyRequest, access: Access): boolean {
  try {
    refuseRequest(request, access);
    return true;
  } catch {
    return false;
  }
}

/** @throws CallbackInvalid; WebsiteNotAllowed for a JSONP write whose origin is not proven (contract 1.5, 1.6) */
function refuseJsonp(request: FastifyRequest): void {
  const jsonp = jsonpOf(request);
  if (jsonp?.callback === null) throw new CallbackInvalid();
  if (jsonp?.isWrite && !mayUseSession(request)) throw new WebsiteNotAllowed();
}
