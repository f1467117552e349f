import fc from 'fast-check';
import { FieldErrors, InvalidFields } from '#libs/envelope';
import {
  checkBirthdate,
  checkEmail,
  checkName,
  checkNewPassword,
  checkSource,
  checkTerms,
  checkUsername,
  emailOf,
  isMissing,
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
const NO_TEXT = [7, true, [], ['x'], {}, { a: 1 }];
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

describe('checkName', () => {
  const name = (value: unknown) => run((errors) => checkName(errors, 'first_name', value));
  it('trims it', () => expect(name(' Ada ')).toEqual({ value: 'Ada', messages: [] }));
  it.each(MISSING)('is null for %j', (value) => expect(name(value)).toEqual({ value: null, messages: [] }));
  it.each([...NO_TEXT, 'A\0'])('takes no %j', (value) =>
    expect(name(value).messages).toEqual(['First name is invalid']),
  );
  it('has at most 255 characters, however many units they take', () => {
    expect(name('😀'.repeat(255)).messages).toEqual([]);
    expect(name('x'.repeat(256)).messages).toEqual(['First name is too long (maximum is 255 characters)']);
  });
});

describe('checkBirthdate', () => {
  const birthdate = (value: unknown, club = CLUB) =>
    run((errors) => checkBirthdate(errors, value, club, NOW));
  it.each(MISSING)('asks for a date instead of %j', (value) =>
    expect(birthdate(value).messages).toEqual(["Birthdate can't be blank"]),
  );
  it.each([...NO_TEXT, '2023-02-29', '2000-1-1', ' 2000-01-01', '01/31/2000', '0000-01-01', 20000101])(
    'takes no %j',
    (value) => expect(birthdate(value).messages).toEqual(['Birthdate is not a valid date']),
  );
  it('turns a year older on the calendar of the fan club, where it is June 14 still', () => {
    expect(birthdate('2013-06-14')).toEqual({ value: '2013-06-14', messages: [] });
    expect(birthdate('2013-06-15').messages).toEqual(['You are not old enough']);
  });
  it('takes nobody who is yet to be born there, not even where there is no minimum age', () => {
    const all = { ...CLUB, minimumAge: 0 };
    expect(birthdate('2026-06-14', all).messages).toEqual([]);
    expect(birthdate('2026-06-15', all).messages).toEqual(['Birthdate is not a valid date']);
  });
});

describe('checkUsername', () => {
  const username = (value: unknown, taken = false) => run((errors) => checkUsername(errors, value, taken));
  it('trims it', () => expect(username(' ada ')).toEqual({ value: 'ada', messages: [] }));
  it.each(MISSING)('asks for a name instead of %j', (value) =>
    expect(username(value).messages).toEqual(["Username can't be blank"]),
  );
  it.each([...NO_TEXT, 'a\0'])('takes no %j', (value) =>
    expect(username(value).messages).toEqual(['Username is invalid']),
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
  it.each([undefined, null, '', '12345679', 12345678])('wants the same again, not %j', (confirmation) =>
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
  it.each([true, 'true', '1'])('takes %j', (value) =>
    expect(messages((errors) => checkTerms(errors, value))).toEqual([]),
  );
  it.each([false, 'false', '0', '', 1, 'yes', undefined, null, [true], {}])('takes no %j', (value) =>
    expect(messages((errors) => checkTerms(errors, value))).toEqual(['Must accept terms of service']),
  );
});

describe('checkSource', () => {
  it('trims it, and is null without one', () => {
    expect(run((errors) => checkSource(errors, ' footer '))).toEqual({ value: 'footer', messages: [] });
    expect(run((errors) => checkSource(errors, ''))).toEqual({ value: null, messages: [] });
  });
  it('takes neither what is no text nor a long one', () => {
    expect(messages((errors) => checkSource(errors, {}))).toEqual(['Lists opt in source is invalid']);
    expect(messages((errors) => checkSource(errors, 'x'.repeat(256)))).toEqual([
      'Lists opt in source is too long (maximum is 255 characters)',
    ]);
  });
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

  it('is missing only when it has no content', () => {
    MISSING.forEach((value) => expect(isMissing(value)).toBe(true));
    [...NO_TEXT, 'x', 0, false].forEach((value) => expect(isMissing(value)).toBe(false));
  });
});
