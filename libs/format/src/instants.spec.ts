import fc from 'fast-check';
import {
  ageOn,
  endOfLocalDay,
  humanDate,
  humanTime,
  humanDay,
  isCalendarDate,
  isoUtc,
  localDate,
  offsetStamp,
  requireInstants,
  termEnd,
  utcStamp,
} from './instants';

const at = (text: string): Date => new Date(text);

/** The zones below have the same rules for these years in every copy of the time zone database. */
const instants = fc.date({
  min: at('1975-01-01T00:00:00Z'),
  max: at('2025-01-01T00:00:00Z'),
  noInvalidDate: true,
});
const zones = fc.constantFrom(
  'America/Los_Angeles',
  'America/New_York',
  'America/Sao_Paulo',
  'America/St_Johns',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Europe/Paris',
  'Pacific/Apia',
  'Pacific/Chatham',
  'UTC',
);

/** The same as `offsetStamp`, with the time zones of Node. */
function stampByIntl(at: Date, timeZone: string): string {
  const style = { dateStyle: 'short', timeStyle: 'medium', timeZone } as const;
  const wallClock = new Intl.DateTimeFormat('sv', style).format(at);
  const zoneName = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName');
  const offset = (zoneName?.value ?? '').replace(/GMT|:/g, '') || '+0000';
  return wallClock.replace(' ', 'T') + offset;
}

describe('instants in UTC', () => {
  it('are formatted to the second', () => {
    expect(isoUtc(at('2013-01-30T10:00:00.999Z'))).toBe('2013-01-30T10:00:00Z');
    expect(utcStamp(at('2013-05-01T07:00:00Z'))).toBe('2013-05-01 07:00:00 UTC');
  });

  it('parse to the same second', () => {
    fc.assert(
      fc.property(instants, (instant) => {
        const second = Math.floor(instant.getTime() / 1000);
        expect(at(isoUtc(instant)).getTime() / 1000).toBe(second);
        expect(at(utcStamp(instant)).getTime() / 1000).toBe(second);
      }),
    );
  });
});

describe('requireInstants', () => {
  it('accepts the years 1 to 9999, and null', () => {
    const [first, last] = ['0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z'].map(at);
    expect(() => requireInstants({ first, last, end: null })).not.toThrow();
  });

  it.each([
    ['infinity, as the driver returns it', Infinity],
    ['minus infinity', -Infinity],
    ['a time that no Date has', new Date(NaN)],
    ['the year 10000', at('+010000-01-01T00:00:00Z')],
    ['the year 0', at('0000-12-31T00:00:00Z')],
  ])('refuses %s, and names it', (_, end) => {
    expect(() => requireInstants({ start: new Date(0), end: end as Date })).toThrow(
      new RangeError('end is not in the years 1 to 9999'),
    );
  });
});

describe('offsetStamp', () => {
  it.each([
    ['2013-06-02T02:00:00Z', 'America/Los_Angeles', '2013-06-01T19:00:00-0700'],
    ['2013-12-02T03:00:00Z', 'America/Los_Angeles', '2013-12-01T19:00:00-0800'],
    ['2013-06-01T19:00:00Z', 'UTC', '2013-06-01T19:00:00+0000'],
    ['2013-06-01T19:00:00Z', 'Asia/Kathmandu', '2013-06-02T00:45:00+0545'],
    ['2013-06-01T19:00:00Z', 'America/St_Johns', '2013-06-01T16:30:00-0230'],
  ])('shows %s in %s', (instant, zoneName, shown) => {
    expect(offsetStamp(at(instant), zoneName)).toBe(shown);
  });

  it('skips the lost hour in spring and distinguishes the two equal hours in autumn', () => {
    expect(offsetStamp(at('2026-03-08T09:59:59Z'), 'America/Los_Angeles')).toBe('2026-03-08T01:59:59-0800');
    expect(offsetStamp(at('2026-03-08T10:00:00Z'), 'America/Los_Angeles')).toBe('2026-03-08T03:00:00-0700');
    expect(offsetStamp(at('2026-11-01T08:30:00Z'), 'America/Los_Angeles')).toBe('2026-11-01T01:30:00-0700');
    expect(offsetStamp(at('2026-11-01T09:30:00Z'), 'America/Los_Angeles')).toBe('2026-11-01T01:30:00-0800');
  });

  it('agrees with Intl in all zones at all times', () => {
    fc.assert(
      fc.property(instants, zones, (instant, zoneName) => {
        expect(offsetStamp(instant, zoneName)).toBe(stampByIntl(instant, zoneName));
      }),
    );
  });

  it('throws for an unknown zone', () => {
    expect(() => offsetStamp(at('2013-06-01T19:00:00Z'), 'Mars/Olympus')).toThrow(RangeError);
  });
});

