/**
 * A type of PostgreSQL, and `T`, the type of its values in JavaScript. A test compares the names with the migrated database.
 * Null is a value only of {@link orNull}.
 */
export class SqlType<T> {
  /** Exists for the compiler only. */
  declare readonly value: T;

  /** @param name as PostgreSQL's `format_type` writes it */
  constructor(
    readonly name: string,
    readonly mayBeNull = false,
    readonly excludesNull = false,
  ) {}

  /** The same type for a value that may be null. */
  get orNull(): SqlType<T | null> {
    return new SqlType<T | null>(this.name, true);
  }

  /** For a column that may be null in the table but is never null in the rows that the statement returns. */
  get neverNullHere(): SqlType<T> {
    return new SqlType<T>(this.name, false, true);
  }
}

/** The types of parameters and columns. */
export const types = {
  /** A number within the safe integers; see `columnTypes`. */
  bigint: new SqlType<number>('bigint'),
  boolean: new SqlType<boolean>('boolean'),
  bytea: new SqlType<Buffer>('bytea'),
  /** `YYYY-MM-DD` */
  date: new SqlType<string>('date'),
  integer: new SqlType<number>('integer'),
  /** A decimal number as text, such as an amount of money. */
  numeric: new SqlType<string>('numeric'),
  text: new SqlType<string>('text'),
  timestamptz: new SqlType<Date>('timestamp with time zone'),
  /** A parameter: JSON as text. */
  jsonText: new SqlType<string>('jsonb'),
  array: <T>(item: SqlType<T>) => new SqlType<readonly T[]>(`${item.name}[]`),
  /** A column. PostgreSQL does not know `T`, so no test can compare it. */
  json: <T>() => new SqlType<T>('json'),
  /** As {@link types.json}. */
  jsonb: <T>() => new SqlType<T>('jsonb'),
  /** One of several texts. PostgreSQL does not know `T`, so no test can compare it. */
  textOf: <T extends string>() => new SqlType<T>('text'),
};
