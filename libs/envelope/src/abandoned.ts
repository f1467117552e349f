import type { FastifyRequest } from 'fastify';

/**
 * Whether an error only says that the client went away, or was cut off, before it had sent its whole request: no fault of ours,
 * and nobody is left to answer.
 */
export function isAbandoned(error: unknown, { raw }: FastifyRequest): boolean {
  return raw.destroyed && !raw.complete && (error as { code?: unknown } | null)?.code === 'ECONNRESET';
}
