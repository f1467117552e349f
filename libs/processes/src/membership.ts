import cluster from 'node:cluster';
import { fieldOf, type GroupMessage, placeOf } from './messages';

/** The place of this process in a group, and what the group asks of it. */
export interface Membership {
  /** From 1 to {@link count}. A process that replaces another one has its number. */
  readonly number: number;
  readonly count: number;
  /** Calls `begin` once when this process is to do the work that only one process of the group may do. */
  onBegin(begin: () => void): void;
  /** Sets the answer to `ProcessGroup.ask`: a value that can be sent as JSON. If it fails, there is no answer. */
  onAsk(answer: () => Promise<unknown>): void;
  /**
   * Sets what happens when another process has taken this one's place.
   *
   * @param yieldWork ends the work that only one process may do
   * @param leave finishes the requests of open connections; then the process ends with code 0, or 1 if `leave` fails
   */
  onRetire(yieldWork: () => Promise<unknown>, leave: () => Promise<unknown>): void;
}

/**
 * This process as a member of a group; null if no `ProcessGroup` has started it. SIGHUP, which a closed terminal sends to all
 * processes, no longer ends it: only the group reacts to it.
 */
export function membership(): Membership | null {
  const place = cluster.isWorker ? placeOf(process.argv.slice(2)) : null;
  if (!place) return null;
  process.on('SIGHUP', () => undefined);
  return {
    ...place,
    onAsk: (answer) => {
      process.on('message', (message) => {
        const question = fieldOf(message, 'processes:ask');
        if (typeof question === 'number') void reply(question, answer);
      });
    },
    onBegin: (begin) => once('processes:begin', begin),
    onRetire: (yieldWork, leave) =>
      once('processes:retire', () => {
        const yielded = (): void => void process.send?.('processes:yielded' satisfies GroupMessage);
        yieldWork().then(yielded, yielded);
        leave().then(exitAfterLastConnection, () => process.exit(1));
      }),
  };
}

async function reply(question: number, answer: () => Promise<unknown>): Promise<void> {
  const value = await answer().catch(() => undefined);
  if (value === undefined || !process.connected) return;
  process.send?.({ 'processes:answer': question, value } satisfies GroupMessage);
}

/**
 * Ends this process once the primary knows that it accepts no connections. Until then the primary may have sent one more, which this
 * process sends back.
 */
function exitAfterLastConnection(): void {
  cluster.worker?.once('disconnect', () => process.exit(0));
  cluster.worker?.disconnect();
}

function once(message: GroupMessage, act: () => void): void {
  const listener = (received: unknown): void => {
    if (received !== message) return;
    process.off('message', listener);
    act();
  };
  process.on('message', listener);
}
