import fc from 'fast-check';
import { InvalidFields } from '#libs/envelope';
import { faultsOf, fill } from '#libs/validation';
import { addAge, addTaken, addTerms, emailOf, usernameOf, validPassword } from './account.rules';
import type { Taken } from './accounts.queries';
import {
  CreateAccountBody,
  isGiven,
  passwordOf,
  NewPassword,
  newPasswordOf,
  UpdateAccountBody,
} from './dto/account.bodies';

const NOW = new Date('2026-06-15T03:00:00Z');
const CLUB = { minimumAge: 13, timeZone: 'America/Los_Angeles' };
const COMPLETE = { email: 'ada@x.example', birthdate: '1990-12-10', username: 'ada', accept_terms: true };
const ALL_TAKEN = { emailTaken: true, usernameTaken: true };

/** The faults of a body of POST /accounts for a fan club with a forum. */
function messages(fields: Record<string, unknown>, taken: Taken | null = null): readonly string[] {
  const body = fill(CreateAccountBody, { ...COMPLETE, ...fields });
  const errors = faultsOf(body, ['username']);
  addTerms(errors, body.accept_terms);
  addAge(errors, body.birthdate, CLUB, NOW);
  addTaken(errors, taken);
  return messagesOf(() => errors.throwIfAny());
}

function messagesOf(act: () => unknown): readonly string[] {
  try {
    act();
    return [];
  } catch (error) {
    return (error as InvalidFields).messages;
  }
}

const NO_TEXT: unknown[] = [true, [], ['x'], {}, { a: 1 }, { constructor: 1 }, 1.5];
const UNSTORABLE = ['a\0', 'a\ud800'];
const MISSING = [undefined, null, '', ' \t'];

describe('the e-mail address of an account', () => {
  it('is trimmed, and keeps its letter case', () =>
    expect(fill(CreateAccountBody, { email: ' Ada@X.example\n' }).email).toBe('Ada@X.example'));
  it.each(MISSING)('is required: %j', (email) =>
    expect(messages({ email })).toEqual(["Email can't be blank"]),
  );
  it.each([...NO_TEXT, 'ada', 'a\0b@x.example', 'a\ud800@x.example'])('is refused as invalid: %j', (email) =>
    expect(messages({ email }, { emailTaken: true, usernameTaken: false })).toEqual([
      'Email does not appear to be valid',
    ]),
  );
});

describe('a name', () => {
  it.each([...NO_TEXT, ...UNSTORABLE])('is refused as invalid: %j', (first_name) =>
    expect(messages({ first_name })).toEqual(['First name is invalid']),
  );
  it('has at most 255 characters, whatever their size in UTF-16', () => {
    expect(messages({ last_name: '😀'.repeat(255) })).toEqual([]);
    expect(messages({ last_name: 'x'.repeat(256) })).toEqual([
      'Last name is too long (maximum is 255 characters)',
    ]);
  });
});

describe('the birthdate of an account', () => {
  it.each(MISSING)('is required: %j', (birthdate) =>
    expect(messages({ birthdate })).toEqual(["Birthdate can't be blank"]),
  );
  it.each(['2023-02-29', '2000-1-1', '0000-01-01', 20000101, 'x\0', {}, '2026-06-15'])(
    'is refused as invalid: %j',
    (birthdate) => expect(messages({ birthdate })).toEqual(['Birthdate is not a valid date']),
  );
  it('is refused below the minimum age', () => {
    expect(messages({ birthdate: ' 2013-06-14 ' })).toEqual([]);
    expect(messages({ birthdate: '2013-06-15' })).toEqual(['You are not old enough']);
  });
});

describe('a user name', () => {
  it.each(MISSING)('is required: %j', (username) =>
    expect(messages({ username })).toEqual(["Username can't be blank"]),
  );
  it.each([...NO_TEXT, ...UNSTORABLE])('is refused as invalid: %j', (username) =>
    expect(messages({ username })).toEqual(['Username is invalid']),
  );
  it.each(['a\u200bda', '\u202eada', 'ada\u2066', 'a\u00adda', 'a\nda', 'аda', 'ada Ада', 'αda'])(
    'is refused with invisible characters or lookalikes: %j',
    (username) =>
      expect(messages({ username }, { emailTaken: false, usernameTaken: true })).toEqual([
        'Username is invalid',
      ]),
  );
  it.each(['Ада', 'Αδα', 'ada 歌', 'نور', ' ada\u00e9 '])('is accepted in one script: %j', (username) =>
    expect(messages({ username })).toEqual([]),
  );
});