describe('dates', () => {
  it('are dates in the zone, not in UTC', () => {
    expect(localDate(at('2013-01-31T07:59:59Z'), 'America/Los_Angeles')).toBe('2013-01-30');
    expect(localDate(at('2013-01-31T08:00:00Z'), 'America/Los_Angeles')).toBe('2013-01-31');
  });

  it('are shown to users without zero padding', () => {
    expect(humanDate(at('2013-01-31T07:59:59Z'), 'America/Los_Angeles')).toBe('January 30, 2013');
    expect(humanTime(at('2013-01-31T07:59:59Z'), 'America/Los_Angeles')).toBe('January 30, 2013, 23:59');
    expect(humanDay('2013-01-30')).toBe('January 30, 2013');
    expect(humanDay('2024-12-05')).toBe('December 5, 2024');
  });

  it.each([
    ['2024-02-29', true],
    ['2023-02-29', false],
    ['2023-13-01', false],
    ['2023-00-10', false],
    ['2023-04-31', false],
    ['0001-01-01', true],
    ['0000-01-01', false],
    ['2023-1-1', false],
    ['2023-01-01T00:00:00Z', false],
    ['2023-01-01\n', false],
    ['', false],
  ])('%j is a calendar date: %s', (text, real) => {
    expect(isCalendarDate(text)).toBe(real);
  });

  it('of every instant are calendar dates', () => {
    fc.assert(
      fc.property(instants, zones, (instant, zoneName) => isCalendarDate(localDate(instant, zoneName))),
    );
  });

  it('are recognised in any text without an error', () => {
    fc.assert(fc.property(fc.string(), (text) => !isCalendarDate(text) || /^\d{4}-\d\d-\d\d$/.test(text)));
  });
});

describe('endOfLocalDay', () => {
  it.each([
    ['an ordinary day', '2026-06-15T12:00:00Z', 'America/Los_Angeles', '2026-06-16T06:59:59.999Z'],
    ['the day of 23 hours', '2026-03-08T09:00:00Z', 'America/Los_Angeles', '2026-03-09T06:59:59.999Z'],
    ['the day of 25 hours', '2026-11-01T08:00:00Z', 'America/Los_Angeles', '2026-11-02T07:59:59.999Z'],
    ['a day that ends twice', '2018-02-17T12:00:00Z', 'America/Sao_Paulo', '2018-02-18T02:59:59.999Z'],
    ['a night without midnight', '2018-11-03T12:00:00Z', 'America/Sao_Paulo', '2018-11-04T02:59:59.999Z'],
    ['the day before one left out', '2011-12-29T20:00:00Z', 'Pacific/Apia', '2011-12-30T09:59:59.999Z'],
    [
      'the last instant itself',
      '2026-06-16T06:59:59.999Z',
      'America/Los_Angeles',
      '2026-06-16T06:59:59.999Z',
    ],
  ])('is correct for %s', (_, instant, zoneName, end) => {
    expect(endOfLocalDay(at(instant), zoneName).toISOString()).toBe(end);
  });

  it('is the last millisecond of the same local date, in any zone at any time', () => {
    fc.assert(
      fc.property(instants, zones, (instant, zoneName) => {
        const end = endOfLocalDay(instant, zoneName);
        expect(end.getTime()).toBeGreaterThanOrEqual(instant.getTime());
        expect(localDate(end, zoneName)).toBe(localDate(instant, zoneName));
        expect(localDate(new Date(end.getTime() + 1), zoneName) > localDate(instant, zoneName)).toBe(true);
      }),
    );
  });
});

describe('ageOn', () => {
  it.each([
    ['2000-06-15', '2026-06-14', 25],
    ['2000-06-15', '2026-06-15', 26],
    ['2000-12-31', '2026-01-01', 25],
    ['2004-02-29', '2026-02-28', 21],
    ['2004-02-29', '2026-03-01', 22],
    ['2004-02-29', '2024-02-29', 20],
    ['2026-06-15', '2026-06-15', 0],
  ])('of %s on %s is %i', (birthdate, today, age) => {
    expect(ageOn(birthdate, today)).toBe(age);
  });
});

describe('the end of a term', () => {
  it.each([
    ['2026-01-15T10:30:00Z', 1, '2026-02-15T10:30:00Z'],
    ['2026-01-31T10:30:00Z', 1, '2026-02-28T10:30:00Z'],
    ['2024-02-29T00:00:00Z', 12, '2025-02-28T00:00:00Z'],
    ['2026-03-29T02:30:00Z', 6, '2026-09-29T02:30:00Z'],
  ])('of %s and %i months is %s', (start, months, expected) => {
    expect(termEnd(at(start), months)).toEqual(at(expected));
  });

  it('is at the same time of the same day, or of the last day of a shorter month', () => {
    fc.assert(
      fc.property(instants, fc.integer({ min: 1, max: 120 }), (start, months) => {
        const end = termEnd(start, months) as Date;
        const monthOf = (date: Date): number => date.getUTCFullYear() * 12 + date.getUTCMonth();
        expect(monthOf(end) - monthOf(start)).toBe(months);
        expect(end.toISOString().slice(10)).toBe(start.toISOString().slice(10));
        const isLastDay = new Date(end.getTime() + 86_400_000).getUTCDate() === 1;
        expect(end.getUTCDate() === start.getUTCDate() || isLastDay).toBe(true);
        expect(end.getUTCDate()).toBeLessThanOrEqual(start.getUTCDate());
      }),
    );
  });

  it('is null without months', () => {
    expect(termEnd(at('2026-01-15T10:30:00Z'), null)).toBeNull();
  });
});
