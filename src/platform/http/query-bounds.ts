import type { FastifyRequest } from 'fastify';
import { DomainError } from '#libs/envelope';
import { TEXTS } from './texts';

/** Characters of the longest query. */
const LONGEST = 4_096;
/** Parameters of a query, those without a value included. */
const MOST = 50;

/** A query that is longer than any that makes sense. */
class QueryRefused extends DomainError {
  constructor(readonly messages: readonly string[]) {
    super();
  }
}

/**
 * Throws if the query is longer than 4 KiB or has more than 50 parameters. A parameter that is repeated or nested is none of this
 * function's affairs: it is what the endpoint makes of a value that is no text, such as no value at all (decisions 1.2, 1.8).
 */
export function refuseLargeQuery({ url }: Pick<FastifyRequest, 'url'>): void {
  const start = url.indexOf('?');
  if (start < 0) return;
  const query = url.slice(start + 1);
  if (query.length > LONGEST) throw new QueryRefused([TEXTS.tooLarge]);
  if (query.split('&').length > MOST) throw new QueryRefused(['Request has too many parameters.']);
}
