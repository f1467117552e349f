import cluster, { type Worker } from 'node:cluster';
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fieldOf, type GroupMessage, parametersOf } from './messages';
import type { Program } from './program';

/** How a process ended. */
export interface End {
  /** Null if a signal ended it. */
  readonly code: number | null;
  readonly signal: string | null;
}

/** A process of a group, as its primary sees it. */
export class Member {
  readonly pid: number;
  /** True once it accepts connections, until it ends or retires. */
  isServing = false;
  isRetiring = false;
  /** Resolves with true when it accepts connections, with false if it ends before. */
  readonly started: Promise<boolean>;
  readonly ended: Promise<End>;
  /** Resolves when it no longer does the work that only one process may do. */
  readonly yielded: Promise<unknown>;
  private readonly worker: Worker;
  private asked = 0;

  /** Starts the process: the program with the environment of the primary. */
  constructor(
    readonly number: number,
    count: number,
    { script, folder }: Program,
  ) {
    // Without its folder no process could be started at all, not even one that reports what is missing.
    const cwd = existsSync(folder) ? folder : undefined;
    cluster.setupPrimary({ exec: script, cwd, args: parametersOf(number, count) });
    this.worker = cluster.fork();
    this.pid = this.worker.process.pid ?? 0;
    closeLostConnection(this.worker);
    // If a message cannot be sent, the process has ended or is about to end.
    this.worker.on('error', () => undefined);
    this.ended = new Promise((resolve) => {
      this.worker.once('exit', (code: number | null, signal: string | null) => {
        this.isServing = false;
        resolve({ code, signal });
      });
    });
    const listening = new Promise<boolean>((resolve) => {
      this.worker.once('listening', () => {
        this.isServing = !this.isRetiring;
        resolve(true);
      });
    });
    this.started = Promise.race([listening, this.ended.then(() => false)]);
    const yielded = new Promise<void>((resolve) => {
      this.worker.on('message', (message: unknown) => {
        if (message === ('processes:yielded' satisfies GroupMessage)) resolve();
      });
    });
    this.yielded = Promise.race([yielded, this.ended]);
  }

  /** Asks it to do the work that only one process may do. */
  begin(): void {
    this.send('processes:begin');
  }

  /** Asks it to end when its connections have ended. Kills it after `within` milliseconds. Resolves when it has ended. */
  async retire(within: number): Promise<End> {
    this.isRetiring = true;
    this.isServing = false;
    this.send('processes:retire');
    return this.endWithin(within);
  }

  /** Ends it like a single process, by SIGTERM, and kills it after `within` milliseconds. Resolves when it has ended. */
  async stop(within: number): Promise<End> {
    this.isRetiring = true;
    this.isServing = false;
    this.worker.process.kill('SIGTERM');
    return this.endWithin(within);
  }

  /**
   * The member's answer to the group's question (`Membership.onAsk`). Undefined if it takes longer than `within` milliseconds, or if the
   * process ends.
   */
  async ask(within: number): Promise<unknown> {
    const question = (this.asked += 1);
    let receive: (message: unknown) => void = () => undefined;
    const answer = new Promise<unknown>((resolve) => {
      receive = (message) => {
        if (fieldOf(message, 'processes:answer') === question) resolve((message as { value: unknown }).value);
      };
    });
    this.worker.on('message', receive);
    this.send({ 'processes:ask': question });
    const giveUp = new AbortController();
    const late = sleep(within, undefined, { signal: giveUp.signal }).catch(() => undefined);
    try {
      return await Promise.race([answer, late, this.ended.then(() => undefined)]);
    } finally {
      giveUp.abort();
      this.worker.off('message', receive);
    }
  }

  private async endWithin(milliseconds: number): Promise<End> {
    const timer = setTimeout(() => this.worker.process.kill('SIGKILL'), milliseconds);
    return this.ended.finally(() => clearTimeout(timer));
  }

  private send(message: GroupMessage): void {
    if (this.worker.isConnected()) this.worker.send(message);
  }
}

/**
 * The primary accepts connections and sends each to a process. If the process ends before it has received one, `node:cluster` loses
 * this connection, and its client would wait for an answer for ever. So the primary closes it. At most one connection is on its way to a
 * process.
 */
function closeLostConnection(worker: Worker): void {
  let onItsWay: { seq: unknown; connection: { close?(): void } } | undefined;
  const channel = worker.process;
  const send = channel.send.bind(channel) as (...given: unknown[]) => boolean;
  channel.send = (...given: unknown[]) => {
    const [message, connection] = given;
    if (typeof connection === 'object' && connection !== null)
      onItsWay = { seq: (message as { seq?: unknown }).seq, connection };
    return send(...given);
  };
  // The process has accepted the connection, or sends it back; then it waits for another process, and must stay open.
  channel.on('internalMessage', ({ ack }: { ack?: unknown }) => {
    if (onItsWay?.seq === ack) onItsWay = undefined;
  });
  worker.once('exit', () => onItsWay?.connection.close?.());
}
