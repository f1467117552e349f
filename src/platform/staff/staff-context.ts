import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Permission } from './permissions';
import type { StaffViewer, StaffVisit } from './staff-viewer';

/** The metadata key of a handler's {@link StaffAccess}. */
export const STAFF_ACCESS = 'fanclub:staff-access';

/**
 * Who may call a handler for staff: `open`: anybody, for logging in; `self`: any person of the staff, about themselves; else anybody
 * with the permission for the fan club or organization in the path.
 */
export interface StaffAccess {
  readonly needs: Permission | 'open' | 'self';
  /** Whether the person must have proved a factor recently. */
  readonly proof: boolean;
}

const viewers = new WeakMap<object, StaffViewer>();
const visits = new WeakMap<object, StaffVisit>();

/** Stores who sent a request. */
export function setStaff(
  request: FastifyRequest,
  visit: StaffVisit | null,
  viewer: StaffViewer | null,
): void {
  if (visit) visits.set(request.raw, visit);
  if (viewer) viewers.set(request.raw, viewer);
}

/** The person who sent a request, as the guard found them. */
export const visitOf = (request: FastifyRequest): StaffVisit | null => visits.get(request.raw) ?? null;

/** The same with their roles; null if they have none there, or the route is about themselves. */
export const viewerOf = (request: FastifyRequest): StaffViewer | null => viewers.get(request.raw) ?? null;

/** The {@link StaffViewer} of a request to a `@StaffOnly()` handler. */
export const CurrentStaff = createParamDecorator((_: unknown, context: ExecutionContext): StaffViewer => {
  const viewer = viewers.get(context.switchToHttp().getRequest<FastifyRequest>().raw);
  if (!viewer) throw new Error('no staff: the handler is not @StaffOnly()');
  return viewer;
});

/** The session of the request; null without one, which is possible only in `@StaffOpen()` handlers. */
export const CurrentVisit = createParamDecorator((_: unknown, context: ExecutionContext): StaffVisit | null =>
  visitOf(context.switchToHttp().getRequest<FastifyRequest>()),
);

/** A request and its answer, for the session's cookie. */
export interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** The {@link Exchange} of a handler that opens or ends sessions. */
export const CurrentExchange = createParamDecorator((_: unknown, context: ExecutionContext): Exchange => {
  const http = context.switchToHttp();
  return { request: http.getRequest<FastifyRequest>(), reply: http.getResponse<FastifyReply>() };
});
