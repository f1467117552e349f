import { fieldsIn, translated } from './messages.ts';

const FIELDS = ['email', 'password', 'current_password', 'first_name', 'birthdate'];

describe('the message', () => {
  it.each([
    ['Email does not appear to be valid', ['email']],
    ['First name is too long (maximum is 255 characters)', ['first_name']],
    ['Current password is incorrect', ['current_password']],
    ['Email and password combination is incorrect.', ['email', 'password']],
    ['Email is already subscribed as a member of First Fans', ['email']],
    ['The email address a@b.example has not been confirmed.', ['email']],
    ['Must enter a valid birthdate', ['birthdate']],
    ['You are not old enough', ['birthdate']],
    ['You are already subscribed', []],
    ['Too many requests, please try again later.', []],
  ])('%s is about %j', (message, fields) => expect(fieldsIn(message, FIELDS)).toEqual(fields));

  it('is not about fields that the form does not have', () => {
    expect(fieldsIn("Password confirmation doesn't match Password", ['first_name'])).toEqual([]);
  });
});

describe('a translation', () => {
  const texts = {
    'You are already subscribed': 'Schon dabei',
    'You have been entered into the {name} contest': 'Dabei: {name}',
    'Is {a} (b)?': '{a}',
    logIn: 'Einloggen',
  };

  it.each([
    ['You are already subscribed', 'Schon dabei'],
    ['You have been entered into the Soundcheck for Two contest', 'Dabei: Soundcheck for Two'],
    ['Is $& (b)?', '$&'],
    ['Contest has ended', 'Contest has ended'],
    ['constructor', 'constructor'],
  ])('of %p is %p', (message, text) => expect(translated(message, texts)).toBe(text));
});
