import type { DataSource, EntityTarget, ObjectLiteral } from 'typeorm';

/** An object of the file as a row. */
export interface Row<E> {
  /** The object's path in the file. */
  readonly path: string;
  /** The object's id, if the file gives one. */
  readonly id?: number;
  /** The values from the file. Undefined: the file does not give the column, so existing rows keep their value. */
  readonly values: Partial<E>;
  /** The values that new rows get for columns that the file does not give. */
  readonly fallbacks?: Partial<E>;
}

/** A row that was found in the database, or is new. */
export type Matched<R, E> = Omit<R, 'id'> & {
  readonly id: number;
  readonly isNew: boolean;
  /** The current values of the columns in `peek` of the table's rules; empty for a new row. */
  readonly current: Partial<E>;
};

/** How rows of a catalogue are matched with those of a table. */
export interface TableRules<E> {
  readonly entity: EntityTarget<E>;
  /** The tenant column. An id in the file must belong to the same tenant. Absent for organizations. */
  readonly tenant?: keyof E & string;
  /** The object that a row is part of, which never changes. */
  readonly owner?: { readonly column: keyof E & string; readonly noun: string };
  /** The natural key, which identifies rows without an id in the file. */
  readonly key: readonly (keyof E & string)[];
  /** A word for the natural key, and the field where conflicts are reported. */
  readonly named: { readonly noun: string; readonly field: string };
  /** Columns of the key that may be null, which is a value like any other: the sales period of a plan. */
  readonly nullable?: readonly (keyof E & string)[];
  /** Columns of the key that are compared in any letter case. */
  readonly folded?: readonly (keyof E & string)[];
  /** Columns whose current value is needed before a row is written. */
  readonly peek?: readonly (keyof E & string)[];
  /** A start and an end, as columns and as fields. An end before the start is a fault. */
  readonly period?: {
    readonly columns: readonly [keyof E & string, keyof E & string];
    readonly fields: readonly [string, string];
  };
  /** Columns whose changes need permission, with their fields in the file: records of the past, parts matched by position. */
  readonly history?: { readonly [column in keyof E & string]?: string };
  /** Columns with lists and objects from which an import may remove only with permission, with their fields in the file. */
  readonly lists?: { readonly [column in keyof E & string]?: string };
  /** The column that names a row when it is removed from a list. */
  readonly shown?: keyof E & string;
}

interface Column {
  readonly name: string;
  readonly type: string;
}

/** A table with the SQL names and types of its columns, from TypeORM's metadata. */
export class Table<E extends ObjectLiteral> {
  readonly name: string;
  private readonly columns: ReadonlyMap<string, Column>;

  constructor(
    dataSource: DataSource,
    readonly rules: TableRules<E>,
  ) {
    const metadata = dataSource.getMetadata(rules.entity);
    this.name = metadata.tableName;
    this.columns = new Map(
      metadata.columns.map(({ propertyName, databaseName, type, isArray }) => [
        propertyName,
        { name: `"${databaseName}"`, type: isArray ? `${String(type)}[]` : String(type) },
      ]),
    );
  }

  /** The SQL name of a property's column, quoted. */
  column(property: string): string {
    return this.known(property).name;
  }

  has(property: string): boolean {
    return this.columns.has(property);
  }

  /**
   * The relation `v` with the rows of parameter $1, a JSON list of objects with these properties of the entity. So all batches
   * have the same statement and one parameter.
   */
  given(properties: readonly string[], extra = ''): string {
    const columns = properties.map((property) => `"${property}" ${this.known(property).type}`);
    return `json_to_recordset($1::json) AS v(${[extra, ...columns].filter(Boolean).join(', ')})`;
  }

  /** SQL that compares the columns of a key in `t` and `v`; folded ones in any letter case, nullable ones also if both are null. */
  sameKey(properties: readonly string[], folded: readonly string[] = []): string {
    return properties
      .map((property) => {
        const [stored, given] = [`t.${this.column(property)}`, `v."${property}"`];
        if (this.isNullable(property)) return `${stored} IS NOT DISTINCT FROM ${given}`;
        return folded.includes(property) ? `lower(${stored}) = lower(${given})` : `${stored} = ${given}`;
      })
      .join(' AND ');
  }

  private isNullable(property: string): boolean {
    const { nullable = [] } = this.rules;
    return (nullable as readonly string[]).includes(property);
  }

  isText(property: string): boolean {
    return this.known(property).type === 'text';
  }

  /** Whether the column holds JSON objects. */
  isObject(property: string): boolean {
    return this.known(property).type === 'jsonb';
  }

  private known(property: string): Column {
    const column = this.columns.get(property);
    if (!column) throw new Error(`${this.name} has no column for ${property}`);
    return column;
  }
}

export function pick<E>(values: Partial<E>, properties: readonly (keyof E & string)[]): Partial<E> {
  return Object.fromEntries(properties.map((property) => [property, values[property]])) as Partial<E>;
}
