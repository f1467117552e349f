import fc from 'fast-check';
import moment from 'moment-timezone';
import { RAILS_ZONE_NAMES } from './rails-zone-names';
import { isTimeZone, longZoneName, zone } from './zones';

const summer = new Date('2013-06-02T02:00:00Z');
const winter = new Date('2013-12-02T03:00:00Z');

describe('zone', () => {
  it('has the abbreviation and offset at the instant', () => {
    expect(zone('America/Los_Angeles', summer)).toEqual({
      tz: 'America/Los_Angeles',
      short: 'PDT',
      long: 'Pacific Time (US & Canada)',
      offset: '-07:00',
    });
    expect(zone('America/Los_Angeles', winter)).toMatchObject({ short: 'PST', offset: '-08:00' });
    expect(zone('Europe/Paris', summer)).toMatchObject({ short: 'CEST', long: 'Paris', offset: '+02:00' });
    expect(zone('UTC', summer)).toEqual({ tz: 'UTC', short: 'UTC', long: 'UTC', offset: '+00:00' });
  });

  it('changes at the exact second at which the clocks change', () => {
    expect(zone('America/New_York', new Date('2026-03-08T06:59:59.999Z'))).toMatchObject({ short: 'EST' });
    expect(zone('America/New_York', new Date('2026-03-08T07:00:00.000Z'))).toMatchObject({ short: 'EDT' });
  });

  it('has the offset in place of a missing abbreviation', () => {
    expect(zone('America/Sao_Paulo', summer)).toEqual({
      tz: 'America/Sao_Paulo',
      short: '-03',
      long: 'Brasilia',
      offset: '-03:00',
    });
    expect(zone('Asia/Kathmandu', summer)).toMatchObject({ short: '+0545', offset: '+05:45' });
  });

  it('throws for an unknown zone', () => {
    expect(() => zone('Mars/Olympus', summer)).toThrow(RangeError);
    expect(() => longZoneName('Mars/Olympus')).toThrow(RangeError);
  });
});

describe('longZoneName', () => {
  it.each([
    ['America/New_York', 'Eastern Time (US & Canada)'],
    ['Europe/London', 'London'],
    ['America/Mexico_City', 'Mexico City'],
    ['Asia/Calcutta', 'Kolkata'],
    ['Asia/Dubai', 'Gulf Standard Time'],
    ['America/Toronto', 'Eastern Time'],
  ])('of %s is %s', (name, long) => {
    expect(longZoneName(name)).toBe(long);
  });

  it('exists for every zone', () => {
    for (const name of moment.tz.names().filter(isTimeZone)) expect(longZoneName(name)).not.toBe('');
  });
});

describe('isTimeZone', () => {
  it('is true of every zone with a Rails name', () => {
    expect([...RAILS_ZONE_NAMES.keys()].filter((name) => !isTimeZone(name))).toEqual([]);
  });

  it.each(['', 'america/los_angeles', 'PDT', '-07:00', 'Pacific Time (US & Canada)', '__proto__'])(
    'refuses %j',
    (text) => {
      expect(isTimeZone(text)).toBe(false);
    },
  );

  it('never throws, and an accepted zone can be formatted', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.constantFrom(...moment.tz.names())), (text) => {
        if (isTimeZone(text)) expect(zone(text, summer).offset).toMatch(/^[+-]\d\d:\d\d$/);
      }),
    );
  });
});
