import fc from 'fast-check';
import { setTimeout as sleep } from 'node:timers/promises';
import { FairQueue, PasswordsBusy } from './fair-queue';
import { examples, it, itInBoth } from '../../../test/suite/form';

const LONG_ENOUGH = 3_600_000;

/** A queue whose tasks run until the test ends them. */
class Harness {
  private readonly endings = new Map<number, () => void>();
  readonly started: number[] = [];
  readonly rejected: number[] = [];
  private readonly outcomes: Promise<void>[] = [];

  constructor(readonly queue: FairQueue) {}

  enter(client: string, id: number): void {
    const task = (): Promise<void> => {
      this.started.push(id);
      return new Promise((resolve) => this.endings.set(id, resolve));
    };
    this.outcomes.push(
      this.queue.run(client, task).catch((error: unknown) => {
        expect(error).toBeInstanceOf(PasswordsBusy);
        this.rejected.push(id);
      }),
    );
  }

  get running(): number[] {
    return [...this.endings.keys()];
  }

  end(id: number): void {
    this.endings.get(id)?.();
    this.endings.delete(id);
  }

  /** Runs everything that can run now. */
  settle(): Promise<void> {
    return new Promise((resolve) => setImmediate(resolve));
  }

  async drain(): Promise<void> {
    while (this.running.length > 0) {
      for (const id of this.running) this.end(id);
      await this.settle();
    }
    await Promise.all(this.outcomes);
  }
}

const queueOf = (concurrency: number, capacity: number, timeout = LONG_ENOUGH): FairQueue =>
  new FairQueue({ concurrency, capacity, timeout });

describe('a fair queue', () => {
  it('serves the clients in rotation, and each client’s tasks in order', async () => {
    const harness = new Harness(queueOf(1, 64));
    ['a', 'a', 'a', 'a', 'b', 'b', 'c'].forEach((client, id) => harness.enter(client, id));
    for (let n = 0; n < 7; n += 1) {
      await harness.settle();
      harness.end(harness.running[0]);
    }
    await harness.drain();
    expect(harness.started).toEqual([0, 1, 4, 6, 2, 5, 3]);
  });

  it('rejects the newest task of the client with the most waiting tasks when it is full', async () => {
    const harness = new Harness(queueOf(1, 4));
    ['a', 'a', 'a', 'a', 'b', 'b'].forEach((client, id) => harness.enter(client, id));
    await harness.settle();
    expect(harness.rejected).toEqual([3]);
    await harness.drain();
    expect(harness.started).toEqual([0, 1, 4, 2, 5]);
  });

  it('rejects the newcomer when no other client has more waiting', async () => {
    const harness = new Harness(queueOf(1, 2));
    ['a', 'b', 'c', 'd', 'c'].forEach((client, id) => harness.enter(client, id));
    await harness.settle();
    expect(harness.rejected).toEqual([3, 4]);
    await harness.drain();
  });

  it('frees the place of a failed task, and passes on its error', async () => {
    const queue = queueOf(1, 0, 0);
    await expect(queue.run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await expect(queue.run('a', () => Promise.resolve('yes'))).resolves.toBe('yes');
  });

  it('never runs a task that was rejected because it waited too long', async () => {
    const queue = queueOf(1, 1, 1);
    const long = queue.run('a', () => sleep(20));
    const late = jest.fn(() => Promise.resolve());
    await expect(queue.run('b', late)).rejects.toBeInstanceOf(PasswordsBusy);
    await long;
    expect(late).not.toHaveBeenCalled();
    expect(queue.waiting).toBe(0);
    await expect(queue.run('b', () => Promise.resolve('free'))).resolves.toBe('free');
  });

  it('rejects with the error that busy creates', async () => {
    const busy = (): Error => new Error('come back');
    const queue = new FairQueue({ concurrency: 1, capacity: 0, timeout: LONG_ENOUGH, busy });
    const harness = new Harness(queue);
    harness.enter('a', 0);
    await expect(queue.run('a', () => Promise.resolve())).rejects.toThrow('come back');
    await harness.drain();
  });
});

/** A simple model of the same queue. */
class Model {
  readonly running: { client: string; id: number }[] = [];
  readonly waiting: { client: string; id: number }[] = [];
  readonly started: number[] = [];
  readonly rejected: number[] = [];
  /** Clients by their latest turn; those without one since they began to wait, by that time. The first is next. */
  private order: string[] = [];

  constructor(
    private readonly concurrency: number,
    private readonly capacity: number,
  ) {}

  countOf(client: string): number {
    return this.waiting.filter((one) => one.client === client).length;
  }

  enter(client: string, id: number): void {
    if (this.running.length < this.concurrency) {
      this.start({ client, id });
      return;
    }
    this.waiting.push({ client, id });
    if (!this.order.includes(client)) this.order.push(client);
    if (this.waiting.length <= this.capacity) return;
    const most = Math.max(...this.order.map((one) => this.countOf(one)));
    const loser =
      this.countOf(client) === most ? client : this.order.find((one) => this.countOf(one) === most);
    const newest = this.waiting.filter((one) => one.client === loser).at(-1)!;
    this.leave(newest);
    this.rejected.push(newest.id);
  }

  end(id: number): void {
    this.running.splice(
      this.running.findIndex((one) => one.id === id),
      1,
    );
    if (this.waiting.length === 0) return;
    const first = this.waiting.find(({ client }) => client === this.order[0])!;
    this.leave(first);
    if (this.order[0] === first.client) this.order = [...this.order.slice(1), first.client];
    this.start(first);
  }

  private start(task: { client: string; id: number }): void {
    this.running.push(task);
    this.started.push(task.id);
  }

  private leave(task: { client: string; id: number }): void {
    this.waiting.splice(this.waiting.indexOf(task), 1);
    if (this.countOf(task.client) === 0) this.order = this.order.filter((client) => client !== task.client);
  }
}

const client = fc.constantFrom('a', 'b', 'c', 'd');
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ enter: client }) },
  { weight: 2, arbitrary: fc.record({ end: fc.nat({ max: 7 }) }) },
);
const steps = fc.array(step, { minLength: 10, maxLength: 80 });
const sizes = fc.record({
  concurrency: fc.integer({ min: 1, max: 3 }),
  capacity: fc.integer({ min: 0, max: 8 }),
});