describe('all fields of an account', () => {
  it('have their messages in the order of contract 4.2', () => {
    expect(messages({ accept_terms: false, birthdate: '2020-01-01', first_name: [] }, ALL_TAKEN)).toEqual([
      'Email has already been taken',
      'First name is invalid',
      'You are not old enough',
      'Username has already been taken',
      'Must accept terms of service',
    ]);
  });

  it('are also read from `customer`, which takes precedence and may be empty', () => {
    const body = fill(CreateAccountBody, {
      email: 'a',
      first_name: 'A',
      customer: { email: 'b', last_name: null },
    });
    expect(body).toMatchObject({ email: 'b', first_name: 'A', last_name: null });
    expect([{ customer: {} }, { email: null }].map((sent) => isGiven(fill(CreateAccountBody, sent)))).toEqual(
      [true, true],
    );
    const none = [{}, { customer: null }, { customer: ['x'] }, { customer: 'x' }, { other: 1 }, undefined];
    expect(none.map((sent) => isGiven(fill(CreateAccountBody, sent)))).not.toContain(true);
  });
});

describe('a new password', () => {
  const chosen = (password: unknown, password_confirmation: unknown = password) =>
    messagesOf(() => validPassword(fill(NewPassword, { password, password_confirmation })));
  it.each(['12345678', ' 2345678 ', '😀'.repeat(8), 'p'.repeat(128), '😀'.repeat(128)])(
    'is not trimmed: %j',
    (password) => expect(validPassword(fill(NewPassword, { password }))).toBe(password),
  );
  it.each([...MISSING, ...NO_TEXT])('is required: %j', (value) =>
    expect(chosen(value, 'else')).toEqual(["Password can't be blank"]),
  );
  it.each(['1234567', '😀'.repeat(7)])('is refused with fewer than 8 characters: %j', (value) =>
    expect(chosen(value)).toEqual(['Password is too short (minimum is 8 characters)']),
  );
  it('is refused with more than 128 characters', () =>
    expect(chosen('p'.repeat(129))).toEqual(['Password is too long (maximum is 128 characters)']));
  it('is accepted without a confirmation', () => expect(chosen('12345678', null)).toEqual([]));
  it.each(['', '12345679', 12345678])('is refused with another confirmation: %j', (confirmation) =>
    expect(chosen('12345678', confirmation)).toEqual(["Password confirmation doesn't match Password"]),
  );
  it('has both messages if it is too short and the confirmation differs', () =>
    expect(chosen('short', 'shirt')).toEqual([
      'Password is too short (minimum is 8 characters)',
      "Password confirmation doesn't match Password",
    ]));

  it.each([
    [{}, null],
    [{ password: null, password_attributes: null }, null],
    [{ password: '' }, { password: '' }],
    [{ password_attributes: 'x', password: 'beside' }, {}],
    [{ password_attributes: { password: 'in', other: 1 }, password: 'beside' }, { password: 'in' }],
    [{ customer: { password_attributes: { password: 'in' } } }, { password: 'in' }],
  ])('in %j is read as %j by POST /accounts', (sent, expected) =>
    expect(passwordOf(fill(CreateAccountBody, sent))).toEqual(expected),
  );
  it.each([
    [{}, null],
    [{ password: ' ', password_confirmation: '' }, null],
    [{ password_confirmation: 'x' }, { password_confirmation: 'x' }],
  ])('in %j is read as %j by POST /account', (sent, expected) =>
    expect(newPasswordOf(fill(UpdateAccountBody, sent))).toEqual(expected),
  );
});

describe('terms', () => {
  it.each([true, 1, 'true', 'True', '1', 'on', 'ON'])('are accepted by %j', (accept_terms) =>
    expect(messages({ accept_terms })).toEqual([]),
  );
  it.each([false, 'false', '0', '', 0, 2, 'off', 'yes', 'one', undefined, null, [true], {}])(
    'are not accepted by %j',
    (accept_terms) => expect(messages({ accept_terms })).toEqual(['Must accept terms of service']),
  );
});

describe('the names to look up', () => {
  const anything = fc.oneof(fc.string({ unit: 'binary' }), fc.emailAddress(), fc.jsonValue());

  it('are exactly those that would be stored', () => {
    fc.assert(
      fc.property(anything, (value) => {
        const body = fill(CreateAccountBody, { ...COMPLETE, email: value, username: value });
        const errors = faultsOf(body, ['username']);
        expect(emailOf(body.email)).toBe(errors.has('email') ? null : body.email);
        expect(usernameOf(body)).toBe(errors.has('username') ? null : body.username);
      }),
    );
  });
});
