import type { FastifyRequest } from 'fastify';

/**
 * Whether the error only means that the connection ended before the whole request had arrived. It is not a fault of the
 * service, and there is no client to answer.
 */
export function isAbandoned(error: unknown, { raw }: FastifyRequest): boolean {
  return raw.destroyed && !raw.complete && (error as { code?: unknown } | null)?.code === 'ECONNRESET';
}