describe('a fair queue, with any tasks', () => {
  itInBoth('behaves like its model', async () => {
    await fc.assert(
      fc.asyncProperty(sizes, steps, async ({ concurrency, capacity }, many) => {
        const model = new Model(concurrency, capacity);
        const harness = new Harness(queueOf(concurrency, capacity));
        for (const [id, one] of many.entries()) {
          if ('enter' in one) {
            model.enter(one.enter, id);
            harness.enter(one.enter, id);
          } else if (model.running.length > 0) {
            const { id: ended } = model.running[one.end % model.running.length];
            model.end(ended);
            harness.end(ended);
          }
          await harness.settle();
          expect(harness.started).toEqual(model.started);
          expect(harness.rejected).toEqual(model.rejected);
          expect(harness.queue.waiting).toBe(model.waiting.length);
        }
        await harness.drain();
      }),
      { numRuns: examples(200) },
    );
  });

  itInBoth('never serves a client twice while another waits, and never leaves a place idle', async () => {
    await fc.assert(
      fc.asyncProperty(sizes, steps, async ({ concurrency, capacity }, many) => {
        const harness = new Harness(queueOf(concurrency, capacity));
        const clientOf = new Map<number, string>();
        /** Turns that other clients had since the oldest task of a client began to wait. */
        const passed = new Map<number, string[]>();
        const waiting = (): number[] =>
          [...clientOf.keys()].filter(
            (id) => !harness.started.includes(id) && !harness.rejected.includes(id),
          );
        for (const [id, one] of many.entries()) {
          const before = harness.started.length;
          if ('enter' in one) {
            clientOf.set(id, one.enter);
            harness.enter(one.enter, id);
          } else if (harness.running.length > 0) {
            harness.end(harness.running[one.end % harness.running.length]);
          }
          await harness.settle();
          for (const turn of harness.started.slice(before)) passed.delete(turn);
          const still = waiting();
          expect(harness.running.length).toBeLessThanOrEqual(concurrency);
          if (still.length > 0) expect(harness.running.length).toBe(concurrency);
          expect(still.length).toBeLessThanOrEqual(capacity);
          const oldest = new Map(still.map((task) => [clientOf.get(task)!, task] as const).reverse());
          for (const task of oldest.values()) {
            const turns = passed.get(task) ?? [];
            turns.push(...harness.started.slice(before).map((turn) => clientOf.get(turn)!));
            passed.set(task, turns);
            const own = clientOf.get(task)!;
            for (const other of new Set(turns.filter((turn) => turn !== own)))
              expect(turns.filter((turn) => turn === other).length).toBeLessThanOrEqual(1);
          }
        }
        await harness.drain();
        expect(harness.started.length + harness.rejected.length).toBe(clientOf.size);
      }),
      { numRuns: examples(200) },
    );
  });
});
