import type { FastifyInstance, onSendHookHandler } from 'fastify';
import { OUTCOMES } from '#libs/envelope';
import type { Metrics } from '#platform/metrics';

/** The `route` of requests that no route answers. */
const UNKNOWN = 'unknown';

/**
 * Counts the answers of each route by their outcome, and measures how long they took: from the request's headers until the answer is
 * ready to be sent. Refused requests are not measured, because no work was done for them. Must be called before the routes are
 * registered.
 *
 * @returns counts the successful GETs of a route that pass no hook
 */
export function countRequests(
  fastify: FastifyInstance,
  metrics: Metrics,
): (route: string) => (milliseconds: number) => void {
  if (!metrics.isOn) return () => () => undefined;
  const requests = metrics.counter(
    'fanclub_http_requests_total',
    'Answered requests by route and outcome: ok, error (of the request), refused (may succeed later), fault (of the service)',
    'method',
    'route',
    'outcome',
  );
  const durations = metrics.histogram(
    'fanclub_http_request_duration_seconds',
    'Time until the answer was ready, without refused requests',
    'method',
    'route',
  );
  const countFor = (method: string, route: string): onSendHookHandler => {
    const [ok, error, refused, fault] = OUTCOMES.map((outcome) => requests.of({ method, route, outcome }));
    const counts = { ok, error, refused, fault };
    const duration = durations.of({ method, route });
    return (request, reply, _payload, done) => {
      const outcome = request.outcome ?? 'ok';
      counts[outcome].inc();
      if (outcome !== 'refused') duration.add(reply.elapsedTime);
      done();
    };
  };
  const countOptions = countFor('OPTIONS', 'any');
  // A hook of the route itself, because finding a request's route costs more than counting it.
  fastify.addHook('onRoute', (route) => {
    const method = [route.method].flat().join(',');
    const count = method === 'OPTIONS' ? countOptions : countFor(method, route.url);
    route.onSend = [route.onSend ?? [], count].flat();
  });
  const countUnknown = countFor('any', UNKNOWN);
  fastify.addHook('onSend', function (request, reply, payload, done) {
    if (request.is404) void countUnknown.call(this, request, reply, payload, done);
    else done();
  });
  return (route) => {
    const answered = requests.of({ method: 'GET', route, outcome: 'ok' });
    const duration = durations.of({ method: 'GET', route });
    return (milliseconds) => {
      answered.inc();
      duration.add(milliseconds);
    };
  };
}
