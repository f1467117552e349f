import type { FastifyRequest } from 'fastify';
import { DomainError } from '#libs/envelope';
import { TEXTS, UNREADABLE } from './texts';

/** Characters of a query. */
const MAX_LENGTH = 4_096;
/** Parameters of a query, including those without a value. */
const MAX_PARAMETERS = 50;

/** The query is larger than any endpoint needs. */
class QueryRefused extends DomainError {
  constructor(readonly messages: readonly string[]) {
    super();
  }
}

/**
 * Throws if the query is longer than 4 KiB or has more than 50 parameters. Repeated and nested parameters are not rejected here;
 * the endpoints ignore them (contract 1.2, 1.8).
 */
export function refuseLargeQuery({ url }: Pick<FastifyRequest, 'url'>): void {
  const start = url.indexOf('?');
  if (start < 0) return;
  const query = url.slice(start + 1);
  if (query.length > MAX_LENGTH) throw new QueryRefused([TEXTS.tooLarge]);
  if (query.split('&').length > MAX_PARAMETERS) throw new QueryRefused([UNREADABLE.tooManyParameters]);
}
