import { AsyncLocalStorage } from 'node:async_hooks';
import { Client } from 'pg';

/** Counts the SQL statements that this process sends through `pg`, on all connections and pools. */
export interface StatementCounter {
  /** The text of every statement so far, in order; BEGIN and COMMIT are among them. */
  readonly statements: readonly string[];
  readonly count: number;
  /** Starts again from zero. */
  reset(): void;
  /** Ends the count and returns the statements. A counter that is not stopped continues into the next test. */
  stop(): readonly string[];
}

type Query = (this: Client, ...parameters: unknown[]) => unknown;

function textOf(statement: unknown): string {
  if (typeof statement === 'string') return statement;
  return (statement as { text?: string } | null)?.text ?? String(statement);
}

/** Receives the text of a statement before it is sent. */
type Observer = (text: string, client: Client) => void;

const observers = new Set<Observer>();
/** Connections that wait for notifications. Their heartbeats belong to no request. */
const listening = new WeakSet<Client>();

/**
 * Calls the observer for every statement that this process sends through `pg`, on all connections and pools. Returns a function that
 * ends this.
 */
export function observeStatements(observer: Observer): () => void {
  observers.add(observer);
  return () => observers.delete(observer);
}

// Once in a process. Pools use this function as well.
const prototype = Client.prototype as unknown as { query: Query };
const send = prototype.query;
prototype.query = function (...parameters) {
  const text = textOf(parameters[0]);
  if (text.startsWith('LISTEN ')) listening.add(this);
  for (const observer of observers) observer(text, this);
  return send.apply(this, parameters);
};

const uncountedWork = new AsyncLocalStorage<true>();
let counters = 0;

/** Runs work whose statements are not counted, for statements of the test itself. */
export function uncounted<T>(work: () => Promise<T>): Promise<T> {
  // On Node 20 every promise of the process takes three times as long once AsyncLocalStorage is in use.
  return counters === 0 ? work() : uncountedWork.run(true, work);
}

/** Starts a count. */
export function countStatements(): StatementCounter {
  let statements: string[] = [];
  const end = observeStatements((text, client) => {
    if (!uncountedWork.getStore() && !listening.has(client)) statements.push(text);
  });
  let isOver = false;
  counters += 1;
  return {
    get statements() {
      return statements;
    },
    get count() {
      return statements.length;
    },
    reset() {
      statements = [];
    },
    stop() {
      end();
      if (!isOver) counters -= 1;
      isOver = true;
      if (counters === 0) uncountedWork.disable();
      return statements;
    },
  };
}
