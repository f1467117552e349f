/** Too many hashes are waiting. Nothing was hashed; a retry may succeed. */
export class PasswordsBusy extends Error {
  constructor() {
    super('Too many passwords are waiting to be hashed.');
    this.name = 'PasswordsBusy';
  }
}

export interface FairQueueOptions {
  /** Tasks that run at the same time. */
  concurrency: number;
  /** Tasks that may wait. */
  capacity: number;
  /** Milliseconds that a task waits before it is rejected. */
  timeout: number;
  /** Makes the error of a rejected task; by default {@link PasswordsBusy}. */
  busy?: () => Error;
}

interface Waiting {
  start(): void;
  reject(): void;
}

/**
 * Runs a limited number of tasks at the same time, and serves the clients with waiting tasks in rotation, so that a client with
 * many tasks delays only itself. When the queue is full, the client with the most waiting tasks loses its newest.
 */
export class FairQueue {
  private running = 0;
  private size = 0;
  /** Waiting tasks by client, oldest first. The order of the clients is the order of the rotation. */
  private readonly lanes = new Map<string, Waiting[]>();
  private readonly options: Required<FairQueueOptions>;

  constructor(options: FairQueueOptions) {
    this.options = { busy: () => new PasswordsBusy(), ...options };
  }

  get waiting(): number {
    return this.size;
  }

  /**
   * Runs the task when a place is free and it is the client's turn.
   * @throws the error of `busy`, without running the task, if the queue is full or the task has waited too long
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
    const { capacity, timeout, busy } = this.options;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.remove(client, waiting).reject(), timeout);
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

  /** Gives the place of a finished task to the next client's first task. */
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
      // Move the client to the end of the rotation.
      this.lanes.delete(client);
      this.lanes.set(client, others);
    }
    first.start();
  }

  /** Rejects the newest task of the client with the most waiting tasks; if several have as many, the newcomer's. */
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
