import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Overloaded } from './overloaded';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether it counts among those that are answered at present. */
    isUnderWay: boolean;
  }
}

/** Milliseconds between two looks at the clock; what a look comes late by is the delay. */
const TICK = 100;

/** Whoever watches over the service must be told also when it has much to do. */
const NEVER_SHED = new Set(['/healthz', '/readyz']);

/** From when on requests are refused with {@link Overloaded} instead of begun. */
export interface LoadLimits {
  /** Requests that have come in whole and are not yet answered. */
  readonly inFlight: number;
  /** Milliseconds by which the event loop came late with what was due last. */
  readonly loopDelay: number;
}

/**
 * Refuses at once what could be answered only late, so that what has been begun is answered in time. Health checks and unknown
 * paths, which cost nothing, are answered always. To be called before hooks that do any work are added, and before the routes are.
 */
export function shedLoad(fastify: FastifyInstance, { inFlight, loopDelay }: LoadLimits): void {
  const lateness = watchEventLoop(fastify);
  let underWay = 0;
  const refusal = (request: FastifyRequest, reply: FastifyReply): Overloaded | undefined => {
    if ((underWay < inFlight && lateness() <= loopDelay) || isNeverShed(request)) return undefined;
    // A body that nobody reads would be taken for the next request.
    if (!request.raw.complete) reply.header('connection', 'close');
    return new Overloaded();
  };
  fastify.decorateRequest('isUnderWay', false);
  fastify.addHook('onRequest', (request, reply, done) => done(refusal(request, reply)));
  // Counted only once its body is here: those who send slowly are work for nobody yet, and could be so many that nobody else got in.
  fastify.addHook('preValidation', (request, reply, done) => {
    const refused = refusal(request, reply);
    // Health checks, as they are asked for, are not what there is too much of.
    if (!refused && !NEVER_SHED.has(request.url)) {
      request.isUnderWay = true;
      underWay += 1;
    }
    done(refused);
  });
  // The work is done then, whether the client takes the answer or not, or has gone long ago.
  fastify.addHook('onSend', (request, _reply, _payload, done) => {
    if (request.isUnderWay) underWay -= 1;
    request.isUnderWay = false;
    done();
  });
}

const isNeverShed = ({ is404, routeOptions }: FastifyRequest): boolean =>
  is404 || NEVER_SHED.has(routeOptions.url ?? '');

/** Returns how late the event loop is, in milliseconds: with what it did last, or with what it has not done yet. */
function watchEventLoop(fastify: FastifyInstance): () => number {
  let due = performance.now() + TICK;
  let late = 0;
  const looking = setInterval(() => {
    late = performance.now() - due;
    due = performance.now() + TICK;
  }, TICK);
  looking.unref();
  fastify.addHook('onClose', async () => clearInterval(looking));
  return () => Math.max(late, performance.now() - due);
}
