import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type ClientConfig } from 'pg';

/** Receives the reports of a {@link ChangeListener}. Usually `Snapshots`, with a function that parses the payload. */
export interface ChangeReceiver {
  /** Changes are reported from now on. The connection is trusted until `until`, in milliseconds of `performance.now`. */
  startTrust(until: number): void;
  /** The connection works, and all changes so far have been reported. It is trusted until `until`. */
  trustUntil(until: number): void;
  /** The connection is lost. */
  stopTrust(): void;
  /** A change was reported. */
  changed(payload: string): void;
}

/** Options of a {@link ChangeListener}. Times in milliseconds. */
export interface ChangeListenerOptions {
  /** A direct connection: a pooler in transaction mode does not deliver notifications. */
  connection: ClientConfig;
  /** The channel of `NOTIFY`: a plain lower-case identifier. */
  channel: string;
  /** Sends the payload as a notification on the channel, over another connection than the listening one. */
  notify(payload: string): Promise<unknown>;
  receiver: ChangeReceiver;
  /** Interval of heartbeats. Default 250. */
  heartbeat?: number;
  /** Time for which the connection is trusted after an answered heartbeat was sent. Default 1000. */
  lease?: number;
  /** Called once for each outage, when the connection breaks or cannot be established. */
  onLoss?: (error: Error) => void;
  /** Called when a heartbeat was not answered within the lease. The connection may still recover, or break later. */
  onSilence?: () => void;
  /** Called when the listener is connected; `again` is true after an outage. */
  onListening?: (again: boolean) => void;
}

/** Milliseconds between attempts to connect: the first, and the longest. */
const FIRST_PAUSE = 50;
const MAX_PAUSE = 250;

/** Milliseconds that a late timer still waits: if the process was suspended, an answer may have arrived that it has not read yet. */
const UNREAD = 50;

/** Timeout of each operation on the connection, in milliseconds. */
const TIMEOUT = 2500;

/** Prefix of the payload with which a listener, in any process, tests whether it receives notifications. */
const TEST = 'trial ';

/**
 * Listens for PostgreSQL's notifications on its own connection, and reports whether that works. A new connection is trusted once
 * it has received a notification sent on another one, because a pooler or another database accepts `LISTEN` but never delivers. A
 * heartbeat checks the connection several times a second. A broken connection is reported immediately and established again.
 */
export class ChangeListener {
  private readonly stopping = new AbortController();
  private readonly heartbeat: number;
  private readonly lease: number;
  private running: Promise<void> | undefined;
  private lost = false;

  constructor(private readonly options: ChangeListenerOptions) {
    if (!/^[a-z_][a-z0-9_]{0,62}$/.test(options.channel)) throw new Error('not a plain channel name');
    this.heartbeat = options.heartbeat ?? 250;
    this.lease = options.lease ?? 1000;
  }

  /** Begins to listen; the receiver is notified when that succeeds. Calling it again does nothing. */
  start(): void {
    this.running ??= this.run();
  }

  /** Ends the connection. Resolves when it is closed. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    let pause = FIRST_PAUSE;
    while (!signal.aborted) {
      try {
        await this.listen(() => (pause = FIRST_PAUSE));
      } catch (error) {
        this.report(error as Error);
      }
      await sleep(pause, undefined, { signal, ref: false }).catch(() => undefined);
      pause = Math.min(pause * 2, MAX_PAUSE);
    }
  }

  /** Listens on one connection until it breaks or the listener is stopped. */
  private async listen(onSuccess: () => void): Promise<void> {
    const { connection, channel, receiver, onListening } = this.options;
    const { signal } = this.stopping;
    const client = new Client({ ...connection, connectionTimeoutMillis: TIMEOUT, query_timeout: TIMEOUT });
    const watched = connectionOf(client, signal);
    try {
      await client.connect();
      client.on('notification', ({ payload = '' }) => payload.startsWith(TEST) || receiver.changed(payload));
      await client.query(`LISTEN ${channel}`);
      const sent = performance.now();
      await Promise.race([this.test(client), watched.end]);
      if (signal.aborted) return;
      receiver.startTrust(sent + this.lease);
      onListening?.(this.lost);
      this.lost = false;
      onSuccess();
      this.keepTesting(client, watched).catch(watched.break);
      await watched.end;
    } finally {
      watched.close();
      receiver.stopTrust();
      await close(client);
    }
  }

  /** Resolves when a test notification was received. */
  private async test(client: Client): Promise<void> {
    const message = `${TEST}${randomUUID()}`;
    const arrived = new Promise<void>((resolve) =>
      client.on('notification', ({ payload }) => payload === message && resolve()),
    );
    await this.options.notify(message);
    const late = sleep(TIMEOUT, undefined, { ref: false }).then(() => {
      throw new Error('No notification comes through: is it a pooler, or another database?');
    });
    await Promise.race([arrived, late]);
  }

  private async keepTesting(client: Client, connection: Connection): Promise<void> {
    for (;;) {
      const sent = performance.now();
      await this.watched(client.query('SELECT 1'));
      if (!connection.isOpen) return;
      this.options.receiver.trustUntil(sent + this.lease);
      await sleep(this.heartbeat, undefined, { ref: false });
    }
  }

  /** Waits for a heartbeat's answer, and reports if it does not come within the lease. */
  private async watched(answer: Promise<unknown>): Promise<void> {
    const { onSilence } = this.options;
    let reminder = setTimeout(() => {
      reminder = setTimeout(() => onSilence?.(), UNREAD).unref();
    }, this.lease).unref();
    await answer.finally(() => clearTimeout(reminder));
  }

  private report(error: Error): void {
    if (this.lost || this.stopping.signal.aborted) return;
    this.lost = true;
    this.options.onLoss?.(error);
  }
}

/** Ends a connection, gracefully if the server answers within half a second, and destroys its socket. */
async function close(client: Client): Promise<void> {
  const { connection } = client as unknown as { connection: { stream: Socket } };
  await Promise.race([client.end().catch(() => undefined), sleep(500, undefined, { ref: false })]);
  connection.stream.destroy();
}

/** A connection and its end. */
interface Connection {
  readonly isOpen: boolean;
  /** Resolves when the listener is stopped. @throws the error that broke the connection */
  readonly end: Promise<void>;
  readonly break: (error: Error) => void;
  /** Ignores all further events. */
  close(): void;
}

function connectionOf(client: Client, stop: AbortSignal): Connection {
  const connection = { isOpen: true } as { -readonly [Name in keyof Connection]: Connection[Name] };
  connection.end = new Promise<void>((resolve, reject) => {
    const onStop = (): void => resolve();
    stop.addEventListener('abort', onStop);
    connection.break = reject;
    connection.close = () => {
      connection.isOpen = false;
      stop.removeEventListener('abort', onStop);
    };
  });
  // An unhandled rejection, or an 'error' event without a listener, would end the process.
  connection.end.catch(() => undefined);
  client.on('error', connection.break);
  client.on('end', () => connection.break(new Error('The connection has ended')));
  return connection;
}
