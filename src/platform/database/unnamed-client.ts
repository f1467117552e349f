import { Client, type ClientConfig } from 'pg';
import { DroppingClient } from './dropping-client';

/** A client that sends statements without names, for poolers that do not keep prepared statements between transactions. */
export class UnnamedClient extends DroppingClient {
  constructor(config?: string | ClientConfig) {
    super(config);
    const query = this.query.bind(this) as (...args: unknown[]) => unknown;
    this.query = ((first: unknown, ...rest: unknown[]) =>
      query(withoutName(first), ...rest)) as Client['query'];
  }
}

function withoutName(query: unknown): unknown {
  if (typeof query !== 'object' || query === null || !('name' in query)) return query;
  return { ...query, name: undefined };
}
