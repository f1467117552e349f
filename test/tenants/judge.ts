import { Agent } from 'node:http';
import { HttpClient } from '#libs/testing';
import { Visits } from '../../src/platform/access';
import { Published } from '../../src/platform/published';
import { byForm } from '../suite/form';
import type { TestApp } from '../support/start-test-app';
import { canariesIn, canary, type Mark } from './canaries';
import type { Snapshot } from './snapshot';
import type { Watch } from './watch';

/** A request. */
export interface Wire {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: object | string;
  /** Values of the request that the answer may repeat. */
  readonly sent: readonly string[];
}

/** A request of the matrix, and the requirements for its answer. */
export interface Cell {
  readonly name: string;
  /** Cells of one kind differ only in the owner of the row that they name. By default the name. */
  readonly kind?: string;
  /** The owner of the row that the request names, seen from the fan club that is asked. */
  readonly of?: string;
  readonly wire: Wire;
  /** Whether the answer may show rows of this audience. */
  sees(mark: Mark): boolean;
  /** The fan club and the organization whose rows may change; null if no rows may. */
  readonly owners: readonly number[];
  /** The body of the answer, if it is fixed. */
  readonly refusal?: string;
  /** A request that must get the same answer, byte for byte. */
  readonly like?: Wire;
  /** Whether it only reads, so that visits and answers that are kept serve it. */
  readonly reads?: boolean;
}

/** Random or sealed values of cookies and hidden form fields, which differ each time. */
const RANDOM_VALUES = /(fanclub_(?:session|form)_\d+=|name="(?:form_token|reference)" value=")[^;"\\]+/g;

/** The text of an answer with the same values in place of random ones. */
export const withoutRandomValues = (text: string): string => text.replace(RANDOM_VALUES, '$1(random)');

/** The only statement with which a read may write: it notes that a session was seen. */
const TOUCH = 'access.touch';
/** The names of statements that read a visit. */
const VISIT = /visit/;

/** An answer to an internal error. */
const FAILURE = /^5|An error has occurred, please try again later/;

/** Headers that differ between equal answers. The length depends on {@link Wire.sent}. */
const VARYING_HEADERS = new Set(['content-length', 'date', 'x-request-id']);

/** The text around a canary. */
function excerpt(text: string, mark: string): string {
  const at = Math.max(text.toLowerCase().indexOf(mark), 0);
  return text.slice(Math.max(at - 100, 0), at + 100);
}

/** Two texts around their first difference. */
function difference(one: string, other: string): string {
  const at = [...one].findIndex((letter, index) => letter !== other[index]);
  return [one, other].map((text) => text.slice(Math.max(at - 60, 0), at + 120)).join(' <> ');
}

/** Sends cells and reports the faults of their answers. */
export class Judge {
  private readonly agent = new Agent({ keepAlive: true });
  /** The number of reads so far that were repeated with a visit from memory. */
  keptVisits = 0;

  /** @param statementsByCell collects the names of the statements that each cell needs, by the cell's name. In the short form, cells that find the content in memory lack its statements. */
  constructor(
    private readonly t: TestApp,
    private readonly watch: Watch,
    private readonly snapshot: Snapshot,
    private readonly statementsByCell: Map<string, Set<string>>,
  ) {
    this.dropContent();
  }

  /** Closes the connections to the service. */
  stop(): void {
    this.agent.destroy();
  }

  /** The faults of a cell; empty if there is none. Restores the rows afterwards. */
  async faults(cell: Cell): Promise<string[]> {
    // A read must not get an answer that an earlier request has left. For the mutants, the long form notes which cell reads the content.
    if (byForm({ short: cell.reads, long: true })) this.dropContent();
    const { text, body, changed, names, writing } = await this.send(cell, cell.wire);
    const faults: string[] = [];
    const fault = (what: string) => faults.push(`${cell.name}: ${what}`);
    for (const mark of canariesIn(text))
      if (!cell.sees(mark)) fault(`shows ${canary(mark)}: ${excerpt(text, canary(mark))}`);
    for (const one of changed) fault(`changes ${one}`);
    if (FAILURE.test(text)) fault(`fails: ${body.slice(0, 200)}`);
    if (cell.refusal !== undefined && body !== cell.refusal) fault(`is not refused: ${text}`);
    if (cell.reads) {
      for (const one of writing.filter((name) => name !== TOUCH)) fault(`writes by ${one}`);
      const warm = await this.send(cell, cell.wire, 'warm');
      if (warm.text !== text) fault(`differs within a second: ${difference(text, warm.text)}`);
      const readsVisit = (read: readonly string[]): boolean => read.some((name) => VISIT.test(name));
      if (readsVisit(names) && !readsVisit(warm.names)) this.keptVisits += 1;
    }
    if (cell.like) {
      const other = await this.send(cell, cell.like);
      if (other.text !== text) fault(`differs: ${difference(text, other.text)}`);
    }
    return faults;
  }

  /** @param state `warm` for what the request before has kept */
  private async send(
    cell: Cell,
    { method, path, headers, body, sent }: Wire,
    state: 'cold' | 'warm' = 'cold',
  ) {
    if (state === 'cold') this.t.app.get(Visits).dropAll();
    this.watch.take();
    // One client per request, because the next request must not send cookies that this answer sets.
    const answer = await new HttpClient(this.t.origin, {}, this.agent).request(method, path, {
      headers,
      body,
    });
    const { names, written, writing } = this.watch.take();
    this.note(cell, names);
    const lines = Object.entries(answer.headers).filter(([name]) => !VARYING_HEADERS.has(name));
    const text = `${answer.status} ${JSON.stringify(lines)} ${answer.text}`;
    return {
      text: sent.reduce((rest, value) => rest.replaceAll(value, '(sent)'), withoutRandomValues(text)),
      body: answer.text,
      names,
      writing,
      changed: await this.changedOf(cell, written),
    };
  }

  private note({ name }: Cell, statements: readonly string[]): void {
    const known = this.statementsByCell.get(name);
    if (!known) this.statementsByCell.set(name, new Set(statements));
    else for (const one of statements) known.add(one);
  }

  private async changedOf({ owners }: Cell, written: readonly string[]): Promise<string[]> {
    const changes = await this.snapshot.changes(written);
    if (written.length > 0) {
      await this.snapshot.restore(written);
      this.dropContent();
    }
    const others = changes.filter(({ owner }) => !owners.includes(owner));
    return [...new Set(others.map(({ table, owner }) => `${table} of ${owner}`))];
  }

  private dropContent(): void {
    this.t.app.get(Published).snapshots.dropAll();
  }
}
