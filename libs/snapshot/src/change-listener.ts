import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type ClientConfig } from 'pg';

/** Whom a {@link ChangeListener} tells: `Snapshots`, behind a function that reads the payload. */
export interface ChangeReceiver {
  /** Changes are reported from now on; the line may be believed until then, in milliseconds of `performance.now`. */
  startTrust(until: number): void;
  /** The line is alive, and every change up to a moment ago has been reported. */
  trustUntil(until: number): void;
  /** The line is gone. */
  stopTrust(): void;
  /** A change was reported. */
  changed(payload: string): void;
}

/** How a {@link ChangeListener} listens. Times in milliseconds. */
export interface ChangeListenerOptions {
  /** Of a direct connection: a pooler in transaction mode hands no notifications on. */
  connection: ClientConfig;
  /** The channel of `NOTIFY`: a plain lower-case identifier. */
  channel: string;
  receiver: ChangeReceiver;
  /** How often the line is tried. Default 1000. */
  heartbeat?: number;
  /** For how long after a trial was sent the line may be believed if the trial succeeds. Default 2500. */
  lease?: number;
  /** Told when the line breaks or cannot be established: once for each outage. */
  onLoss?: (error: Error) => void;
  /** Told when the line is there (again). */
  onListening?: () => void;
}

/** Milliseconds between attempts to connect: the first, and the longest. */
const FIRST_PAUSE = 50;
const LONGEST_PAUSE = 1000;

/**
 * Listens for PostgreSQL's notifications on a connection of its own, and knows whether it does: a line that is silent is tried
 * once a second, one that broke is established anew, and the receiver is told at once which of the two it is.
 */
export class ChangeListener {
  private readonly stopping = new AbortController();
  private readonly heartbeat: number;
  private readonly lease: number;
  private running: Promise<void> | undefined;
  private lost = false;

  constructor(private readonly options: ChangeListenerOptions) {
    if (!/^[a-z_][a-z0-9_]{0,62}$/.test(options.channel)) throw new Error('not a plain channel name');
    this.heartbeat = options.heartbeat ?? 1000;
    this.lease = options.lease ?? 2500;
  }

  /** Begins to listen; the receiver learns when that has succeeded. Calling it again changes nothing. */
  start(): void {
    this.running ??= this.run();
  }

  /** Ends the line. Resolves when it is closed. */
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
      pause = Math.min(pause * 2, LONGEST_PAUSE);
    }
  }

  /** Listens on one connection, until it breaks or the listener is stopped. */
  private async listen(onSuccess: () => void): Promise<void> {
    const { connection, channel, receiver, onListening } = this.options;
    const limits = { connectionTimeoutMillis: this.lease, query_timeout: this.lease };
    const client = new Client({ ...connection, ...limits });
    // Unheard, the event of a connection that breaks would end the process.
    client.on('error', () => undefined);
    const { signal } = this.stopping;
    let beating: NodeJS.Timeout | undefined;
    let onStop: (() => void) | undefined;
    try {
      await client.connect();
      if (signal.aborted) return;
      client.on('notification', ({ payload }) => receiver.changed(payload ?? ''));
      const asked = performance.now();
      await client.query(`LISTEN ${channel}`);
      if (signal.aborted) return;
      receiver.startTrust(asked + this.lease);
      this.lost = false;
      onSuccess();
      onListening?.();
      await new Promise<void>((resolve, reject) => {
        onStop = resolve;
        signal.addEventListener('abort', onStop);
        client.on('error', reject);
        client.on('end', () => reject(new Error('The connection has ended')));
        beating = setInterval(() => {
          const sent = performance.now();
          client.query('SELECT 1').then(() => receiver.trustUntil(sent + this.lease), reject);
        }, this.heartbeat).unref();
      });
    } finally {
      clearInterval(beating);
      if (onStop) signal.removeEventListener('abort', onStop);
      receiver.stopTrust();
      await close(client);
    }
  }

  private report(error: Error): void {
    if (this.lost || this.stopping.signal.aborted) return;
    this.lost = true;
    this.options.onLoss?.(error);
  }
}

/** Ends a connection politely if the other side still listens, and in any case. */
async function close(client: Client): Promise<void> {
  const { connection } = client as unknown as { connection: { stream: Socket } };
  await Promise.race([client.end().catch(() => undefined), sleep(500, undefined, { ref: false })]);
  connection.stream.destroy();
}
