import type { Statement } from '../../src/platform/database/sql';
import { statementFiles } from '../support/source-statements';
import type { Cell, Judge } from './judge';
import type { Watch } from './watch';

/** Conditions that compare a row's fan club or organization with a parameter or another row. */
const CONDITION =
  /(?:\b\w+\.)?fanclub_id = (?:\$\d+|\w+\.\w+)|\bf\.id = (?:\$\d+|\w+\.fanclub_id)|\w+\.organization_id = \w+\.organization_id/g;

/** Every statement of the service. */
export const namedStatements = (): Statement[] => statementFiles().flatMap(({ exported }) => exported);

/** The statement with tenant filters that every row passes; null without tenant filters. */
export function unfiltered({ name, text }: Statement): Statement | null {
  const other = text.replace(CONDITION, '($& OR true)');
  return other === text ? null : { name, text: other };
}

/** Sends cells again after removing the tenant filters of statements. */
export class Trial {
  /** @param statementsByCell the names of the statements that each cell needs, by the cell's name */
  constructor(
    private readonly judge: Judge,
    private readonly watch: Watch,
    private readonly cells: readonly Cell[],
    private readonly statementsByCell: ReadonlyMap<string, ReadonlySet<string>>,
  ) {}

  /** The cells that need any of these statements. */
  cellsOf(...statements: readonly string[]): Cell[] {
    return this.cells.filter(({ name }) =>
      statements.some((statement) => this.statementsByCell.get(name)?.has(statement)),
    );
  }

  /**
   * Whether any cell that needs one of these statements fails without the filters of all of them.
   * @param max the number of cells to try
   */
  async turnsRed(statements: readonly string[], max = Infinity): Promise<boolean> {
    const changed = namedStatements().flatMap((one) =>
      statements.includes(one.name) ? [unfiltered(one)] : [],
    );
    const probes = oneOfEach(this.cellsOf(...statements)).slice(0, max);
    this.watch.replace(...changed.filter((one) => one !== null));
    try {
      for (const cell of probes) if ((await this.judge.faults(cell)).length > 0) return true;
      return false;
    } finally {
      this.watch.replace();
    }
  }
}

/** The other club whose row a cell names, according to the cell's name; empty for the own club. */
const ownerOf = ({ name }: Cell): string => /sibling|foreign| of b1/.exec(name)?.[0] ?? '';

/** One cell of each kind and club. Cells about other clubs come first, and of these one of every route before the second. */
function oneOfEach(cells: readonly Cell[]): Cell[] {
  const found = new Map<string, Cell>();
  for (const cell of cells) {
    const kind = `${ownerOf(cell)} ${cell.kind ?? cell.name}`;
    if (!found.has(kind)) found.set(kind, cell);
  }
  const counts = new Map<string, number>();
  const ranked = [...found.values()].map((cell) => {
    const route = `${ownerOf(cell)} ${cell.wire.method} ${cell.wire.path.replace(/[?\d].*/, '')}`;
    const count = counts.get(route) ?? 0;
    counts.set(route, count + 1);
    return { cell, rank: ownerOf(cell) === '' ? Number.MAX_SAFE_INTEGER : count };
  });
  return ranked.sort((one, other) => one.rank - other.rank).map(({ cell }) => cell);
}
