import { SqlType } from './sql-types';
import type { TypedStatement, Types, ValuesOf } from './statement';

/** How PostgreSQL writes the values of a type into JSON, and how they become what the driver delivers; absent: as they are. */
interface InJson {
  readonly write?: (column: string) => string;
  readonly read?: (value: unknown) => unknown;
}

/** The types that JSON can carry. It has no times, and its decimal numbers lose digits. */
const IN_JSON: Readonly<Record<string, InJson>> = {
  bigint: { read: safe },
  'bigint[]': { read: (values) => (values as unknown[]).map(safe) },
  boolean: {},
  date: {},
  integer: {},
  json: {},
  jsonb: {},
  numeric: { write: (column) => `${column}::text` },
  text: {},
  'text[]': {},
  // Milliseconds do not depend on the time zone of the connection. The driver cuts their fractions, too.
  'timestamp with time zone': {
    write: (column) => `floor(extract(epoch FROM ${column}) * 1000)`,
    read: (milliseconds) => new Date(milliseconds as number),
  },
};

function safe(value: unknown): unknown {
  if (value !== null && !Number.isSafeInteger(value))
    throw new RangeError(`The database sent the integer ${value as number}, which is not safe`);
  return value;
}

/**
 * A column with all rows of a statement, so that another statement brings them in the same round trip. They have the same values as
 * if the statement had been sent by itself.
 */
export class RowsColumn<P extends Types, R extends Types> extends SqlType<readonly object[]> {
  private readonly converted: readonly (readonly [name: string, read: (value: unknown) => unknown])[];

  /** @throws Error for a column whose type JSON cannot carry */
  constructor(readonly statement: TypedStatement<P, R>) {
    super('json');
    this.converted = Object.entries(statement.row).flatMap(([name, type]) => {
      if (!(type.name in IN_JSON))
        throw new Error(`${statement.name}: JSON cannot carry ${name}, which is a ${type.name}`);
      const { read } = IN_JSON[type.name];
      return read ? [[name, read] as const] : [];
    });
  }

  /** The SQL of the column. @param values the SQL for each parameter of the statement */
  sql(values: Readonly<Record<keyof P, string>>): string {
    const { text, paramNames, row } = this.statement;
    const asked = text.replace(/\$(\d+)/g, (_, number) => values[paramNames[Number(number) - 1]]);
    const columns = Object.entries(row).map(([name, type]) => {
      const column = `r."${name}"`;
      return `'${name}', ${IN_JSON[type.name].write?.(column) ?? column}`;
    });
    return `coalesce((SELECT json_agg(json_build_object(${columns.join(', ')})) FROM (${asked}) r), '[]')`;
  }

  /** The rows of the statement, in its order. Changes `json`, which the driver has just parsed. */
  read(json: readonly object[]): ValuesOf<R>[] {
    for (const row of json as Record<string, unknown>[])
      for (const [name, read] of this.converted) if (row[name] !== null) row[name] = read(row[name]);
    return json as ValuesOf<R>[];
  }
}
