import fc from 'fast-check';
import { FieldErrors, InvalidFields } from '#libs/envelope';
import {
  checkBirthdate,
  checkEmail,
  checkNewPassword,
  checkTerms,
  checkText,
  checkUsername,
  emailOf,
  usernameOf,
} from './account.fields';

const NOW = new Date('2026-06-15T03:00:00Z');
const CLUB = { minimumAge: 13, timeZone: 'America/Los_Angeles' };

/** What a check returned, and the messages it added. */
function run<T>(check: (errors: FieldErrors) => T): { value: T; messages: readonly string[] } {
  const errors = new FieldErrors();
  const value = check(errors);
  try {
    errors.throwIfAny();
    return { value, messages: [] };
  } catch (error) {
    return { value, messages: (error as InvalidFields).messages };
  }
}

const messages = (check: (errors: FieldErrors) => unknown) => run(check).messages;
const NO_TEXT = [true, [], ['x'], {}, { a: 1 }, 1.5];
const UNSTORABLE = ['a\0', 'a\ud800'];
const MISSING = [undefined, null, '', ' \t'];

describe('checkEmail', () => {
  it('trims the address and keeps its letter case', () =>
    expect(run((errors) => checkEmail(errors, ' Ada@X.example\n'))).toEqual({
      value: 'Ada@X.example',
      messages: [],
    }));
  it.each(MISSING)('asks for an address instead of %j', (value) =>
    expect(messages((errors) => checkEmail(errors, value))).toEqual(["Email can't be blank"]),
  );
  it.each([...NO_TEXT, 'ada', 'a\0b@x.example', 'a\ud800@x.example'])('takes no %j', (value) =>
    expect(messages((errors) => checkEmail(errors, value, true))).toEqual([
      'Email does not appear to be valid',
    ]),
  );
  it('refuses one that is taken', () =>
    expect(messages((errors) => checkEmail(errors, 'ada@x.example', true))).toEqual([
      'Email has already been taken',
    ]));
});

describe('checkText', () => {
  const name = (value: unknown) => run((errors) => checkText(errors, 'first_name', value));
  it('trims it', () => expect(name(' Ada ')).toEqual({ value: 'Ada', messages: [] }));
  it.each(MISSING)('is null for %j', (value) => expect(name(value)).toEqual({ value: null, messages: [] }));
  it.each([...NO_TEXT, ...UNSTORABLE])('takes no %j', (value) =>
    expect(name(value).messages).toEqual(['First name is invalid']),
  );
  it('has at most 255 characters, however many units they take', () => {
    expect(name('😀'.repeat(255)).messages).toEqual([]);
    expect(name('x'.repeat(256)).messages).toEqual(['First name is too long (maximum is 255 characters)']);
  });
  it('names its field', () =>
    expect(messages((errors) => checkText(errors, 'lists_opt_in_source', {}))).toEqual([
      'Lists opt in source is invalid',
    ]));
});

describe('checkBirthdate', () => {
  const birthdate = (value: unknown) => run((errors) => checkBirthdate(errors, value, CLUB, NOW));
  it('is the date', () => expect(birthdate('2013-06-14')).toEqual({ value: '2013-06-14', messages: [] }));
  it('asks for one', () => expect(birthdate(' ').messages).toEqual(["Birthdate can't be blank"]));
  it('takes no other', () =>
    expect(birthdate('2023-02-29').messages).toEqual(['Birthdate is not a valid date']));
  it('refuses who is too young', () =>
    expect(birthdate('2013-06-15').messages).toEqual(['You are not old enough']));
});

describe('checkUsername', () => {
  const username = (value: unknown, taken = false) => run((errors) => checkUsername(errors, value, taken));
  it('trims it', () => expect(username(' ada ')).toEqual({ value: 'ada', messages: [] }));
  it.each(MISSING)('asks for a name instead of %j', (value) =>
    expect(username(value).messages).toEqual(["Username can't be blank"]),
  );
  it.each([...NO_TEXT, ...UNSTORABLE])('takes no %j', (value) =>
    expect(username(value).messages).toEqual(['Username is invalid']),
  );
  it.each(['a\u200bda', '\u202eada', 'ada\u2066', 'a\u00adda', 'a\nda', 'аda', 'ada Ада', 'αda'])(
    'takes no name with invisible characters or lookalikes: %j',
    (value) => expect(username(value, true).messages).toEqual(['Username is invalid']),
  );
  it.each(['Ада', 'Αδα', 'ada 歌', 'نور', ' ada\u00e9 '])('takes a name of one script: %j', (value) =>
    expect(username(value).messages).toEqual([]),
  );
  it('refuses one that is taken, or too long', () => {
    expect(username('ada', true).messages).toEqual(['Username has already been taken']);
    expect(username('x'.repeat(256), true).messages).toEqual([
      'Username is too long (maximum is 255 characters)',
    ]);
  });
});

describe('checkNewPassword', () => {
  const password = (value: unknown, confirmation: unknown = value) =>
    run((errors) => checkNewPassword(errors, { password: value, password_confirmation: confirmation }));
  it.each(['12345678', ' 2345678 ', '😀'.repeat(8), 'p'.repeat(128), '😀'.repeat(128)])(
    'takes %j as it is',
    (value) => expect(password(value)).toEqual({ value, messages: [] }),
  );
  it.each([...MISSING, ...NO_TEXT])('asks for a password instead of %j', (value) =>
    expect(password(value, 'else').messages).toEqual(["Password can't be blank"]),
  );
  it.each(['1234567', '😀'.repeat(7)])('wants 8 characters, not %j', (value) =>
    expect(password(value).messages).toEqual(['Password is too short (minimum is 8 characters)']),
  );
  it('wants 128 at most', () =>
    expect(password('p'.repeat(129)).messages).toEqual(['Password is too long (maximum is 128 characters)']));
  it.each([undefined, null])('needs no confirmation: %j', (confirmation) =>
    expect(
      messages((errors) =>
        checkNewPassword(errors, { password: '12345678', password_confirmation: confirmation }),
      ),
    ).toEqual([]),
  );
  it.each(['', '12345679', 12345678])('wants the same in a confirmation, not %j', (confirmation) =>
    expect(
      messages((errors) =>
        checkNewPassword(errors, { password: '12345678', password_confirmation: confirmation }),
      ),
    ).toEqual(["Password confirmation doesn't match Password"]),
  );
  it('tells both when it is too short and not repeated', () =>
    expect(password('short', 'shirt').messages).toEqual([
      'Password is too short (minimum is 8 characters)',
      "Password confirmation doesn't match Password",
    ]));
});

describe('checkTerms', () => {
  it.each([true, 1, 'true', 'True', '1', 'on', 'ON'])('takes %j', (value) =>
    expect(messages((errors) => checkTerms(errors, value))).toEqual([]),
  );
  it.each([false, 'false', '0', '', 0, 2, 'off', 'yes', 'one', undefined, null, [true], {}])(
    'takes no %j',
    (value) =>
      expect(messages((errors) => checkTerms(errors, value))).toEqual(['Must accept terms of service']),
  );
});

describe('what is looked for among others', () => {
  const anything = fc.oneof(fc.string({ unit: 'binary' }), fc.emailAddress(), fc.jsonValue());

  it('is exactly what the checks would store', () => {
    fc.assert(
      fc.property(anything, (value) => {
        const email = run((errors) => checkEmail(errors, value));
        expect(emailOf(value)).toBe(email.messages.length === 0 ? email.value : null);
        const username = run((errors) => checkUsername(errors, value));
        expect(usernameOf(value)).toBe(username.messages.length === 0 ? username.value : null);
      }),
    );
  });
});
