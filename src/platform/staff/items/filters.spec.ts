import { numberOf, oneOf, rangeEnd, rangeStart } from './filters';

it('a range includes its last day, and ends before an instant', () => {
  expect(rangeStart('from', '2026-06-15')).toEqual(new Date('2026-06-15T00:00:00Z'));
  expect(rangeEnd('to', '2026-06-15')).toEqual(new Date('2026-06-16T00:00:00Z'));
  expect(rangeStart('from', '2026-06-15T12:00:00+02:00')).toEqual(new Date('2026-06-15T10:00:00Z'));
  expect(rangeEnd('to', '2026-06-15T12:00:00Z')).toEqual(new Date('2026-06-15T12:00:00Z'));
});

it.each(['x', '', '2026', '2026-02-30', '2026-02-30x', '15.06.2026', '2026-06-15Tx'])(
  '%j is no time',
  (text) => {
    expect(() => rangeStart('from', text)).toThrow(
      expect.objectContaining({ facts: { detail: expect.stringContaining('from must be a day') } }),
    );
  },
);

it('a number and a word of a list are taken as they are, others are refused', () => {
  expect(numberOf('plan_id', '7')).toBe(7);
  expect(numberOf('plan_id', '9006999999999999')).toBe(9_006_999_999_999_999);
  for (const text of ['', '-1', '1.5', '1e3', '9007199254740993'])
    expect(() => numberOf('plan_id', text)).toThrow();
  expect(oneOf('state', { open: 'o.open' }, 'open')).toBe('o.open');
  expect(() => oneOf('state', { open: 'o.open' }, 'toString')).toThrow();
});
