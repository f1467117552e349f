import { randomUUID } from 'node:crypto';
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
  /** Has the payload notified on the channel from where changes are made: not on the connection that listens. */
  notify(payload: string): Promise<unknown>;
  receiver: ChangeReceiver;
  /** The pause between two trials whether the line is alive. Default 250. */
  heartbeat?: number;
  /** For how long after a trial was sent the line may be believed if the trial succeeds. Default 1000. */
  lease?: number;
  /** Told when the line breaks or cannot be established: once for each outage. */
  onLoss?: (error: Error) => void;
  /** Told when the line is there, and whether that ends an outage. */
  onListening?: (again: boolean) => void;
}

/** Milliseconds between attempts to connect: the first, and the longest. */
const FIRST_PAUSE = 50;
const LONGEST_PAUSE = 1000;

/** Milliseconds that anything may take on the line. */
const PATIENCE = 2500;

/** With this begins the payload by which a listener, maybe another one, finds out whether notifications reach it. */
const TRIAL = 'trial ';

/**
 * Listens for PostgreSQL's notifications on a connection of its own, and knows whether it does. A new line is believed once it
 * has brought a notification that came from elsewhere: a pooler, or another database, takes `LISTEN` without a word, and then
 * says nothing. A line is tried several times a second, one that broke is established anew, and the receiver is told at
 * once which of the two it is.
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
    const { signal } = this.stopping;
    const client = new Client({ ...connection, connectionTimeoutMillis: PATIENCE, query_timeout: PATIENCE });
    const line = lineOf(client, signal);
    try {
      await client.connect();
      client.on('notification', ({ payload = '' }) => payload.startsWith(TRIAL) || receiver.changed(payload));
      await client.query(`LISTEN ${channel}`);
      const sent = performance.now();
      await Promise.race([this.tryOut(client), line.end]);
      if (signal.aborted) return;
      receiver.startTrust(sent + this.lease);
      onListening?.(this.lost);
      this.lost = false;
      onSuccess();
      this.keepTrying(client, line).catch(line.break);
      await line.end;
    } finally {
      line.close();
      receiver.stopTrust();
      await close(client);
    }
  }

  /** Resolves when a notification has come through. */
  private async tryOut(client: Client): Promise<void> {
    const trial = `${TRIAL}${randomUUID()}`;
    const arrived = new Promise<void>((resolve) =>
      client.on('notification', ({ payload }) => payload === trial && resolve()),
    );
    await this.options.notify(trial);
    const late = sleep(PATIENCE, undefined, { ref: false }).then(() => {
      throw new Error('No notification comes through: is it a pooler, or another database?');
    });
    await Promise.race([arrived, late]);
  }

  private async keepTrying(client: Client, line: Line): Promise<void> {
    for (;;) {
      const sent = performance.now();
      await client.query('SELECT 1');
      if (!line.isOpen) return;
      this.options.receiver.trustUntil(sent + this.lease);
      await sleep(this.heartbeat, undefined, { ref: false });
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

/** What becomes of a connection. */
interface Line {
  readonly isOpen: boolean;
  /** Resolves when the listener is stopped. @throws what breaks the connection */
  readonly end: Promise<void>;
  readonly break: (error: Error) => void;
  /** Nothing that happens from now on counts. */
  close(): void;
}

function lineOf(client: Client, stop: AbortSignal): Line {
  const line = { isOpen: true } as { -readonly [Name in keyof Line]: Line[Name] };
  line.end = new Promise<void>((resolve, reject) => {
    const onStop = (): void => resolve();
    stop.addEventListener('abort', onStop);
    line.break = reject;
    line.close = () => {
      line.isOpen = false;
      stop.removeEventListener('abort', onStop);
    };
  });
  // Nobody may be waiting yet when it breaks; and an 'error' that nobody hears would end the process.
  line.end.catch(() => undefined);
  client.on('error', line.break);
  client.on('end', () => line.break(new Error('The connection has ended')));
  return line;
}
