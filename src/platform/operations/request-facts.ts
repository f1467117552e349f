import type { FastifyRequest } from 'fastify';
import { viewerIfKnown } from '#platform/access';

/**
 * The fields of every line that is logged for a request: method, route pattern, fan club id, outcome. Those that are not known yet
 * are undefined. The pattern takes the place of the URL, which may contain keys and addresses.
 */
export const factsOf = (request: FastifyRequest) => ({
  method: request.method,
  route: request.routeOptions.url ?? 'unknown',
  fanclub: viewerIfKnown(request)?.fanclub.id,
  outcome: request.outcome,
});
