import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { Problem } from '#libs/problem';
import { parseId } from '#libs/validation';
import { Clock } from '#libs/clock';
import { ownOrigins } from '#platform/access';
import type { RequestSource } from '#platform/audit';
import { Config } from '#platform/config';
import { clientNetwork, CsvUpload, FileUpload, refuseLargeQuery, UnreadableBody } from '#platform/http';
import { TAKES_CSV } from './items/staff-csv';
import { provesItself } from './keys/staff-key.rules';
import { bearerOf, StaffProgramsService } from './keys/staff-programs.service';
import { requireProof } from './login/recent-proof';
import { STAFF_ACCESS, setStaff, type StaffAccess } from './staff-context';
import { PROBLEMS, notFound } from './staff-problems';
import { requireStorable } from './items/storable';
import { type ScopeIds, StaffSessionsService } from './login/staff-sessions.service';
import { movedText } from './moved-club';
import { StaffViewer } from './staff-viewer';

/** The types of bodies that staff may send. Pages of other websites cannot send them without CORS, which staff paths lack. */
const BODY_TYPE = /^(application\/json|application\/octet-stream|text\/csv)\s*(;|$)/i;

/** A key proves nothing recently. */
const NEVER = new Date(0);

/** Guards the handlers for staff: origin, session or key, scope, permission and age of the last proof, in this order. */
@Injectable()
export class StaffGuard implements CanActivate {
  private readonly origins: readonly string[];

  constructor(
    private readonly reflector: Reflector,
    private readonly sessions: StaffSessionsService,
    private readonly programs: StaffProgramsService,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {
    this.origins = ownOrigins(config.staff.url ?? config.publicUrl);
  }

  /** @throws Problem */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { needs, proof } = this.reflector.get<StaffAccess>(STAFF_ACCESS, context.getHandler());
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    // Read before the first await: the address of a closed connection is unknown.
    const source = { network: clientNetwork(request), requestId: request.id };
    const token = bearerOf(request);
    if (token === null) this.refuseForeignPages(request);
    else refuseOtherBodies(request);
    refuseLargeQuery(request);
    UnreadableBody.refuse(request.body);
    if (request.body instanceof CsvUpload && !this.reflector.get<boolean>(TAKES_CSV, context.getHandler())) {
      throw new Problem(PROBLEMS.unsupportedType, { detail: 'Send JSON.' });
    }
    const isFile = request.body instanceof CsvUpload || request.body instanceof FileUpload;
    if (!isFile) requireStorable(request);

    const params = request.params as Partial<Record<'fanclubId' | 'organizationId', string>>;
    const ids = { fanclub: idOf(params.fanclubId), organization: idOf(params.organizationId) };
    if (token !== null) return this.admitProgram(request, token, { needs, proof }, ids, source);
    const found = await this.sessions.find(request, ids);
    if (needs !== 'open' && !found) throw new Problem(PROBLEMS.loginRequired);
    setStaff(request, found?.visit ?? null, null);
    if (needs === 'open' || needs === 'self' || !found) {
      if (proof && found) requireProof(found.visit, this.config, this.clock.now());
      return true;
    }
    // Without any role there, the fan club does not exist for the person.
    if (!found.scope || found.roles.length === 0) throw notFound();
    if (found.movedTo !== null)
      throw new Problem(PROBLEMS.notFound, { detail: movedText(this.config, found.movedTo) });
    const viewer = new StaffViewer({ ...found.visit, key: null }, found.scope, found.roles, source);
    setStaff(request, found.visit, viewer);
    if (viewer.reach(needs) === null) throw new Problem(PROBLEMS.notAllowed);
    if (proof) requireProof(viewer, this.config, this.clock.now());
    return true;
  }

  /** Admits the request of a program with a key. Keys are for what the staff of a fan club do, not for their own accounts. */
  private async admitProgram(
    request: FastifyRequest,
    token: string,
    { needs, proof }: StaffAccess,
    { fanclub }: ScopeIds,
    source: RequestSource,
  ): Promise<true> {
    const { person, scope, roles, movedTo, key } = await this.programs.find(request, token, fanclub, source);
    if (movedTo !== null) throw new Problem(PROBLEMS.notFound, { detail: movedText(this.config, movedTo) });
    const viewer = new StaffViewer({ sessionId: null, key, person, provedAt: NEVER }, scope, roles, source);
    setStaff(request, null, viewer);
    if (needs === 'open' || needs === 'self' || viewer.reach(needs) === null) {
      throw new Problem(PROBLEMS.notAllowed, { detail: 'This key has no permission for it.' });
    }
    if (proof && !provesItself(needs)) requireProof(viewer, this.config, this.clock.now());
    return true;
  }

  /** Refuses requests that a page of another website may have sent. */
  private refuseForeignPages({ method, headers }: FastifyRequest): void {
    if (method === 'GET' || method === 'HEAD') return;
    if (!BODY_TYPE.test(headers['content-type'] ?? '')) throw new Problem(PROBLEMS.unsupportedType);
    const isOurs =
      headers.origin === undefined
        ? headers['sec-fetch-site'] === 'same-origin'
        : this.origins.includes(headers.origin);
    if (!isOurs) throw new Problem(PROBLEMS.foreignPage);
  }
}

/** Refuses bodies of types that no handler reads. A program may leave out an empty body. */
function refuseOtherBodies({ headers }: FastifyRequest): void {
  const type = headers['content-type'];
  if (type !== undefined && !BODY_TYPE.test(type)) throw new Problem(PROBLEMS.unsupportedType);
}

/** The id in a path; -1, which no row has, if it is malformed; null if the path has none. */
const idOf = (text: string | undefined): number | null => (text === undefined ? null : (parseId(text) ?? -1));
