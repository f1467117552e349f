import type { DataSource, EntityTarget, ObjectLiteral } from 'typeorm';

/** How rows of a table are recognised in a catalogue. */
export interface TableRules<E> {
  readonly entity: EntityTarget<E>;
  /** The tenant column, which an id of the file must not cross; absent for organizations. */
  readonly tenant?: keyof E & string;
  /** The object that a row is part of; no row changes hands. */
  readonly owner?: { readonly column: keyof E & string; readonly noun: string };
  /** Natural key: by it a row is recognised when the file gives no id. */
  readonly key: readonly (keyof E & string)[];
  /** The natural key in words and as the field at which a clash is reported. */
  readonly named: { readonly noun: string; readonly field: string };
  /** Columns of the key that are compared whatever their letter case. */
  readonly folded?: readonly (keyof E & string)[];
  /** Columns whose present value is wanted before a row is written. */
  readonly peek?: readonly (keyof E & string)[];
  /** Columns with their fields in the file that are not to be rewritten unasked: records of the past, parts matched by position. */
  readonly history?: { readonly [column in keyof E & string]?: string };
  /** Lists and objects in a column, each with its field in the file: in an existing row they get no smaller unless allowed. */
  readonly lists?: { readonly [column in keyof E & string]?: string };
  /** The column by which a row is named when it is removed from a list. */
  readonly shown?: keyof E & string;
}

interface Column {
  readonly name: string;
  readonly type: string;
}

/** A table with the SQL names and types of its columns, as TypeORM knows them from the entity. */
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
   * The rows of parameter $1, a JSON text of objects with these properties of the entity, as a relation `v`. One parameter for
   * any number of rows and columns, arrays and objects included, and one text of the statement for all batches.
   */
  given(properties: readonly string[], extra = ''): string {
    const columns = properties.map((property) => `"${property}" ${this.known(property).type}`);
    return `json_to_recordset($1::json) AS v(${[extra, ...columns].filter(Boolean).join(', ')})`;
  }

  /** Compares the columns of a key in `t` and `v`, whatever the letter case where that does not matter. */
  sameKey(properties: readonly string[], folded: readonly string[] = []): string {
    return properties
      .map((property) => {
        const [stored, given] = [`t.${this.column(property)}`, `v."${property}"`];
        return folded.includes(property) ? `lower(${stored}) = lower(${given})` : `${stored} = ${given}`;
      })
      .join(' AND ');
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
