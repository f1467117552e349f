import { DomainError, type FailureLogLevel } from '#libs/envelope';
import { TEXTS } from './texts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Metrics } from '#platform/metrics';

/**
 * The load is too high, so the work of this request was not started. The answer has the text for server failures, since the API
 * has no other text for this, and the header `Retry-After`. Outside the API the status is 503.
 */
export class Overloaded extends DomainError {
  readonly messages: readonly string[] = [TEXTS.unexpected];
  override readonly retryAfter: number = 1;
  override readonly status = 503;
  override readonly logLevel: FailureLogLevel = 'warn';
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether the request counts as in flight. */
    isInFlight: boolean;
  }
}

/** Milliseconds between two runs of the timer. The event loop delay is how late the timer runs. */
const TICK = 100;

/** Health checks are answered under any load. */
const NEVER_SHED = new Set(['/healthz', '/readyz']);

/** The load above which requests are refused with {@link Overloaded}. */
export interface LoadLimits {
  /** Requests that were received completely and are not answered yet. */
  readonly inFlight: number;
  /** Milliseconds of event loop delay. */
  readonly loopDelay: number;
}

/**
 * Refuses new requests while the load is too high, so that requests in flight are answered in time. Health checks and unknown
 * paths are always answered, because they cost nothing. Must be called before the routes, and before hooks that do any work.
 *
 * @returns whether the load is too high
 */
export function shedLoad(
  fastify: FastifyInstance,
  { inFlight, loopDelay }: LoadLimits,
  metrics: Metrics,
): () => boolean {
  const lateness = watchEventLoop(fastify);
  let count = 0;
  metrics.gauge(
    'fanclub_http_requests_in_flight',
    'Requests received completely and not answered yet',
    () => count,
  );
  metrics.gauge('fanclub_http_requests_in_flight_max', 'MAX_REQUESTS_IN_FLIGHT', () => inFlight);
  const isTooHigh = (): boolean => count >= inFlight || lateness() > loopDelay;
  const refusal = (request: FastifyRequest, reply: FastifyReply): Overloaded | undefined => {
    if (!isTooHigh() || isNeverShed(request)) return undefined;
    // Otherwise the rest of the unread body would be parsed as the next request.
    if (!request.raw.complete) reply.header('connection', 'close');
    return new Overloaded();
  };
  fastify.decorateRequest('isInFlight', false);
  fastify.addHook('onRequest', (request, reply, done) => done(refusal(request, reply)));
  // Counted only after the body has arrived; otherwise slow clients could fill the limit without causing work.
  fastify.addHook('preValidation', (request, reply, done) => {
    const refused = refusal(request, reply);
    if (!refused && !NEVER_SHED.has(request.url)) {
      request.isInFlight = true;
      count += 1;
    }
    done(refused);
  });
  // The work is done, even if the client does not receive the answer.
  fastify.addHook('onSend', (request, _reply, _payload, done) => {
    if (request.isInFlight) count -= 1;
    request.isInFlight = false;
    done();
  });
  return isTooHigh;
}

const isNeverShed = ({ is404, routeOptions }: FastifyRequest): boolean =>
  is404 || NEVER_SHED.has(routeOptions.url ?? '');

/** Returns the event loop delay in milliseconds: how late the last run of the timer was, or how late the next one already is. */
function watchEventLoop(fastify: FastifyInstance): () => number {
  let due = performance.now() + TICK;
  let late = 0;
  const timer = setInterval(() => {
    late = performance.now() - due;
    due = performance.now() + TICK;
  }, TICK);
  timer.unref();
  fastify.addHook('onClose', async () => clearInterval(timer));
  return () => Math.max(late, performance.now() - due);
}
