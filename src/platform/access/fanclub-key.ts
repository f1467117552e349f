import type { FastifyRequest } from 'fastify';

/** The fan club key of a request: the query's, or on POST the body's (decisions 1.2). Null unless it is one plain string. */
export function fanclubKey(request: FastifyRequest): string | null {
  const inQuery = (request.query as Record<string, unknown>).key;
  if (inQuery !== undefined) return wellFormedKey(inQuery);
  if (request.method !== 'POST') return null;
  return wellFormedKey((request.body as Record<string, unknown> | null | undefined)?.key);
}

/** A key that could be one: text of 1 to 128 characters that a database can hold. Else null. */
export function wellFormedKey(value: unknown): string | null {
  return typeof value === 'string' && value !== '' && value.length <= 128 && !value.includes('\0')
    ? value
    : null;
}
