import { setTimeout as sleep } from 'node:timers/promises';
import { send } from '../support/client';
import type { Ledger } from '../support/ledger';
import { contactOf } from '../support/writes';

/** What a cell says that does not have the fan club. */
const UNKNOWN = 'Please use a valid API Key.';
/** Milliseconds between two writes to one cell. */
const PAUSE = 50;

/** An acknowledged write, with the times of `performance.now()`. */
interface Write {
  readonly cell: number;
  readonly sent: number;
  readonly ended: number;
}

/** Writes to a fan club at the servers of both cells, without the proxy, until it is stopped. The ledger has every write. */
export class Prober {
  readonly writes: Write[] = [];
  /** Answers that are neither a success, nor a failure that a visitor repeats, nor that of a cell without the fan club. */
  readonly strange: string[] = [];
  private isStopped = false;
  private readonly workers: Promise<void>[];
  private static count = 0;

  constructor(
    private readonly key: string,
    origins: readonly string[],
    private readonly ledger: Ledger,
  ) {
    this.workers = origins.map((origin, cell) => this.probe(origin, cell));
  }

  /** Resolves when every write has its answer. */
  async stop(): Promise<void> {
    this.isStopped = true;
    await Promise.all(this.workers);
  }

  /** Resolves at the next write that begins after this call and that a cell acknowledges. Returns its end, in milliseconds of `performance.now()`. */
  async acknowledged(cell: number): Promise<number> {
    const since = performance.now();
    for (;;) {
      const found = this.writes.find((write) => write.cell === cell && write.sent > since);
      if (found) return found.ended;
      await sleep(10);
    }
  }

  /** The writes that the old cell took after the new one had taken one; none, unless both served the fan club. */
  inBoth(from: number): Write[] {
    const arrived = Math.min(...this.writes.filter(({ cell }) => cell !== from).map(({ ended }) => ended));
    return this.writes.filter(({ cell, sent }) => cell === from && sent > arrived);
  }

  private async probe(origin: string, cell: number): Promise<void> {
    for (; !this.isStopped; await sleep(PAUSE)) {
      Prober.count += 1;
      const email = `probe${Prober.count}@x.example`;
      const sent = performance.now();
      const { outcome, reason } = await send(origin, this.key, contactOf(email), false);
      if (outcome === 'ok') {
        this.ledger.contacts.set(email, 'acknowledged');
        this.writes.push({ cell, sent, ended: performance.now() });
      } else if (outcome === 'wrong' && !reason.includes(UNKNOWN))
        this.strange.push(`cell ${cell}: ${reason}`);
    }
  }
}
