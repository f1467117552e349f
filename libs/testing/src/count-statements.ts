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

const uncountedWork = new AsyncLocalStorage<true>();

/** Runs work whose statements are not counted, for statements of the test itself. */
export function uncounted<T>(work: () => Promise<T>): Promise<T> {
  return uncountedWork.run(true, work);
}

/** Starts a count by wrapping `pg.Client.prototype.query`, which pools use as well. */
export function countStatements(): StatementCounter {
  const prototype = Client.prototype as unknown as { query: Query };
  const original = prototype.query;
  let statements: string[] = [];
  const counting: Query = function (...parameters) {
    if (!uncountedWork.getStore()) statements.push(textOf(parameters[0]));
    return original.apply(this, parameters);
  };
  prototype.query = counting;
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
      if (prototype.query === counting) prototype.query = original;
      return statements;
    },
  };
}
