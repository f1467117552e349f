import { statement, types } from '../../src/platform/database';
import { ADD, NAMES, sqlUnderTest } from '../support/sql-under-test';

const PREPARED = statement('test.prepared', {
  row: { name: types.text },
  text: 'SELECT name FROM pg_prepared_statements',
});

describe.each([
  [true, ['test.add', 'test.names', 'test.prepared']],
  [false, []],
])('with namedStatements: %s', (namedStatements, names) => {
  const t = sqlUnderTest();

  it(`the server keeps ${names.length} of three statements, in and outside of transactions`, async () => {
    await t.open({ poolSize: 1, namedStatements });
    await t.sql.transaction((tx) => tx.run(ADD, { name: 'A' }));
    expect(await t.sql.rows(NAMES, {})).toEqual([{ name: 'A' }]);
    const prepared = await t.sql.rows(PREPARED, {});
    expect(prepared.map(({ name }) => name).sort()).toEqual(names);
  });
});
