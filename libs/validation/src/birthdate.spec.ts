import { birthdateFault } from './birthdate';

// June 14 still, in Los Angeles.
const NOW = new Date('2026-06-15T03:00:00Z');
const LIMIT = { minimumAge: 13, timeZone: 'America/Los_Angeles' };

describe('birthdateFault', () => {
  it('goes by the calendar of the zone: who turns as old today is old enough', () => {
    expect(birthdateFault('2013-06-14', LIMIT, NOW)).toBeNull();
    expect(birthdateFault('2013-06-15', LIMIT, NOW)).toBe('too young');
  });

  it('takes nobody who is yet to be born there, not even where there is no minimum age', () => {
    const all = { ...LIMIT, minimumAge: 0 };
    expect(birthdateFault('2026-06-14', all, NOW)).toBeNull();
    expect(birthdateFault('2026-06-15', all, NOW)).toBe('not born');
  });
});
