import type { IdSequence } from '#platform/database';
import { cellFindings } from './cell.rules';

const UNBOUNDED = { lowest: 1, highest: Number.MAX_SAFE_INTEGER };
const OF_CELL_7 = { lowest: 7_000_000_000_000, highest: 7_999_999_999_999 };

const sequence = (facts: Partial<IdSequence>): IdSequence => ({
  name: 'customers_id_seq',
  table: 'customers',
  column: 'id',
  last: null,
  ...UNBOUNDED,
  ...facts,
});

it.each<[string, number | null, Partial<IdSequence>, string]>([
  ['ok', null, {}, '0, without a number: new ids are 1 to 999999999999'],
  ['ok', null, { last: 799_999_999_999 }, '0, without'],
  ['warning', null, { last: 815_000_000_000 }, 'customers has used 81 % of its ids'],
  ['warning', null, { last: 7_000_000_000_001 }, 'new ids of customers are not from 1 to 999999999999'],
  ['ok', 7, { ...OF_CELL_7, last: 7_000_000_000_001 }, '7: new ids are 7000000000000 to 7999999999999'],
  ['warning', 7, { ...OF_CELL_7, last: 7_950_000_000_000 }, 'customers has used 95 % of its ids'],
  ['problem', 7, {}, 'new ids of customers are not from 7000000000000 to 7999999999999'],
  ['problem', 0, {}, 'new ids of customers are not from 1 to 999999999999'],
])('is %s for cell %j and the sequence %j', (state, cell, facts, text) => {
  const [found, ...others] = cellFindings(cell, [sequence(facts)]);
  expect([found.state, others]).toEqual([state, []]);
  expect(found.text).toContain(text);
});
