import { Agent } from 'node:http';
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

/** A request of the matrix, and the demands on its answer. */
export interface Cell {
  readonly name: string;
  /** Cells of one kind differ in no more than whose the thing is that they name; the name, where there are no others. */
  readonly kind?: string;
  readonly wire: Wire;
  /** Whether the answer may show what is of this audience. */
  sees(mark: Mark): boolean;
  /** The fan club and the organization whose rows may change; null if no rows may. */
  readonly owners: readonly number[];
  /** The body of the answer, if it is fixed. */
  readonly refusal?: string;
  /** A request that must get the same answer, to the byte. */
  readonly like?: Wire;
}

/** Values that are drawn by chance or sealed, and so differ each time: of cookies, and of the hidden fields of forms. */
const BY_CHANCE = /(fanclub_(?:session|form)_\d+=|name="(?:form_token|reference)" value=")[^;"\\]+/g;

/** How the service says that it could not do what it should. */
const FAILURE = /^5|An error has occurred, please try again later/;

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

/** Sends cells and reports the faults of their answers. */
export class Judge {
  private readonly agent = new Agent({ keepAlive: true });

  /**
   * @param asked where it notes the names of the statements that each cell needs, by the cell's name
   * @param forget has the service read from the database what it would serve from memory
   */
  constructor(
    private readonly origin: string,
    private readonly watch: Watch,
    private readonly snapshot: Snapshot,
    private readonly asked: Map<string, Set<string>>,
    private readonly forget: () => void,
  ) {}

  /** Ends its connections to the service. */
  stop(): void {
    this.agent.destroy();
  }

  /** The faults of a cell; empty if it holds. Restores the rows afterwards. */
  async faults(cell: Cell): Promise<string[]> {
    const { text, body, changed } = await this.send(cell, cell.wire);
    const faults: string[] = [];
    const fault = (what: string) => faults.push(`${cell.name}: ${what}`);
    for (const mark of canariesIn(text))
      if (!cell.sees(mark)) fault(`shows ${canary(mark)}: ${excerpt(text, canary(mark))}`);
    for (const one of changed) fault(`changes ${one}`);
    if (FAILURE.test(text)) fault(`fails: ${body.slice(0, 200)}`);
    if (cell.refusal !== undefined && body !== cell.refusal) fault(`is not refused: ${text}`);
    if (cell.like) {
      const other = await this.send(cell, cell.like);
      if (other.text !== text) fault(`is told apart: ${difference(text, other.text)}`);
    }
    return faults;
  }

  private async send(cell: Cell, { method, path, headers, body, sent }: Wire) {
    this.forget();
    this.watch.take();
    // One for each request, as cookies that an answer sets must not go with the next.
    const answer = await new HttpClient(this.origin, {}, this.agent).request(method, path, { headers, body });
    const { names, written } = this.watch.take();
    this.note(cell, names);
    const lines = Object.entries(answer.headers).filter(([name]) => !PASSING.has(name));
    const text = `${answer.status} ${JSON.stringify(lines)} ${answer.text}`;
    return {
      text: sent.reduce(
        (rest, value) => rest.replaceAll(value, '(sent)'),
        text.replace(BY_CHANCE, '$1(by chance)'),
      ),
      body: answer.text,
      changed: await this.changedOf(cell, written),
    };
  }

  private note({ name }: Cell, statements: readonly string[]): void {
    const known = this.asked.get(name);
    if (!known) this.asked.set(name, new Set(statements));
    else for (const one of statements) known.add(one);
  }

  private async changedOf({ owners }: Cell, written: readonly string[]): Promise<string[]> {
    const changes = await this.snapshot.changes(written);
    if (written.length > 0) await this.snapshot.restore(written);
    const others = changes.filter(({ owner }) => !owners.includes(owner));
    return [...new Set(others.map(({ table, owner }) => `${table} of ${owner}`))];
  }
}
