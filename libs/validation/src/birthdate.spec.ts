import { birthdateFault } from './birthdate';

// In Los Angeles it is still June 14.
const NOW = new Date('2026-06-15T03:00:00Z');
const LIMIT = { minimumAge: 13, timeZone: 'America/Los_Angeles' };

describe('birthdateFault', () => {
  it('uses the calendar of the zone, and accepts a person who reaches the age today', () => {
    expect(birthdateFault('2013-06-14', LIMIT, NOW)).toBeNull();
    expect(birthdateFault('2013-06-15', LIMIT, NOW)).toBe('too young');
  });

  it('refuses a future date in the zone, even without a minimum age', () => {
    const all = { ...LIMIT, minimumAge: 0 };
    expect(birthdateFault('2026-06-14', all, NOW)).toBeNull();
    expect(birthdateFault('2026-06-15', all, NOW)).toBe('not born');
  });
});
