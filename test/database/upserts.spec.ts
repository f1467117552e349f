import type { TypedStatement } from '../../src/platform/database';
import { type OpenDatabase, openDatabase } from '../support/open-database';
import { readCatalogue } from '../support/schema-catalogue';
import { statementFiles } from '../support/source-statements';

/**
 * PostgreSQL handles only the key that `ON CONFLICT` names; a violation of another key fails the statement. These statements name a key
 * whose rows could violate another one, and the reason why none does.
 */
const LOCKED: Record<string, string> = { 'shipping.store': 'its transaction locks the customer first' };

/** Up to three levels of parentheses. */
const KEY = /\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/.source;
const ARBITER = new RegExp(`ON CONFLICT (?:ON CONSTRAINT (\\w+)|(${KEY}))`, 'g');

interface Upsert {
  readonly statement: string;
  readonly table: string;
  /** A constraint, or a list of columns and expressions. */
  readonly arbiter: string;
}

function upsertsOf({ name, text }: TypedStatement): Upsert[] {
  return [...text.matchAll(ARBITER)].map(({ 1: constraint, 2: key, index }) => ({
    statement: name,
    table: [...text.slice(0, index).matchAll(/INSERT INTO (\w+)/g)].at(-1)![1],
    arbiter: constraint ?? key.slice(1, -1),
  }));
}

let database: OpenDatabase;
let uniques: { table: string; name: string; columns: string[] }[];
beforeAll(async () => {
  database = await openDatabase();
  const { indexes } = await readCatalogue(database.dataSource);
  uniques = indexes.filter(({ definition, partial }) => definition.startsWith('CREATE UNIQUE') && !partial);
});
afterAll(() => database.close());

const upserts = statementFiles()
  .flatMap(({ exported }) => exported)
  .flatMap(upsertsOf);

/** Other unique keys that contain all columns of the arbiter, or are contained in them. The fan club does not count. */
function rivals({ table, arbiter }: Upsert): string[] {
  const own = uniques.find(({ name }) => name === arbiter)?.columns;
  const columns = own ?? arbiter.split(', ').map((one) => (/^\w+$/.test(one) ? one : ''));
  const isWithin = (some: string[], others: string[]) =>
    some.every((column) => column === 'fanclub_id' || others.includes(column));
  return (
    uniques
      .filter((unique) => unique.table === table && unique.columns.join() !== columns.join())
      // Each row has an id of its own.
      .filter((unique) => !unique.columns.includes('id'))
      .filter((unique) => isWithin(unique.columns, columns) || isWithin(columns, unique.columns))
      .map(({ name }) => name)
  );
}

it('an INSERT names a key in ON CONFLICT only if a concurrent row can violate no other key', () => {
  expect(upserts.length).toBeGreaterThan(25);
  const found = upserts.filter((one) => rivals(one).length > 0).map(({ statement }) => statement);
  expect(found).toEqual(Object.keys(LOCKED));
});
