import { sinceOf } from './since';

const now = new Date('2026-06-15T12:00:00Z');

describe('sinceOf', () => {
  it.each([
    ['30m', '2026-06-15T11:30:00.000Z'],
    ['12h', '2026-06-15T00:00:00.000Z'],
    ['7d', '2026-06-08T12:00:00.000Z'],
    ['2026-06-01', '2026-06-01T00:00:00.000Z'],
    ['2026-06-01T10:00', '2026-06-01T10:00:00.000Z'],
    ['2026-06-01T10:00:00+02:00', '2026-06-01T08:00:00.000Z'],
  ])('%s is %s', (text, instant) => {
    expect(sinceOf(text, now)?.toISOString()).toBe(instant);
  });

  it.each(['', 'yesterday', '7', '7w', '-1d', '2026-13-01', '2026-06-01x', '9999999d'])(
    '%j is neither a time nor a date',
    (text) => expect(sinceOf(text, now)).toBeNull(),
  );
});
