import { fieldsIn } from './fields.ts';

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
    ['You are already subscribed', ['email']],
    ['Too many requests, please try again later.', []],
  ])('%s is about %j', (message, fields) => expect(fieldsIn(message, FIELDS)).toEqual(fields));

  it('is not about fields that the form does not have', () => {
    expect(fieldsIn("Password confirmation doesn't match Password", ['first_name'])).toEqual([]);
  });
});
