import fc from 'fast-check';
import { DomainError } from '#libs/envelope';
import { isStorable } from '#libs/validation';
import { contactOf, emailOf, readDetails } from './contact-form.rules';
import { BirthdateNotValid, ContactRequired, EmailNotValid, NotOldEnough } from './contacts.errors';

const NOW = new Date('2026-06-15T12:00:00Z');
const CLUB = { timeZone: 'UTC', minimumAge: 13 };

const details = (form: Record<string, unknown>, club = CLUB) => readDetails(form, club, NOW);
const messageOf = (form: Record<string, unknown>): string => {
  try {
    details(form);
  } catch (error) {
    if (error instanceof DomainError) return error.messages.join('|');
    throw error;
  }
  throw new Error('nothing refused');
};

describe('contactOf', () => {
  it.each([
    {},
    { contact: null },
    { contact: [] },
    { contact: 'x' },
    { contact: 1 },
    { email: 'ada@x.example' },
  ])('finds none in %j', (body) => expect(() => contactOf(body)).toThrow(ContactRequired));
  it('takes an object, be it empty', () => expect(contactOf({ contact: {} })).toEqual({}));
});

describe('emailOf', () => {
  it('trims, and keeps the letter case', () => {
    expect(emailOf({ email: ' Ada@X.example ' })).toBe('Ada@X.example');
  });
  it.each([
    undefined,
    null,
    '',
    ' ',
    7,
    ['ada@x.example'],
    'ada',
    'ada@x',
    'a\0@x.example',
    'a\ud800@x.example',
  ])('refuses %j', (email) => expect(() => emailOf({ email })).toThrow(EmailNotValid));
});

describe('readDetails', () => {
  it('has nothing to keep of an address alone, nor of blank fields', () => {
    const nothing = {
      birthdate: null,
      firstName: null,
      lastName: null,
      listsOptInSource: null,
      customFields: {},
    };
    expect(details({ email: 'ada@x.example' })).toEqual(nothing);
    expect(details({ first_name: ' ', last_name: null, birthdate: '', lists_opt_in_source: '' })).toEqual(
      nothing,
    );
  });

  it('keeps every other attribute as a custom field', () => {
    const form = {
      email: 'x',
      first_name: ' Ada ',
      birthdate: ' 1990-12-10 ',
      lists_opt_in_source: 'landing',
    };
    const custom = { city: ' Oslo ', shows: 3, vip: false, note: null, 'T-shirt size.v2': '' };
    expect(details({ ...form, ...custom })).toEqual({
      birthdate: '1990-12-10',
      firstName: 'Ada',
      lastName: null,
      listsOptInSource: 'landing',
      customFields: custom,
    });
  });

  it.each(['x', '2023-02-29', '0000-01-01', '01/02/1990', '2026-06-16', 19901210, [], {}, true, '1\0'])(
    'does not take %j for a birthdate',
    (birthdate) => expect(() => details({ birthdate })).toThrow(BirthdateNotValid),
  );

  it.each([
    ['2013-06-15', 'UTC', true],
    ['2013-06-16', 'UTC', false],
    ['2013-06-16', 'Pacific/Kiritimati', true],
    ['2012-02-29', 'UTC', true],
  ])('finds somebody born on %s old enough, in %s: %s', (birthdate, timeZone, oldEnough) => {
    const read = () => details({ birthdate }, { ...CLUB, timeZone });
    if (oldEnough) expect(read().birthdate).toBe(birthdate);
    else expect(read).toThrow(NotOldEnough);
  });

  it('asks nobody without birthdate for their age', () => {
    expect(details({}, { ...CLUB, minimumAge: 99 }).birthdate).toBeNull();
  });

  it('tells what is wrong first: the birthdate, the names, the source, the custom fields', () => {
    const form: Record<string, unknown> = {
      custom: [],
      lists_opt_in_source: 'x'.repeat(256),
      last_name: {},
      first_name: 'a\0b',
      birthdate: 'soon',
    };
    const told = [];
    for (const field of ['birthdate', 'first_name', 'last_name', 'lists_opt_in_source', 'custom']) {
      told.push(messageOf(form));
      delete form[field];
    }
    expect(told).toEqual([
      'Must enter a valid birthdate',
      'First name is invalid',
      'Last name is invalid',
      'Lists opt in source is too long (maximum is 255 characters)',
      'Custom field custom must be a text, a number, true, false or null',
    ]);
  });

  it.each([
    [{ a: {} }, 'Custom field a must be a text, a number, true, false or null'],
    [{ a: Infinity }, 'Custom field a must be a text, a number, true, false or null'],
    [{ a: 'é'.repeat(513) }, 'Custom field a is too long (maximum is 1024 bytes)'],
    [{ a: 'x\0' }, 'Custom field a is invalid'],
    [{ a: '\ud800' }, 'Custom field a is invalid'],
    [{ constructor: 'x' }, 'Custom field constructor is reserved'],
    [{ prototype: 'x' }, 'Custom field prototype is reserved'],
    [JSON.parse('{"__proto__": "x"}') as object, 'Custom field __proto__ is reserved'],
    [
      { '': 'x' },
      'Custom field names must be of 1 to 64 letters, digits, spaces, dots, hyphens and underscores',
    ],
    [
      { '<b>': 'x' },
      'Custom field names must be of 1 to 64 letters, digits, spaces, dots, hyphens and underscores',
    ],
    [
      { ['k'.repeat(65)]: 'x' },
      'Custom field names must be of 1 to 64 letters, digits, spaces, dots, hyphens and underscores',
    ],
  ])('refuses %j as custom fields', (form, message) => {
    expect(messageOf(form as Record<string, unknown>)).toBe(message);
  });

  it('takes 50 custom fields of 1024 bytes, not one more', () => {
    const many = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`field ${n}`, 'x'.repeat(1024)]));
    expect(Object.keys(details(many(50)).customFields)).toHaveLength(50);
    expect(messageOf(many(51))).toBe('Contact has too many custom fields (maximum is 50)');
  });

  it('either refuses any JSON object in one sentence or makes of it what can be stored', () => {
    const names = fc.oneof(fc.string(), fc.constantFrom('first_name', 'birthdate', 'city'));
    fc.assert(
      fc.property(fc.dictionary(names, fc.oneof(fc.jsonValue(), fc.string({ unit: 'binary' }))), (form) => {
        try {
          const { customFields, ...texts } = details(form);
          expect(isStorable(Object.values(texts).join(''))).toBe(true);
          expect(JSON.parse(JSON.stringify(customFields))).toEqual(customFields);
        } catch (error) {
          expect(error).toBeInstanceOf(DomainError);
          expect((error as DomainError).messages).toHaveLength(1);
        }
      }),
      { numRuns: 1000 },
    );
  });
});
