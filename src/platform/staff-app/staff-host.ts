import type { FastifyInstance } from 'fastify';

/**
 * With a host of its own for staff, closes the app and its API at every other host, whatever a proxy lets through there.
 * @param staffUrl null: staff have no host of their own
 */
export function closeOtherHosts(fastify: FastifyInstance, staffUrl: string | null): void {
  if (staffUrl === null) return;
  const { host } = new URL(staffUrl);
  fastify.addHook('onRequest', (request, reply, done) => {
    // The route, not the address, which can be written in several ways.
    if (request.host === host || !/^\/staff(\/|$)/.test(request.routeOptions.url ?? '')) return done();
    void reply.code(404).type('text/plain; charset=utf-8').send('Not found.\n');
  });
}
