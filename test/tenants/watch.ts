import { Client } from 'pg';
import type { Statement } from '../../src/platform/database/sql';
import { statementFiles } from '../support/source-statements';

type Query = (this: Client, ...parameters: unknown[]) => unknown;

/** The words before the name of a table that a statement writes to. They also match other names. */
const WRITES = /\b(?:INSERT INTO|DELETE FROM|UPDATE) "?(\w+)/g;

/** Records the service's statements by patching `pg`, and can replace their texts. */
export class Watch {
  private readonly names = new Set<string>();
  private readonly written = new Set<string>();
  private readonly writing = new Set<string>();
  private readonly texts = new Set<string>();
  private replacements: readonly Statement[] = [];
  private namesByText: ReadonlyMap<string, string> | undefined;
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

  /** Sends these statements instead of those with the same names, until the next call. */
  replace(...statements: readonly Statement[]): void {
    this.replacements = statements;
  }

  /**
   * Since the last call: the names of the statements, the tables they wrote to, the names or texts of those that did, and all texts.
   */
  take(): { names: string[]; written: string[]; writing: string[]; texts: string[] } {
    const { names, written, writing, texts } = this;
    const taken = { names: [...names], written: [...written], writing: [...writing], texts: [...texts] };
    this.texts.clear();
    this.names.clear();
    this.writing.clear();
    this.written.clear();
    return taken;
  }

  stop(): void {
    (Client.prototype as unknown as { query: Query }).query = this.original;
  }

  /** The name of a statement that TypeORM sends, which is without names; undefined for TypeORM's own. */
  private nameOf(text = ''): string | undefined {
    this.namesByText ??= new Map(
      statementFiles().flatMap(({ exported }) =>
        exported.map((one): [string, string] => [one.text, one.name]),
      ),
    );
    return this.namesByText.get(text);
  }

  private see(asked: unknown): unknown {
    const { text, name = this.nameOf(text) } = (
      typeof asked === 'string' ? { text: asked } : asked
    ) as Partial<Statement>;
    if (text !== undefined) this.texts.add(text);
    for (const [, table] of (text ?? '').matchAll(WRITES)) {
      this.written.add(table);
      this.writing.add(name ?? text!);
    }
    if (name === undefined || text === undefined) return asked;
    this.names.add(name);
    const other = this.replacements.find((statement) => statement.name === name)?.text;
    if (other === undefined) return asked;
    if (typeof asked === 'string') return other;
    // With a new name, because a connection prepares one text per name.
    return { ...(asked as object), text: other, name: `changed ${hash(other)}` };
  }
}

function hash(text: string): number {
  return [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) | 0, 7);
}
