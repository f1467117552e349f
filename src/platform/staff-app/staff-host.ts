import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const DEFAULT_PORT: Readonly<Record<string, string>> = { 'http:': ':80', 'https:': ':443' };

/**
 * If staff have their own host, it serves only the app and its API, and no other host serves them, even if a proxy forwards such
 * requests. The header `Host` decides: visitors can send `X-Forwarded-Host` through a proxy.
 *
 * @param staffUrl null: staff have no separate host
 * @param refuse answers as at an unknown path
 */
export function separateHosts(
  fastify: FastifyInstance,
  staffUrl: string | null,
  refuse: (request: FastifyRequest, reply: FastifyReply) => void,
): void {
  if (staffUrl === null) return;
  const { host, protocol } = new URL(staffUrl);
  const spellings = [host, host + DEFAULT_PORT[protocol]];
  fastify.addHook('onRequest', (request, reply, done) => {
    const isStaffHost = spellings.includes(request.headers.host?.toLowerCase() ?? '');
    // The route, not the address, which can be written in several ways.
    const isStaffRoute = /^\/staff(\/|$)/.test(request.routeOptions.url ?? '');
    if (isStaffHost === isStaffRoute) return done();
    refuse(request, reply);
  });
}
