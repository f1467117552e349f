import type { FastifyRequest } from 'fastify';

/** The fan club key in a request's query, or in the body of a POST (contract 1.2). Null unless it is exactly one string. */
export function fanclubKey(request: FastifyRequest): string | null {
  const inQuery = (request.query as Record<string, unknown>).key;
  if (inQuery !== undefined) return wellFormedKey(inQuery);
  if (request.method !== 'POST') return null;
  return wellFormedKey((request.body as Record<string, unknown> | null | undefined)?.key);
}

/** The value if it can be a key: 1 to 128 characters that the database can store. Else null. */
export function wellFormedKey(value: unknown): string | null {
  return typeof value === 'string' && value !== '' && value.length <= 128 && !value.includes('\0')
    ? value
    : null;
}
