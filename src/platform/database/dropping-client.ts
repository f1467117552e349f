import type { Socket } from 'node:net';
import { Client, type ClientConfig } from 'pg';
import { READ_TIMEOUT } from './failures.rules';

/**
 * A client that closes its connection when a query exceeds `query_timeout`. pg itself only rejects the query and returns the
 * connection to the pool, where further queries would wait for an answer that may never come.
 */
export class DroppingClient extends Client {
  constructor(config?: string | ClientConfig) {
    super(config);
    this.query = ((...args: unknown[]) => {
      // `super.query` is read at each call. So code that wraps pg's own method sees the queries of this client too.
      const result = (super.query as (...args: unknown[]) => unknown).apply(this, args);
      if (result instanceof Promise) result.catch((error: unknown) => this.dropAfter(error));
      return result;
    }) as Client['query'];
  }

  private dropAfter(error: unknown): void {
    if (!(error instanceof Error) || error.message !== READ_TIMEOUT) return;
    const { connection } = this as unknown as { connection: { stream: Socket } };
    // Ended immediately, because the pool gets the client back at this moment and must not reuse it.
    void this.end();
    connection.stream.destroy();
  }
}

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
