import { HttpClient } from '#libs/testing';
import { canariesIn, canary, type Mark } from './canaries';
import type { Snapshot } from './snapshot';
import type { Watch } from './watch';

/** One request, as it goes out. */
export interface Wire {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: object | string;
  /** What an answer may repeat, since it was asked with it. */
  readonly sent: readonly string[];
}

/** A request of the matrix, and what is demanded of its answer. */
export interface Cell {
  readonly name: string;
  readonly wire: Wire;
  /** Whether the answer may show what is of this audience. */
  sees(mark: Mark): boolean;
  /** The fan club and the organization whose rows may change; none: no rows may. */
  readonly owners: readonly number[];
  /** The body of the answer, where it is known beforehand. */
  readonly refusal?: string;
  /** A request that must get the same answer, to the byte. */
  readonly like?: Wire;
}

/** The value of a cookie of ours: sealed, so it differs each time. */
const SEALED = /(fanclub_(?:session|form)_\d+)=[^;"]+/g;

/** Headers that differ from answer to answer; the length does by what was {@link Wire.sent}. */
const PASSING = new Set(['content-length', 'date', 'x-request-id']);

/** What stands around a canary; the whole beginning, if it is an id. */
function excerpt(text: string, mark: string): string {
  const at = Math.max(text.toLowerCase().indexOf(mark), 0);
  return text.slice(Math.max(at - 100, 0), at + 100);
}

/** Two texts from where they part. */
function difference(one: string, other: string): string {
  const at = [...one].findIndex((letter, index) => letter !== other[index]);
  return [one, other].map((text) => text.slice(Math.max(at - 60, 0), at + 120)).join(' <> ');
}

/** Sends cells and says what is wrong with their answers. */
export class Judge {
  /** Which statements the cells sent so far needed, by name. */
  readonly statements = new Map<Cell, readonly string[]>();

  constructor(
    private readonly origin: string,
    private readonly watch: Watch,
    private readonly snapshot: Snapshot,
  ) {}

  /** Everything wrong with a cell; nothing, if it holds. Rows are as they were afterwards. */
  async faults(cell: Cell): Promise<string[]> {
    const { text, body, changed } = await this.send(cell, cell.wire);
    const faults: string[] = [];
    const fault = (what: string) => faults.push(`${cell.name}: ${what}`);
    for (const mark of canariesIn(text))
      if (!cell.sees(mark)) fault(`shows ${canary(mark)}: ${excerpt(text, canary(mark))}`);
    for (const one of changed) fault(`changes ${one}`);
    if (cell.refusal !== undefined && body !== cell.refusal) fault(`is not refused: ${text}`);
    if (cell.like) {
      const other = await this.send(cell, cell.like);
      if (other.text !== text) fault(`is told apart: ${difference(text, other.text)}`);
    }
    return faults;
  }

  private async send(cell: Cell, { method, path, headers, body, sent }: Wire) {
    this.watch.take();
    const answer = await new HttpClient(this.origin).request(method, path, {
      headers,
      body,
    });
    const { names, wrote } = this.watch.take();
    this.statements.set(cell, [...(this.statements.get(cell) ?? []), ...names]);
    const lines = Object.entries(answer.headers).filter(([name]) => !PASSING.has(name));
    const text = `${answer.status} ${JSON.stringify(lines)} ${answer.text}`;
    return {
      text: sent.reduce(
        (rest, value) => rest.replaceAll(value, '(sent)'),
        text.replace(SEALED, '$1=(sealed)'),
      ),
      body: answer.text,
      changed: wrote ? await this.changedOf(cell) : [],
    };
  }

  private async changedOf({ owners }: Cell): Promise<string[]> {
    const changes = await this.snapshot.changes();
    await this.snapshot.restore(changes);
    const others = changes.filter(({ owner }) => !owners.includes(owner));
    return [...new Set(others.map(({ table, owner }) => `${table} of ${owner}`))];
  }
}
