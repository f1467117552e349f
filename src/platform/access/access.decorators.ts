import { createParamDecorator, type ExecutionContext, SetMetadata } from '@nestjs/common';
import type { DomainError } from '#libs/envelope';
import type { FastifyRequest } from 'fastify';
import { LoginRequired } from './access.errors';
import type { Viewer } from './viewer';

/** Metadata key under which a handler's {@link Access} is kept. */
export const ACCESS = 'fanclub:access';

/** Who may call a handler, as declared on it. Exactly one declaration stands on every route. */
export type Access =
  | { kind: 'visitor'; session: boolean; opensSession: boolean }
  | { kind: 'customer'; refusal: new () => DomainError }
  | { kind: 'partner' }
  | { kind: 'page' }
  | { kind: 'outside' };

const declare = (access: Access): MethodDecorator & ClassDecorator => SetMetadata(ACCESS, access);

/**
 * Anyone with a valid fan club key, logged in or not. With `session: false` the session is not looked at, and the viewer
 * is anonymous: for answers that are the same for everybody. `opensSession` is for what can log somebody in who is not:
 * to a page that the fan club does not trust it is refused.
 */
export const AnyVisitor = ({ session = true, opensSession = false } = {}): MethodDecorator & ClassDecorator =>
  declare({ kind: 'visitor', session, opensSession });

/** Only a logged-in customer; others are refused with "Please log in …" or with the failure given. */
export const RequireCustomer = (
  refusal: new () => DomainError = LoginRequired,
): MethodDecorator & ClassDecorator => declare({ kind: 'customer', refusal });

/** Only the organization that owns the fan club, by its `Api-Key` header. No session. */
export const PartnerOnly = (): MethodDecorator & ClassDecorator => declare({ kind: 'partner' });

/**
 * A hosted page, below `/fanclubs/:fanclubId`: whose it is stands in the path, not in a key; the visitor is known by the same
 * session as in the API. Ordinary HTTP rules.
 */
export const HostedPage = (): MethodDecorator & ClassDecorator => declare({ kind: 'page' });

/** Outside the API: no key, no session, ordinary HTTP rules. For health checks. */
export const OutsideApi = (): MethodDecorator & ClassDecorator => declare({ kind: 'outside' });

/** The {@link Viewer} of this request. */
export const CurrentViewer = createParamDecorator((_: unknown, context: ExecutionContext): Viewer =>
  viewerOf(context.switchToHttp().getRequest<FastifyRequest>()),
);

const viewers = new WeakMap<object, Viewer>();

/** Keeps the viewer with its request. */
export function rememberViewer(request: FastifyRequest, viewer: Viewer): void {
  viewers.set(request.raw, viewer);
}

/** The viewer kept with a request; a request that passed no access guard has none, which is a fault of ours. */
export function viewerOf(request: FastifyRequest): Viewer {
  const viewer = viewerIfKnown(request);
  if (!viewer) throw new Error('no viewer: the handler declares no access by key');
  return viewer;
}

/** The viewer kept with a request; null for one that no access guard has let in. */
export function viewerIfKnown(request: FastifyRequest): Viewer | null {
  return viewers.get(request.raw) ?? null;
}
