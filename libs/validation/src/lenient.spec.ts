import 'reflect-metadata';
import { plainToInstance } from 'class-transformer';
import fc from 'fast-check';
import { parseId, Required } from './fields';
import { faultsOf } from './faults';
import { OptionalDate, OptionalInt, OptionalList, OptionalOneOf, OptionalText } from './lenient';

class Query {
  @OptionalInt({ max: 500 }) limit?: number;
  @OptionalOneOf(['ASC', 'DESC']) order?: 'ASC' | 'DESC';
  @OptionalList() tags?: string[];
  @OptionalDate() start_date?: string;
  @OptionalText() text?: string;
}

const read = (query: Record<string, unknown>): Query => plainToInstance(Query, query);

describe('lenient parameters', () => {
  it.each([
    ['limit', '7', 7],
    ['limit', '9999', 500],
    ['limit', '0', undefined],
    ['limit', '-1', undefined],
    ['limit', '1.5', undefined],
    ['limit', '1e3', undefined],
    ['limit', 'abc', undefined],
    ['limit', ['1', '2'], undefined],
    ['order', 'desc', 'DESC'],
    ['order', 'sideways', undefined],
    ['order', { a: 1 }, undefined],
    ['tags', ' gold, ,silver ', ['gold', 'silver']],
    ['tags', ' , ', undefined],
    ['start_date', '2024-02-29', '2024-02-29'],
    ['start_date', '2023-02-29', undefined],
    ['start_date', '0000-01-01', undefined],
    ['start_date', '2023-2-9', undefined],
    ['text', 7, undefined],
  ])('%s=%j is read as %j', (name, value, expected) => {
    expect(read({ [name]: value })[name as keyof Query]).toEqual(expected);
  });

  it('never throws, for any value', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        read({ limit: value, order: value, tags: value, start_date: value, text: value });
      }),
    );
  });
});

describe('parseId', () => {
  it.each(['1', '42', '9007199254740991'])('reads %s', (text) => expect(parseId(text)).toBe(Number(text)));

  it.each([
    '',
    '0',
    '-1',
    '+1',
    '01',
    '1.5',
    '1e3',
    'abc',
    '9007199254740992',
    '99999999999999999999',
    '١',
    '1\0',
  ])('is null for %j', (text) => expect(parseId(text)).toBeNull());
});

it('a lenient field of a body can be required', () => {
  class Vote {
    @Required() @OptionalInt() answer_id?: number;
  }
  const refused = (body: object) => faultsOf(plainToInstance(Vote, body)).has('answer_id');
  expect([refused({ answer_id: 7 }), refused({}), refused({ answer_id: 'x' })]).toEqual([false, true, true]);
});
