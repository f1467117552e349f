import { formBirthdate } from './birthdate';

// June 14 still, in Los Angeles.
const NOW = new Date('2026-06-15T03:00:00Z');
const LIMIT = { minimumAge: 13, timeZone: 'America/Los_Angeles' };

describe('formBirthdate', () => {
  it('trims a date', () =>
    expect(formBirthdate(' 2000-01-31 ', LIMIT, NOW)).toEqual({ date: '2000-01-31', fault: null }));

  it.each([undefined, null, '', ' \t'])('finds none in %j', (value) =>
    expect(formBirthdate(value, LIMIT, NOW)).toEqual({ date: '', fault: 'missing' }),
  );

  it.each([
    '2023-02-29',
    '2000-1-1',
    '01/31/2000',
    '0000-01-01',
    'x\0',
    20000101,
    true,
    [],
    ['2000-01-01'],
    {},
  ])('takes no %j', (value) => expect(formBirthdate(value, LIMIT, NOW).fault).toBe('invalid'));

  it('goes by the calendar of the zone: who turns as old today is old enough', () => {
    expect(formBirthdate('2013-06-14', LIMIT, NOW).fault).toBeNull();
    expect(formBirthdate('2013-06-15', LIMIT, NOW).fault).toBe('too young');
  });

  it('takes nobody who is yet to be born there, not even where there is no minimum age', () => {
    const all = { ...LIMIT, minimumAge: 0 };
    expect(formBirthdate('2026-06-14', all, NOW).fault).toBeNull();
    expect(formBirthdate('2026-06-15', all, NOW).fault).toBe('invalid');
  });
});
