import { createParamDecorator, type ExecutionContext, SetMetadata } from '@nestjs/common';
import type { DomainError } from '#libs/envelope';
import type { FastifyRequest } from 'fastify';
import { LoginRequired } from './access.errors';
import type { VisitWithRows } from './access.queries';
import type { Viewer } from './viewer';

/** The metadata key of a handler's {@link Access}. */
export const ACCESS = 'fanclub:access';

/** Who may call a handler. Every route has exactly one declaration. */
export type Access =
  | { kind: 'visitor'; session: boolean; opensSession: boolean; writes: boolean; withoutDatabase: boolean }
  | { kind: 'customer'; refusal: new () => DomainError; byStatement: boolean }
  | { kind: 'partner' }
  | { kind: 'page'; session: boolean }
  /** By the guard of `platform/staff`. */
  | { kind: 'staff' }
  | { kind: 'outside' };

const declare = (access: Access): MethodDecorator & ClassDecorator => SetMetadata(ACCESS, access);

/**
 * Any visitor with a valid fan club key. With `session: false` the session is not read and the viewer is anonymous; use it for
 * answers that are the same for everybody. With `opensSession` the handler can log visitors in, so requests from pages that the
 * fan club does not trust are refused. With `writes` a GET changes something. With `withoutDatabase` the handler reads only the
 * request, so it answers while the database is away.
 */
export const AnyVisitor = ({
  session = true,
  opensSession = false,
  writes = false,
  withoutDatabase = false,
} = {}): MethodDecorator & ClassDecorator =>
  declare({ kind: 'visitor', session, opensSession, writes, withoutDatabase });

/** Only a logged-in customer; others are refused with "Please log in …" or with the failure given. */
export const RequireCustomer = (
  refusal: new () => DomainError = LoginRequired,
): MethodDecorator & ClassDecorator => declare({ kind: 'customer', refusal, byStatement: false });

/**
 * The same for a handler whose first statement finds the session itself, so that one statement checks and writes. It gets a
 * `ClaimedViewer` and passes it to `SessionStatements`. Nothing may fail before that, so that the log-in is checked first: an id in the
 * path is `@Id()` without a failure.
 */
export const CustomerByStatement = (): MethodDecorator & ClassDecorator =>
  declare({ kind: 'customer', refusal: LoginRequired, byStatement: true });

/** Only the organization that owns the fan club, by its `Api-Key` header. No session. */
export const PartnerOnly = (): MethodDecorator & ClassDecorator => declare({ kind: 'partner' });

/**
 * A hosted page, below `/fanclubs/:fanclubId`: the path selects the fan club instead of a key. The session is the same as in the
 * API; with `session: false` it is not read, and the answer sets no cookie. HTTP status codes have their ordinary meaning.
 */
export const HostedPage = ({ session = true } = {}): MethodDecorator & ClassDecorator =>
  declare({ kind: 'page', session });

/** Outside the API: no key, no session, ordinary HTTP status codes. For health checks. */
export const OutsideApi = (): MethodDecorator & ClassDecorator => declare({ kind: 'outside' });

/** The metadata key of a handler's {@link ReadsOwn}. */
export const OWN_ROWS = 'fanclub:own-rows';

/**
 * This read also needs rows of its customer. If the visit is not in memory, both are read by this statement, and `sql.readsFor(viewer)`
 * has the rows already. Without this decorator it reads them by themselves.
 */
export const ReadsOwn = (together: VisitWithRows): MethodDecorator => SetMetadata(OWN_ROWS, together);

/** The {@link Viewer} of this request. */
export const CurrentViewer = createParamDecorator((_: unknown, context: ExecutionContext): Viewer =>
  viewerOf(context.switchToHttp().getRequest<FastifyRequest>()),
);

const viewers = new WeakMap<object, Viewer>();

/** Stores the viewer of a request. */
export function setViewer(request: FastifyRequest, viewer: Viewer): void {
  viewers.set(request.raw, viewer);
}

/** The viewer of a request. @throws Error if the access guard did not run */
export function viewerOf(request: FastifyRequest): Viewer {
  const viewer = viewerIfKnown(request);
  if (!viewer) throw new Error('no viewer: the handler declares no access by key');
  return viewer;
}

/** The viewer of a request; null if the access guard did not accept it. */
export function viewerIfKnown(request: FastifyRequest): Viewer | null {
  return viewers.get(request.raw) ?? null;
}
