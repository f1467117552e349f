import type { SqlType } from './sql-types';

/** SQL that PostgreSQL parses once per connection and caches by its name. Its parameters are `$1`, `$2`, … */
export interface Statement {
  /** Unique in the service, `<domain>.<verb>`, at most 63 bytes. */
  readonly name: string;
  /** Must filter by `fanclub_id` wherever it uses a tenant's data. */
  readonly text: string;
}

/** The types of parameters or of columns, by name. */
export type Types = Readonly<Record<string, SqlType<unknown>>>;

/** The values of parameters or of columns, by name. */
export type ValuesOf<T extends Types> = { readonly [Name in keyof T]: T[Name]['value'] };

/** A {@link Statement} with the types of its parameters and columns; see {@link statement}. */
export interface TypedStatement<P extends Types = Types, R extends Types = Types> extends Statement {
  /** In the order of `$1`, `$2`, … */
  readonly params: P;
  readonly row: R;
  readonly paramNames: readonly string[];
}

/** A row of a statement: `RowOf<typeof ENTRIES_OF_CUSTOMER>`. */
export type RowOf<S extends { readonly row: Types }> = ValuesOf<S['row']>;

/** `$name`; not the `\$` of a regular expression. */
const PARAMETER = /(?<!\\)\$(\w+)/g;

/**
 * Defines a statement:
 *
 *     export const ENTRIES = statement('contests.entries', {
 *       params: { fanclub: types.bigint },
 *       row: { contestId: types.bigint },
 *       text: `SELECT contest_id AS "contestId" FROM contest_entries WHERE fanclub_id = $fanclub`,
 *     });
 *
 * A test compares the parameters and columns of all exported statements with the migrated database, so a file must export its
 * statements.
 *
 * @param definition.row the columns in their order; absent if no rows are read
 * @throws Error for a `$name` that is not declared, and for a parameter that the text does not use
 */
export function statement<P extends Types = Record<never, never>, R extends Types = Record<never, never>>(
  name: string,
  definition: { readonly params?: P; readonly row?: R; readonly text: string },
): TypedStatement<P, R> {
  const { params = {} as P, row = {} as R } = definition;
  const paramNames = Object.keys(params);
  const used = new Set<string>();
  const text = definition.text.replace(PARAMETER, (_, parameter: string) => {
    used.add(parameter);
    return `$${paramNames.indexOf(parameter) + 1}`;
  });
  const undeclared = [...used].filter((parameter) => !paramNames.includes(parameter));
  if (undeclared.length > 0) throw new Error(`${name} does not declare $${undeclared.join(', $')}`);
  const unused = paramNames.filter((parameter) => !used.has(parameter));
  if (unused.length > 0) throw new Error(`${name} does not use $${unused.join(', $')}`);
  return { name, text, params, row, paramNames };
}

/** The values of a statement's parameters in the order of `$1`, `$2`, … */
export function positional({ name, paramNames }: TypedStatement, values: ValuesOf<Types>): unknown[] {
  return paramNames.map((param) => {
    const value = values[param];
    // The driver would send it as NULL.
    if (value === undefined) throw new TypeError(`${name}: the parameter ${param} is undefined`);
    return value;
  });
}
