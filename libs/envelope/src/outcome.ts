import { HttpException } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { DomainError } from './domain-error';

declare module 'fastify' {
  interface FastifyRequest {
    /** How the request ended, set by the filter that answers its failure; absent before, and if it succeeded. */
    outcome?: Outcome;
  }
}

/** The possible values of {@link Outcome}. */
export const OUTCOMES = ['ok', 'error', 'refused', 'fault'] as const;

/**
 * How a request ended. `error`: it was understood and cannot succeed as it is, such as a form with mistakes or an unknown path.
 * `refused`: the same request may succeed later, such as under less load. `fault`: the service failed.
 */
export type Outcome = (typeof OUTCOMES)[number];

/** The outcome of a request that failed with this error. */
export function outcomeOf(error: unknown, request: FastifyRequest): Outcome {
  if (error instanceof DomainError) {
    if (error.logLevel === 'error') return 'fault';
    return error.retryAfter === undefined ? 'error' : 'refused';
  }
  if (error instanceof HttpException && error.getStatus() < 500) return 'error';
  return isAbandoned(error, request) ? 'error' : 'fault';
}

/**
 * Whether the error only means that the connection ended before the whole request had arrived. It is not a fault of the
 * service, and there is no client to answer.
 */
export function isAbandoned(error: unknown, { raw }: FastifyRequest): boolean {
  return raw.destroyed && !raw.complete && (error as { code?: unknown } | null)?.code === 'ECONNRESET';
}
