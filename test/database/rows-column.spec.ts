import { RowsColumn, statement, type SqlType, types } from '../../src/platform/database';
import { sqlUnderTest } from '../support/sql-under-test';

const t = sqlUnderTest();
beforeEach(() => t.open());

const BETWEEN = { fanclub: types.bigint, customer: types.bigint };

/** A statement that brings the rows of another one. */
const bringing = <R extends Readonly<Record<string, SqlType<unknown>>>>(row: R, text: string) => {
  const alone = statement('test.alone', { params: BETWEEN, row, text });
  const rows = new RowsColumn(alone);
  const together = statement('test.together', {
    params: BETWEEN,
    row: { own: rows },
    text: `SELECT ${rows.sql({ fanclub: '$fanclub', customer: 'visit.id' })} AS own FROM (SELECT $customer::bigint AS id) visit`,
  });
  const asked = { fanclub: 1, customer: 9 };
  return {
    alone: () => t.sql.rows(alone, asked),
    together: async () => rows.read((await t.sql.first(together, asked))!.own),
  };
};

const TIMES = [
  `'2026-03-29T01:30:00.123456+02:00'`,
  `'2026-10-25T01:30:00Z'`,
  `'1969-12-31T23:59:59.9995Z'`,
  `'1890-01-01T00:00:00Z'`,
  `'9999-12-31T23:59:59.999999Z'`,
  'NULL',
];

it.each(['UTC', 'America/St_Johns', 'Europe/Amsterdam'])(
  'brings every value as the statement itself does, in its order, on a connection in the time zone %s',
  async (zone) => {
    await t.dataSource.destroy();
    await t.open({ poolSize: 1 });
    await t.sql.run(statement('test.zone', { text: `SET TIME ZONE '${zone}'` }), {});
    const { alone, together } = bringing(
      {
        id: types.bigint,
        at: types.timestamptz.orNull,
        price: types.numeric.orNull,
        day: types.date,
        size: types.integer,
        isOpen: types.boolean.orNull,
        name: types.text.orNull,
        ids: types.array(types.bigint),
        names: types.array(types.text),
        facts: types.json<unknown>(),
        more: types.jsonb<unknown>().orNull,
      },
      `SELECT 9007199254740991 - n AS id, at::timestamptz AS at, ('10.' || repeat('0', n::int))::numeric AS price,
              date '2026-02-27' + n::int AS day, n::int AS size, nullif(n % 3, 2) = 0 AS "isOpen",
              nullif(E'"quoted" \\\\ \\u2028\\n§1 ' || n, E'"quoted" \\\\ \\u2028\\n§1 2') AS name,
              ARRAY[n, NULL, 9007199254740991] AS ids, ARRAY['a,b', '', NULL, '{"x"}'] AS names,
              '{"b": 1.50, "a": [null]}'::json AS facts, nullif(jsonb_build_object('n', n), '{"n": 3}') AS more
       FROM unnest(ARRAY[${TIMES.join(', ')}]) WITH ORDINALITY AS x (at, n)
       WHERE n BETWEEN $fanclub AND $customer ORDER BY n DESC`,
    );
    const rows = await alone();
    expect(rows).toHaveLength(TIMES.length);
    expect(await together()).toEqual(rows);
  },
);

it('brings an empty list if there are no rows', async () => {
  const { together } = bringing(
    { id: types.bigint },
    'SELECT $fanclub::bigint AS id WHERE $customer::bigint IS NULL',
  );
  expect(await together()).toEqual([]);
});

it('refuses integers that are not safe instead of rounding them', async () => {
  const text = 'SELECT 9007199254740993 AS id FROM generate_series($fanclub::bigint, $customer)';
  await expect(bringing({ id: types.bigint }, text).together()).rejects.toThrow(RangeError);
});

it('refuses a statement with a column that JSON cannot carry', () => {
  expect(() => bringing({ hash: types.bytea }, 'SELECT $fanclub, $customer')).toThrow('hash');
});
