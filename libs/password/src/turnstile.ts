/** There is more work waiting than can be done in reasonable time. Nothing was hashed; trying again later may succeed. */
export class PasswordsBusy extends Error {
  constructor() {
    super('Too many passwords are being checked at once.');
    this.name = 'PasswordsBusy';
  }
}

interface Waiting {
  enter(): void;
}

/** Lets a limited number of tasks run at once, and a limited number wait for a limited time. */
export class Turnstile {
  private running = 0;
  private readonly waiting = new Set<Waiting>();

  /**
   * @param concurrency tasks that run at the same time
   * @param queue tasks that may wait; one more is refused at once
   * @param patience milliseconds that a task waits before it is refused
   * @param busy what a refused task fails with
   */
  constructor(
    private readonly concurrency: number,
    private readonly queue: number,
    private readonly patience: number,
    private readonly busy: () => Error = () => new PasswordsBusy(),
  ) {}

  /** Runs the task when its turn comes. Throws what `busy` makes, by default {@link PasswordsBusy}, if that does not come in time. */
  async pass<T>(task: () => Promise<T>): Promise<T> {
    await this.enter();
    try {
      return await task();
    } finally {
      this.leave();
    }
  }

  private enter(): Promise<void> {
    if (this.running < this.concurrency) {
      this.running += 1;
      return Promise.resolve();
    }
    if (this.waiting.size >= this.queue) return Promise.reject(this.busy());
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.waiting.delete(waiting);
        reject(this.busy());
      }, this.patience);
      const waiting: Waiting = {
        enter: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      this.waiting.add(waiting);
    });
  }

  /** Hands the place to whoever waits longest, so that it is never free while someone waits. */
  private leave(): void {
    const [next] = this.waiting;
    if (next === undefined) {
      this.running -= 1;
      return;
    }
    this.waiting.delete(next);
    next.enter();
  }
}
