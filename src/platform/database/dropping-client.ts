import type { Socket } from 'node:net';
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
    this.query = ((...args: unknown[]) => {
      // Looked up at each call, so that whatever stands in front of pg's own method sees the queries of this client too.
      const result = (super.query as (...args: unknown[]) => unknown).apply(this, args);
      if (result instanceof Promise) result.catch((error: unknown) => this.dropAfter(error));
      return result;
    }) as Client['query'];
  }

  private dropAfter(error: unknown): void {
    if (!(error instanceof Error) || error.message !== READ_TIMEOUT) return;
    const { connection } = this as unknown as { connection: { stream: Socket } };
    // Ended at once, so that the pool, which gets it back in this very moment, does not hand it out again.
    void this.end();
    connection.stream.destroy();
  }
}
