import { positional, type TypedStatement, type Types, type ValuesOf } from './statement';
import { Statements } from './statements';

/** The rows of statements that one visitor has read, by statement and parameters. They are shared, so they must not be modified. */
export type KeptRows = Map<string, Promise<readonly unknown[]>>;

/** The maximum of different reads that are kept. Further ones are sent each time. */
const MAX_READS = 16;

/** Keeps rows that another statement has brought, so that this one is not sent. */
export function keepRows<P extends Types, R extends Types>(
  kept: KeptRows,
  statement: TypedStatement<P, R>,
  values: ValuesOf<P>,
  rows: readonly ValuesOf<R>[],
): void {
  kept.set(keyOf(statement, values), Promise.resolve(rows));
}

const keyOf = (statement: TypedStatement, values: ValuesOf<Types>): string =>
  `${statement.name} ${JSON.stringify(positional(statement, values))}`;

/** Sends a read once for the same parameters, and keeps its rows. Only for reads. */
export class KeptReads extends Statements {
  constructor(
    private readonly reads: Statements,
    private readonly kept: KeptRows,
  ) {
    super();
  }

  override rows<P extends Types, R extends Types>(
    statement: TypedStatement<P, R>,
    values: ValuesOf<P>,
  ): Promise<ValuesOf<R>[]> {
    const key = keyOf(statement, values);
    const known = this.kept.get(key) as Promise<ValuesOf<R>[]> | undefined;
    if (known) return known;
    const rows = this.reads.rows(statement, values);
    if (this.kept.size < MAX_READS) {
      this.kept.set(key, rows);
      rows.catch(() => this.kept.delete(key));
    }
    return rows;
  }

  protected execute(): never {
    throw new Error('only reads are kept');
  }
}
