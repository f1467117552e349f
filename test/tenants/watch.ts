import { Client } from 'pg';
import type { Statement } from '../../src/database/sql';

type Query = (this: Client, ...parameters: unknown[]) => unknown;

const WRITES = /\b(INSERT INTO|DELETE FROM|UPDATE \w+( \w+)?\s+SET)\b/;

/** Stands in front of `pg`: tells what the service asks the database, and may say something else in a statement's place. */
export class Watch {
  private readonly names = new Set<string>();
  private wrote = false;
  private replacement: Statement | null = null;
  private readonly original: Query;

  constructor() {
    const prototype = Client.prototype as unknown as { query: Query };
    const original = prototype.query;
    const see = (asked: unknown): unknown => this.see(asked);
    prototype.query = function (asked, ...rest) {
      return original.call(this, see(asked), ...rest);
    };
    this.original = original;
  }

  /** Has another text asked instead of that of the statement of this name, until the next call; null: none. */
  replace(statement: Statement | null): void {
    this.replacement = statement;
  }

  /** The names of the statements since the last call, and whether any of them may have written. */
  take(): { names: string[]; wrote: boolean } {
    const taken = { names: [...this.names], wrote: this.wrote };
    this.names.clear();
    this.wrote = false;
    return taken;
  }

  stop(): void {
    (Client.prototype as unknown as { query: Query }).query = this.original;
  }

  private see(asked: unknown): unknown {
    const { name, text } = asked as { name?: string; text?: string };
    if (typeof asked === 'string' || name === undefined || text === undefined) return asked;
    this.names.add(name);
    this.wrote ||= WRITES.test(text);
    if (name !== this.replacement?.name) return asked;
    // Under a name of its own, as a connection knows one text by a name.
    const { text: other } = this.replacement;
    return { ...(asked as object), text: other, name: `changed ${hash(other)}` };
  }
}

/** A short name of a text. */
function hash(text: string): number {
  return [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) | 0, 7);
}
