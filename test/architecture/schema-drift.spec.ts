import type { DataSource } from 'typeorm';
import { type OpenDatabase, openDatabase } from '../support/open-database';
import { readCatalogue } from '../support/schema-catalogue';

/**
 * The statements that would bring the database to what the entities declare. TypeORM compares columns and indexes; keys and
 * checks only by name, and indexes over expressions not at all.
 */
async function drift(dataSource: DataSource): Promise<string[]> {
  const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
  return upQueries.map(({ query }) => query);
}

describe('drift between entities and migrations', () => {
  let database: OpenDatabase;

  beforeEach(async () => {
    database = await openDatabase();
  });
  afterEach(() => database.close());

  it('does not exist', async () => {
    expect(await drift(database.dataSource)).toEqual([]);
  });

  it('does not exist in indexes over expressions, which TypeORM does not compare', async () => {
    const { indexes } = await readCatalogue(database.dataSource);
    const declared = database.dataSource.entityMetadatas.flatMap((entity) => entity.indices);
    const uncompared = declared.filter(({ synchronize }) => !synchronize).map(({ name }) => name);
    const expressions = indexes.filter(({ columns }) => columns.includes('')).map(({ name }) => name);
    expect(uncompared.sort()).toEqual(expressions.sort());
  });

  it('does not exist in the columns of keys, which TypeORM compares by name', async () => {
    const { constraints } = await readCatalogue(database.dataSource);
    const actual = constraints
      .filter(({ kind }) => kind === 'f' || kind === 'u')
      .map(({ name, columns, target, targetColumns }) => ({ name, columns, target, targetColumns }));
    const declared = database.dataSource.entityMetadatas.flatMap((entity) => [
      ...entity.foreignKeys.map(({ name, columnNames, referencedTablePath, referencedColumnNames }) => ({
        name,
        columns: columnNames,
        target: referencedTablePath,
        targetColumns: referencedColumnNames,
      })),
      ...entity.uniques.map(({ name, columns }) => ({
        name,
        columns: columns.map(({ databaseName }) => databaseName),
        target: null,
        targetColumns: [],
      })),
    ]);
    const byName = (one: { name: string }, other: { name: string }) => (one.name < other.name ? -1 : 1);
    expect(declared.sort(byName)).toEqual(actual.sort(byName));
  });

  it('is reported for every kind of difference', async () => {
    const changes: [change: string, told: string][] = [
      ['ALTER TABLE plans DROP COLUMN tags', 'ADD "tags"'],
      ['ALTER TABLE plans ADD COLUMN colour text', 'DROP COLUMN "colour"'],
      ['ALTER TABLE packages ALTER COLUMN domestic TYPE numeric(10,2)', '"domestic" TYPE numeric(12,2)'],
      ['ALTER TABLE plans ALTER COLUMN duration SET NOT NULL', '"duration" DROP NOT NULL'],
      ['ALTER TABLE plans ALTER COLUMN name DROP NOT NULL', '"name" SET NOT NULL'],
      ['ALTER TABLE plans ALTER COLUMN on_sale SET DEFAULT false', '"on_sale" SET DEFAULT true'],
      [
        'ALTER TABLE item_types DROP CONSTRAINT uq_item_types_fanclub_name',
        'ADD CONSTRAINT "uq_item_types_fanclub_name"',
      ],
      ['ALTER TABLE plans DROP CONSTRAINT ck_plans_price', 'ADD CONSTRAINT "ck_plans_price"'],
      ['ALTER TABLE plans DROP CONSTRAINT fk_plans_sales_period', 'ADD CONSTRAINT "fk_plans_sales_period"'],
      ['DROP INDEX ix_orders_fanclub_plan', 'CREATE INDEX "ix_orders_fanclub_plan"'],
      ['DROP TABLE one_time_tokens', 'CREATE TABLE "one_time_tokens"'],
    ];
    for (const [change] of changes) await database.dataSource.query(change);
    const statements = await drift(database.dataSource);
    for (const [change, told] of changes) {
      expect({ change, told: statements.some((one) => one.includes(told)) }).toEqual({ change, told: true });
    }
  });
});
