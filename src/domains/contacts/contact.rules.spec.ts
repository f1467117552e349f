import fc from 'fast-check';
import { DomainError } from '#libs/envelope';
import { fill, isStorable } from '#libs/validation';
import { checkDetails, signUpOf } from './contact.rules';
import { BirthdateNotValid, ContactRequired, EmailNotValid, NotOldEnough } from './contacts.errors';
import { SignUpBody } from './dto/sign-up.body';

const NOW = new Date('2026-06-15T12:00:00Z');
const CLUB = { timeZone: 'UTC', minimumAge: 13 };

const signUp = (body: unknown) => signUpOf(fill(SignUpBody, body));
const details = (form: Record<string, unknown>, club = CLUB) => {
  const { contact, ...rest } = signUp({ contact: { email: 'ada@x.example', ...form } });
  checkDetails({ contact, ...rest }, club, NOW);
  const { first_name, last_name, birthdate, lists_opt_in_source, custom_fields } = contact;
  return { first_name, last_name, birthdate, lists_opt_in_source, custom_fields };
};
const messageOf = (form: Record<string, unknown>): string => {
  try {
    details(form);
  } catch (error) {
    if (error instanceof DomainError) return error.messages.join('|');
    throw error;
  }
  throw new Error('the form was not refused');
};

describe('signUpOf', () => {
  it.each([
    {},
    { contact: null },
    { contact: [] },
    { contact: 'x' },
    { contact: 1 },
    { email: 'ada@x.example' },
  ])('refuses a body without a contact: %j', (body) => expect(() => signUp(body)).toThrow(ContactRequired));
  it('accepts an empty contact, and then requires its address', () =>
    expect(() => signUp({ contact: {} })).toThrow(EmailNotValid));

  it('trims the address, and keeps its letter case', () => {
    expect(signUp({ contact: { email: ' Ada@X.example ' } }).email).toBe('Ada@X.example');
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
    'a\u200bda@x.example',
    '\u202eada@x.example',
  ])('refuses the address %j', (email) =>
    expect(() => signUp({ contact: { email } })).toThrow(EmailNotValid),
  );
});

describe('checkDetails', () => {
  it('returns nothing for absent fields, and null for blank ones', () => {
    const nothing = {
      birthdate: null,
      first_name: null,
      last_name: null,
      lists_opt_in_source: null,
      custom_fields: {},
    };
    expect(details({})).toEqual({ custom_fields: {} });
    expect(details({ first_name: ' ', last_name: null, birthdate: '', lists_opt_in_source: '' })).toEqual(
      nothing,
    );
  });

  it('keeps every other attribute as a custom field', () => {
    const form = {
      first_name: ' Ada ',
      birthdate: ' 1990-12-10 ',
      lists_opt_in_source: 'landing',
    };
    const custom = { city: ' Oslo ', shows: 3, vip: false, note: null, 'T-shirt size.v2': '' };
    expect(details({ ...form, ...custom })).toEqual({
      birthdate: '1990-12-10',
      first_name: 'Ada',
      last_name: undefined,
      lists_opt_in_source: 'landing',
      custom_fields: custom,
    });
  });

  it.each(['x', '2023-02-29', '0000-01-01', '01/02/1990', '2026-06-16', 19901210, [], {}, true, '1\0'])(
    'refuses the birthdate %j',
    (birthdate) => expect(() => details({ birthdate })).toThrow(BirthdateNotValid),
  );

  it.each([
    ['2013-06-15', 'UTC', true],
    ['2013-06-16', 'UTC', false],
    ['2013-06-16', 'Pacific/Kiritimati', true],
    ['2012-02-29', 'UTC', true],
  ])('accepts the age of a person born on %s, in %s: %s', (birthdate, timeZone, oldEnough) => {
    const read = () => details({ birthdate }, { ...CLUB, timeZone });
    if (oldEnough) expect(read().birthdate).toBe(birthdate);
    else expect(read).toThrow(NotOldEnough);
  });

  it('does not check the age without a birthdate', () => {
    expect(details({}, { ...CLUB, minimumAge: 99 }).birthdate).toBeUndefined();
  });

  it('reports the first fault, in the order birthdate, names, source, custom fields', () => {
    const form: Record<string, unknown> = {
      custom: ['x\0'],
      lists_opt_in_source: 'x'.repeat(256),
      last_name: {},
      first_name: 'a\0b',
      birthdate: 'soon',
    };
    const messages = [];
    for (const field of ['birthdate', 'first_name', 'last_name', 'lists_opt_in_source', 'custom']) {
      messages.push(messageOf(form));
      delete form[field];
    }
    expect(messages).toEqual([
      'Must enter a valid birthdate',
      'First name is invalid',
      'Last name is invalid',
      'Lists opt in source is too long (maximum is 255 characters)',
      'Custom fields are invalid',
    ]);
  });

  it.each([
    [{ sizes: ['S', 'L'] }],
    [{ address: { street: 'x', floors: [1, { door: 2 }] } }],
    [{ 'любимая песня': 'x', 歌: 'y' }],
    [{ constructor: 'x', prototype: { polluted: true } }],
  ])('keeps any JSON value under any name: %j', (fields) => {
    expect(details(fields as Record<string, unknown>).custom_fields).toEqual(fields);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it.each([
    [Object.fromEntries(Array.from({ length: 51 }, (_, n) => [n, n])), 'are too many (maximum is 50)'],
    [{ a: [[[[[[]]]]]] }, 'are nested too deeply (maximum is 5 levels)'],
    [{ a: 'x'.repeat(16_384) }, 'are too large (maximum is 16 KiB together)'],
    [{ a: Infinity }, 'are invalid'],
    [{ a: 'x\0' }, 'are invalid'],
  ])('refuses custom fields beyond a limit, with a message that names it', (form, fault) => {
    expect(messageOf(form as Record<string, unknown>)).toBe(`Custom fields ${fault}`);
  });

  /** As it arrives: JSON.stringify writes -0 as 0. */
  const asSent = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

  it('either refuses a JSON object with one message or returns values that can be stored', () => {
    const names = fc.oneof(fc.string(), fc.constantFrom('first_name', 'birthdate', 'city'));
    fc.assert(
      fc.property(
        fc.dictionary(names, fc.oneof(fc.jsonValue().map(asSent), fc.string({ unit: 'binary' }))),
        (form) => {
          try {
            const { custom_fields, ...texts } = details(form);
            expect(isStorable(Object.values(texts).join(''))).toBe(true);
            expect(JSON.parse(JSON.stringify(custom_fields))).toEqual(custom_fields);
          } catch (error) {
            expect(error).toBeInstanceOf(DomainError);
            expect((error as DomainError).messages).toHaveLength(1);
          }
        },
      ),
      { numRuns: 1000 },
    );
  });
});
