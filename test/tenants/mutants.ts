import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Statement } from '../../src/platform/database/sql';
import type { Cell, Judge } from './judge';
import type { Watch } from './watch';

const SOURCES = join(__dirname, '../../src');

/** What ties a row to a fan club or an organization: to that of a parameter, or to that of another row. */
const CONDITION =
  /(?:\b\w+\.)?fanclub_id = (?:\$\d+|\w+\.\w+)|\bf\.id = (?:\$\d+|\w+\.fanclub_id)|\w+\.organization_id = \w+\.organization_id/g;

/** Every named statement of the service, as `*.queries.ts` export them. */
export function namedStatements(): Statement[] {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => file.endsWith('.queries.ts'))
    .sort()
    .flatMap((file) => Object.values(jest.requireActual<object>(join(SOURCES, file))).flatMap(statementsIn));
}

/** A value that a module exports, if it is a statement; those in it, if it is a group of them. */
function statementsIn(value: unknown): Statement[] {
  if (typeof value !== 'object' || value === null) return [];
  return [value, ...Object.values(value)].filter(isStatement);
}

function isStatement(value: unknown): value is Statement {
  const { name, text } = Object(value) as Partial<Statement>;
  return typeof name === 'string' && typeof text === 'string';
}

/** The statement without its tenant filters: each holds for every row. Null, if it has none. */
export function unfiltered({ name, text }: Statement): Statement | null {
  const other = text.replace(CONDITION, '($& OR true)');
  return other === text ? null : { name, text: other };
}

/** Sends cells again after removing the tenant filters of statements. */
export class Trial {
  /** @param asked the names of the statements that each cell needs, by the cell's name */
  constructor(
    private readonly judge: Judge,
    private readonly watch: Watch,
    private readonly cells: readonly Cell[],
    private readonly asked: ReadonlyMap<string, ReadonlySet<string>>,
  ) {}

  /** The cells that need a statement. */
  cellsOf(statement: string): Cell[] {
    return this.cells.filter(({ name }) => this.asked.get(name)?.has(statement));
  }

  /**
   * Whether a cell of those that need the first statement fails without the filters of all these.
   * @param most cells that are tried, at most
   */
  async turnsRed(statements: readonly string[], most = Infinity): Promise<boolean> {
    const changed = namedStatements().flatMap((one) =>
      statements.includes(one.name) ? [unfiltered(one)] : [],
    );
    const probes = oneOfEach(this.cellsOf(statements[0])).slice(0, most);
    this.watch.replace(...changed.filter((one) => one !== null));
    try {
      for (const cell of probes) if ((await this.judge.faults(cell)).length > 0) return true;
      return false;
    } finally {
      this.watch.replace();
    }
  }
}

/** The club, if it is another than the asker's, whose thing a cell names; as far as the cell's name tells. */
const ownerOf = ({ name }: Cell): string => /sibling|foreign| of b1/.exec(name)?.[0] ?? '';

/**
 * Of the cells that differ only in which thing they name of the same club, one each: those about other clubs first, and of
 * these one of every route before the second of any.
 */
function oneOfEach(cells: readonly Cell[]): Cell[] {
  const found = new Map<string, Cell>();
  for (const cell of cells) {
    const kind = `${ownerOf(cell)} ${cell.kind ?? cell.name}`;
    if (!found.has(kind)) found.set(kind, cell);
  }
  const turns = new Map<string, number>();
  const ranked = [...found.values()].map((cell) => {
    const route = `${ownerOf(cell)} ${cell.wire.method} ${cell.wire.path.replace(/[?\d].*/, '')}`;
    const turn = turns.get(route) ?? 0;
    turns.set(route, turn + 1);
    return { cell, rank: ownerOf(cell) === '' ? Number.MAX_SAFE_INTEGER : turn };
  });
  return ranked.sort((one, other) => one.rank - other.rank).map(({ cell }) => cell);
}
