import { InvalidFields } from '#libs/envelope';
import { fill } from '#libs/validation';
import { someCustomer, fanclubInfo } from '#platform/access/viewer.fixtures';
import { RegisterBody } from './dto/register.body';
import type { Taken } from '#domains/accounts';
import { checkRegistration } from './registration.rules';

const now = new Date('2026-06-15T12:00:00Z');
const club = fanclubInfo({ minimumAge: 13, timeZone: 'UTC' });
const forum = fanclubInfo({ minimumAge: 13, timeZone: 'UTC', forumIntegration: true });
const buyer = someCustomer({ email: null, birthdate: null, username: null });
const known = someCustomer({ email: 'ada@x.example', birthdate: null, username: null });
const free: Taken = { emailTaken: false, usernameTaken: false };

const complete = {
  email: ' ada@x.example ',
  first_name: ' Ada ',
  last_name: 'Byron',
  birthdate: '1990-12-10',
  username: 'ada',
  accept_terms: true,
};
const check = (
  fields: Record<string, unknown>,
  {
    stored = buyer,
    fanclub = club,
    taken = free,
  }: { stored?: typeof buyer; fanclub?: typeof club; taken?: Taken } = {},
) => checkRegistration(fanclub, stored, fill(RegisterBody, fields), taken, now);
const messagesOf = (...parameters: Parameters<typeof check>): readonly string[] => {
  try {
    check(...parameters);
  } catch (error) {
    if (error instanceof InvalidFields) return error.messages;
    throw error;
  }
  return [];
};

describe('checkRegistration', () => {
  it('reports everything that the buyer of a free plan must send', () => {
    expect(messagesOf({})).toEqual([
      "Email can't be blank",
      "Birthdate can't be blank",
      "Password can't be blank",
      'Must accept terms of service',
    ]);
  });

  it('requires a user name if the fan club has a forum', () => {
    expect(messagesOf({}, { fanclub: forum })[2]).toBe("Username can't be blank");
    expect(check(complete, { fanclub: forum }).username).toBe('ada');
    expect(check(complete).username).toBeNull();
  });

  it('returns the values that were sent, trimmed', () => {
    expect(check(complete)).toEqual({
      email: 'ada@x.example',
      firstName: 'Ada',
      lastName: 'Byron',
      birthdate: '1990-12-10',
      username: null,
      password: null,
    });
  });

  it.each<[string, Record<string, unknown>, string[]]>([
    ['a malformed address', { email: 'ada' }, ['Email does not appear to be valid']],
    ['a date that does not exist', { birthdate: '1990-02-30' }, ['Birthdate is not a valid date']],
    ['a child', { birthdate: '2015-01-01' }, ['You are not old enough']],
    ['a refusal of the terms', { accept_terms: false }, ['Must accept terms of service']],
    [
      'a short password',
      { password: 'short', password_confirmation: 'short' },
      ['Password is too short (minimum is 8 characters)'],
    ],
    [
      'a password with another confirmation',
      { password: 'long enough', password_confirmation: 'else' },
      ["Password confirmation doesn't match Password"],
    ],
    [
      'a password that is not a string',
      { password: 12345678, password_confirmation: 12345678 },
      ["Password can't be blank"],
    ],
  ])('refuses %s', (_, fields, messages) => {
    expect(messagesOf({ ...complete, ...fields })).toEqual(messages);
  });

  it('reports names that other customers have', () => {
    const taken = { emailTaken: true, usernameTaken: true };
    expect(messagesOf(complete, { fanclub: forum, taken })).toEqual([
      'Email has already been taken',
      'Username has already been taken',
    ]);
  });

  it('accepts a password, and requires none of a buyer with an address', () => {
    expect(messagesOf({ ...complete, email: 'malformed' })).not.toContain("Password can't be blank");
    const password = 'long enough';
    expect(check({ ...complete, password, password_confirmation: password }).password).toBe(password);
    expect(check({ ...complete, password: ' ', password_confirmation: '' }).password).toBeNull();
  });

  it('requires only the terms of a customer with a stored address, which stays', () => {
    expect(messagesOf({}, { stored: known })).toEqual(['Must accept terms of service']);
    expect(check({ ...complete, email: 'other@x.example' }, { stored: known }).email).toBeNull();
    expect(check({ accept_terms: true }, { stored: known }).birthdate).toBeNull();
  });

  it('ignores a birthdate and a user name if the customer has them, and else checks and returns them', () => {
    const stored = someCustomer({ email: 'ada@x.example', birthdate: '1980-01-01', username: 'ada' });
    const given = { ...complete, birthdate: 'nonsense', username: 'other' };
    expect(check(given, { stored, fanclub: forum })).toMatchObject({ birthdate: null, username: null });
    expect(check(complete, { stored: known }).birthdate).toBe('1990-12-10');
    expect(messagesOf({ ...complete, birthdate: '2015-01-01' }, { stored: known })).toEqual([
      'You are not old enough',
    ]);
  });
});
