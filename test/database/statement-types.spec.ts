import { Client } from 'pg';
import { statement, type TypedStatement, types } from '../../src/platform/database';
import { describeStatement } from '../support/describe-statement';
import { type OpenDatabase, openDatabase } from '../support/open-database';
import { statementFiles } from '../support/source-statements';

const files = statementFiles();
const statements = files.flatMap(({ exported }) => exported);

let database: OpenDatabase;
let client: Client;
beforeAll(async () => {
  database = await openDatabase();
  client = new Client(database.url);
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.close();
});

/** The declaration of a statement beside its description by the database: parameters, columns, and undeclared nulls, as text. */
async function bothViews({ text, params, row }: TypedStatement) {
  const found = await describeStatement(client, text);
  const declaredColumns = Object.values(row);
  // The database does not say whether an expression or a column of an outer join may be null.
  const undeclaredNulls = found.columns.filter(({ isNullable }, at) => {
    const type = declaredColumns.at(at);
    return type && (isNullable ? !type.mayBeNull && !type.excludesNull : type.excludesNull);
  });
  return {
    declared: {
      params: Object.values(params).map(({ name }) => name),
      row: Object.entries(row).map(([name, type]) => `${name} ${type.name}`),
      undeclaredNulls: [],
    },
    found: {
      params: found.params,
      row: found.columns.map(({ name, type }) => `${name} ${type}`),
      undeclaredNulls: undeclaredNulls.map(({ name }) => name),
    },
  };
}

it.each(files.map(({ file, ...rest }) => [file, rest] as const))(
  'src/%s exports the statements that it defines',
  (_, { defined, exported }) => {
    expect(exported.map(({ name }) => name).sort()).toEqual([...defined].sort());
  },
);

it('statements have unique names that PostgreSQL does not shorten', () => {
  const names = statements.map(({ name }) => name);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  expect(names.filter((name) => !/^[a-z_]+\.[a-z_]+$/.test(name) || name.length > 63)).toEqual([]);
});

it.each(statements.map((one) => [one.name, one] as const))(
  '%s declares its parameters and columns as the database describes them',
  async (_, one) => {
    const { declared, found } = await bothViews(one);
    expect(declared).toEqual(found);
  },
);

it('a wrong parameter, column, type or null is reported', async () => {
  const wrong = statement('test.wrong', {
    params: { fanclub: types.integer },
    row: {
      number: types.bigint,
      name: types.integer,
      eventId: types.bigint,
      rules: types.text.neverNullHere,
      details: types.text.orNull,
    },
    text: `SELECT id, name, event_id AS "eventId", rules, details FROM contests WHERE fanclub_id = $fanclub`,
  });
  expect(await bothViews(wrong)).toEqual({
    declared: {
      params: ['integer'],
      row: ['number bigint', 'name integer', 'eventId bigint', 'rules text', 'details text'],
      undeclaredNulls: [],
    },
    found: {
      params: ['bigint'],
      row: ['id bigint', 'name text', 'eventId bigint', 'rules text', 'details text'],
      undeclaredNulls: ['eventId', 'rules'],
    },
  });
});
