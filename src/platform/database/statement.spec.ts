import { types } from './sql-types';
import { positional, type RowOf, statement, type ValuesOf } from './statement';

const RENAME = statement('test.rename', {
  params: { fanclub: types.bigint, name: types.text.orNull },
  row: { id: types.bigint, fullName: types.text.orNull },
  text: `UPDATE t SET name = $name WHERE fanclub_id = $fanclub AND name <> $name RETURNING id, name AS "fullName"`,
});

describe('statement', () => {
  it('numbers parameters in the order in which they are declared', () => {
    expect(RENAME.text).toContain('SET name = $2 WHERE fanclub_id = $1 AND name <> $2');
    expect(positional(RENAME, { name: 'A', fanclub: 7 })).toEqual([7, 'A']);
  });

  it('refuses an undefined parameter, which the driver would send as NULL', () => {
    const values = { fanclub: 7 } as ValuesOf<typeof RENAME.params>;
    expect(() => positional(RENAME, values)).toThrow('the parameter name is undefined');
  });

  it('refuses a parameter that is not declared, also one by number', () => {
    const of = (text: string) => () => statement('test.wrong', { params: { id: types.bigint }, text });
    expect(of('SELECT $id, $other, $more')).toThrow('test.wrong does not declare $other, $more');
    expect(of('SELECT $id, $1')).toThrow('test.wrong does not declare $1');
  });

  it('refuses a parameter that the text does not use', () => {
    const define = () => statement('test.wrong', { params: { id: types.bigint }, text: 'SELECT 1' });
    expect(define).toThrow('test.wrong does not use $id');
  });

  it('leaves the dollar signs of regular expressions alone', () => {
    const text = String.raw`SELECT '\$argon2\$v=19', '^a$'`;
    expect(statement('test.pattern', { text }).text).toBe(text);
  });

  it('ties the types of values and rows to the statement', () => {
    const values: ValuesOf<(typeof RENAME)['params']>[] = [
      { fanclub: 7, name: null },
      // @ts-expect-error a parameter is missing
      { fanclub: 7 },
      // @ts-expect-error a parameter is of another type
      { fanclub: '7', name: null },
      // @ts-expect-error the statement has no such parameter
      { fanclub: 7, name: null, other: 1 },
    ];
    expect(values).toHaveLength(4);
    const row: RowOf<typeof RENAME> = { id: 1, fullName: null };
    // @ts-expect-error a column that may be null is not a text
    const name: string = row.fullName;
    expect(name).toBeNull();
  });
});
