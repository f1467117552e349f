/** There is more work waiting than can be done in reasonable time. Nothing was hashed; trying again later may succeed. */
export class PasswordsBusy extends Error {
  constructor() {
    super('Too many passwords are being checked at once.');
    this.name = 'PasswordsBusy';
  }
}

export interface FairQueueOptions {
  /** Tasks that run at the same time. */
  concurrency: number;
  /** Tasks that may wait. */
  capacity: number;
  /** Milliseconds that a task waits before it is rejected. */
  patience: number;
  /** Makes the error of a rejected task; by default {@link PasswordsBusy}. */
  busy?: () => Error;
}

interface Waiting {
  start(): void;
  reject(): void;
}

/**
 * Runs a limited number of tasks at once and shares the turns fairly: they go round the clients that have tasks waiting, so a
 * client with many tasks delays only itself. When the queue is full, the client with the most waiting tasks loses its newest.
 */
export class FairQueue {
  private running = 0;
  private size = 0;
  /** Waiting tasks by client, oldest first. The order of the clients is the order of their turns. */
  private readonly lanes = new Map<string, Waiting[]>();
  private readonly options: Required<FairQueueOptions>;

  constructor(options: FairQueueOptions) {
    this.options = { busy: () => new PasswordsBusy(), ...options };
  }

  /** Tasks that wait for their turn. */
  get waiting(): number {
    return this.size;
  }

  /**
   * Runs the task when the client's turn comes.
   * @throws what `busy` makes, if the queue is full or the turn does not come in time; the task did not run then
   */
  async run<T>(client: string, task: () => Promise<T>): Promise<T> {
    if (this.running < this.options.concurrency) this.running += 1;
    else await this.wait(client);
    try {
      return await task();
    } finally {
      this.next();
    }
  }

  private wait(client: string): Promise<void> {
    const { capacity, patience, busy } = this.options;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.remove(client, waiting).reject(), patience);
      const waiting: Waiting = {
        start: () => {
          clearTimeout(timer);
          resolve();
        },
        reject: () => {
          clearTimeout(timer);
          reject(busy());
        },
      };
      this.append(client, waiting);
      if (this.size > capacity) this.rejectOne(client);
    });
  }

  /** Passes the place of a finished task on to the first task of the client whose turn it is, so that it is never idle. */
  private next(): void {
    const [turn] = this.lanes;
    if (turn === undefined) {
      this.running -= 1;
      return;
    }
    const [client, [first]] = turn;
    this.remove(client, first);
    const others = this.lanes.get(client);
    if (others) {
      // To the end: the next turn of this client comes after one of each other client.
      this.lanes.delete(client);
      this.lanes.set(client, others);
    }
    first.start();
  }

  /** Makes room: the client with the most waiting tasks loses its newest; of several, the newcomer. */
  private rejectOne(newcomer: string): void {
    let longest = newcomer;
    const lengthOf = (client: string): number => this.lanes.get(client)?.length ?? 0;
    for (const client of this.lanes.keys()) if (lengthOf(client) > lengthOf(longest)) longest = client;
    const newest = this.lanes.get(longest)?.at(-1);
    if (newest) this.remove(longest, newest).reject();
  }

  private append(client: string, waiting: Waiting): void {
    const lane = this.lanes.get(client);
    if (lane) lane.push(waiting);
    else this.lanes.set(client, [waiting]);
    this.size += 1;
  }

  private remove(client: string, waiting: Waiting): Waiting {
    const others = this.lanes.get(client)?.filter((one) => one !== waiting) ?? [];
    if (others.length > 0) this.lanes.set(client, others);
    else this.lanes.delete(client);
    this.size -= 1;
    return waiting;
  }
}
