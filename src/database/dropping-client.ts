import { Client, type ClientConfig } from 'pg';

/** pg gives a read that timed out this message, and nothing else to know it by. */
const READ_TIMEOUT = 'Query read timeout';

/**
 * A client that drops its connection when an answer does not come within `query_timeout`. pg itself gives up the query only,
 * and hands the connection back to the pool, where the next queries wait behind an answer that may never come.
 */
export class DroppingClient extends Client {
  constructor(config?: string | ClientConfig) {
    super(config);
    const query = this.query.bind(this) as (...args: unknown[]) => unknown;
    this.query = ((...args: unknown[]) => {
      const result = query(...args);
      if (result instanceof Promise) result.catch((error: unknown) => this.dropAfter(error));
      return result;
    }) as Client['query'];
  }

  private dropAfter(error: unknown): void {
    // Ends it at once, as a query is under way, and lets the pool see that it has no use for it.
    if (error instanceof Error && error.message === READ_TIMEOUT) void this.end();
  }
}
