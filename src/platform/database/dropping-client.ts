import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { Client, type ClientConfig } from 'pg';
import { READ_TIMEOUT } from './failures.rules';

/**
 * A client that closes its connection when a query exceeds `query_timeout`. pg itself only rejects the query and returns the
 * connection to the pool, where further queries would wait for an answer that may never come.
 */
export class DroppingClient extends Client {
  /** Whether the server has reported that it is in recovery. PostgreSQL does so when a connection opens and when this changes. */
  isReportedStandby = false;

  /** Called when the server reports that it is in recovery. */
  onStandby: (() => void) | null = null;

  constructor(config?: string | ClientConfig) {
    super(config);
    this.wire.on('parameterStatus', ({ parameterName, parameterValue }: ParameterStatus) => {
      if (parameterName !== 'in_hot_standby') return;
      this.isReportedStandby = parameterValue === 'on';
      if (this.isReportedStandby) this.onStandby?.();
    });
    this.query = ((...args: unknown[]) => {
      // `super.query` is read at each call. So code that wraps pg's own method sees the queries of this client too.
      const result = (super.query as (...args: unknown[]) => unknown).apply(this, args);
      if (result instanceof Promise) result.catch((error: unknown) => this.dropAfter(error));
      return result;
    }) as Client['query'];
  }

  /** Treats the connection as lost because of this error: its queries fail, and its pool closes it. */
  fail(error: Error): void {
    this.wire.emit('error', error);
  }

  private get wire(): Wire {
    return (this as unknown as { connection: Wire }).connection;
  }

  private dropAfter(error: unknown): void {
    if (!(error instanceof Error) || error.message !== READ_TIMEOUT) return;
    // Ended immediately, because the pool gets the client back at this moment and must not reuse it.
    void this.end();
    this.wire.stream.destroy();
  }
}

/** The connection below a client, which emits the messages of the server. */
type Wire = EventEmitter & { readonly stream: Socket };

/** A parameter of the session that the server reports. */
interface ParameterStatus {
  parameterName: string;
  parameterValue: string;
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
