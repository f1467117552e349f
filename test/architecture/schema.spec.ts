import { type Catalogue, type CatalogueConstraint, readCatalogue } from '../support/schema-catalogue';
import { type OpenDatabase, openDatabase } from '../support/open-database';
import { statementFiles } from '../support/source-statements';
import { OF_INSTALLATION, OF_ORGANIZATIONS, RECORDS, STAFF_ACCESS } from '../support/tables-by-tenant';

/** Tables without a tenant. */
const ABOVE_TENANTS = [...OF_ORGANIZATIONS, ...OF_INSTALLATION, ...STAFF_ACCESS];
const isTenants = (table: string | null): boolean => table !== null && !ABOVE_TENANTS.includes(table);

/**
 * Columns that end in `_id` and name no row here. The first two are names at others. Sessions are deleted once they are over, and then
 * applications hear of it.
 */
const NO_KEYS = ['app_id', 'client_id', 'session_id'];

describe('the schema', () => {
  let database: OpenDatabase;
  let catalogue: Catalogue;
  let tables: string[];
  let foreignKeys: CatalogueConstraint[];

  beforeAll(async () => {
    database = await openDatabase();
    catalogue = await readCatalogue(database.dataSource);
    tables = [...new Set(catalogue.columns.map(({ table }) => table))];
    foreignKeys = catalogue.constraints.filter(({ kind }) => kind === 'f');
  });
  afterAll(() => database.close());

  it('has one table for each entity, and no other', () => {
    const mapped = database.dataSource.entityMetadatas.map(({ tableName }) => tableName);
    expect(tables).toEqual(mapped.sort());
    expect(tables.length).toBeGreaterThan(30);
  });

  it('gives every tenant table a fanclub_id that refers to the fan club', () => {
    for (const table of tables.filter(isTenants).filter((one) => !RECORDS.includes(one))) {
      const column = catalogue.columns.find((one) => one.table === table && one.column === 'fanclub_id');
      expect({ table, type: column?.type, required: column?.required }).toEqual({
        table,
        type: 'bigint',
        required: true,
      });
      const references = foreignKeys.filter((key) => key.table === table && key.target === 'fanclubs');
      expect({ table, references: references.map(({ columns }) => columns) }).toEqual({
        table,
        references: [['fanclub_id']],
      });
    }
  });

  it('refers from one tenant table to another by fan club and id', () => {
    const between = foreignKeys.filter(({ table, target }) => isTenants(table) && isTenants(target));
    expect(between.length).toBeGreaterThan(30);
    for (const { name, columns, targetColumns } of between) {
      expect({ name, own: columns[0], there: targetColumns[0] }).toEqual({
        name,
        own: 'fanclub_id',
        there: 'fanclub_id',
      });
      expect(columns.length).toBeGreaterThan(1);
    }
  });

  it('has a foreign key on every column that names another row', () => {
    const referring = catalogue.columns.filter(
      ({ table, column }) => column.endsWith('_id') && !NO_KEYS.includes(column) && !RECORDS.includes(table),
    );
    for (const { table, column } of referring) {
      const key = foreignKeys.find((one) => one.table === table && one.columns.includes(column));
      expect({ table, column, refers: key !== undefined }).toEqual({ table, column, refers: true });
    }
  });

  it('deletes the rows of a customer with the customer, or keeps them without the customer, unless the purge of buyers does', () => {
    const kept = foreignKeys.filter(
      ({ target, definition }) =>
        target === 'customers' &&
        !/ON DELETE (CASCADE|SET NULL \((customer_id|merged_into)\))/.test(definition),
    );
    const purged = statementFiles()
      .flatMap(({ exported }) => exported)
      .filter(({ name }) => name.endsWith('_of_customers'))
      .flatMap(({ text }) => [...text.matchAll(/^DELETE FROM (\w+)/g)].map(([, table]) => table));
    expect(kept.map(({ table }) => table).filter((table) => !purged.includes(table))).toEqual([]);
  });

  it('has an index for every foreign key', () => {
    for (const { table, name, columns } of foreignKeys) {
      const selective = columns.filter((column) => column !== 'fanclub_id');
      const found = catalogue.indexes.some((index) => {
        if (index.table !== table || index.partial) return false;
        if (selective.length === 0) return index.columns[0] === 'fanclub_id';
        const [first, second] = index.columns;
        return selective.includes(first) || (first === 'fanclub_id' && selective.includes(second));
      });
      expect({ name, found }).toEqual({ name, found: true });
    }
  });

  it('has no index that another one begins with', () => {
    const whole = catalogue.indexes.filter(({ partial, columns }) => !partial && !columns.includes(''));
    for (const index of whole.filter(({ definition }) => !definition.startsWith('CREATE UNIQUE'))) {
      const longer = whole.find(
        (other) =>
          other !== index &&
          other.table === index.table &&
          index.columns.every((column, at) => other.columns[at] === column),
      );
      expect({ index: index.name, coveredBy: longer?.name }).toEqual({
        index: index.name,
        coveredBy: undefined,
      });
    }
  });

  it('has readable names of constraints and indexes', () => {
    const named = [...catalogue.constraints, ...catalogue.indexes];
    for (const { table, name } of named) {
      expect(name).toMatch(new RegExp(`^(pk_${table}|(uq|fk|ck|ix)_${table}_[a-z][a-z0-9_]*)$`));
    }
    const kinds = { p: 'pk_', u: 'uq_', f: 'fk_', c: 'ck_' };
    for (const { name, kind } of catalogue.constraints) expect(name).toMatch(new RegExp(`^${kinds[kind]}`));
    for (const { name, definition } of catalogue.indexes) {
      expect(name).toMatch(definition.startsWith('CREATE UNIQUE') ? /^(pk|uq)_/ : /^ix_/);
    }
  });

  it('stores ids as bigint, times with their zone, and text without a length', () => {
    const types = new Set(catalogue.columns.map(({ type }) => type));
    expect([...types].sort()).toEqual([
      'bigint',
      'bigint[]',
      'boolean',
      'bytea',
      'date',
      'integer',
      'jsonb',
      'numeric(12,2)',
      'numeric(5,2)',
      'text',
      'text[]',
      'timestamp with time zone',
    ]);
    for (const { table, column, type, identity } of catalogue.columns.filter((one) => one.column === 'id')) {
      expect({ table, column, type, identity }).toEqual({ table, column, type: 'bigint', identity: 'd' });
    }
  });
});
