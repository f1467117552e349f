import { formView, textOf } from './form.rules';
import { knownAddress, newPasswordFields, newPasswordOf } from './password-fields';

describe('a form with problems', () => {
  const fields = [knownAddress('ada@x.example'), ...newPasswordFields('Password')];
  const [email, password, confirmation] = formView('Go', fields, {
    sentences: [
      'Password is too short (minimum is 8 characters)',
      "Password confirmation doesn't match Password",
      'Passwords are hard',
    ],
  }).fields;

  it('says each sentence at the field with whose name it begins', () => {
    expect(password).toMatchObject({
      invalid: true,
      problem: 'Password is too short (minimum is 8 characters)',
      describedBy: 'password-hint password-problem',
    });
    expect(confirmation).toMatchObject({
      invalid: true,
      problem: "Password confirmation doesn't match Password",
      describedBy: 'password_confirmation-problem',
    });
    expect(email).toMatchObject({ invalid: false, problem: null, describedBy: '' });
  });

  it('says all of them above, in their order, with links to their fields', () => {
    const { problems, problemsHeading } = formView('Go', fields, { sentences: ['Email is odd', 'No'] });
    expect(problems).toEqual([
      { text: 'Email is odd', field: 'email' },
      { text: 'No', field: null },
    ]);
    expect(problemsHeading).toBe('There are some problems');
  });

  it('marks fields that are wrong only together without blaming one', () => {
    const form = formView('Go', fields, {
      sentences: ['Email and password'],
      together: ['email', 'password'],
    });
    expect(form.problems).toEqual([{ text: 'Email and password', field: null }]);
    expect(form.fields.map(({ invalid, problem, describedBy }) => [invalid, problem, describedBy])).toEqual([
      [true, null, 'problems'],
      [true, null, 'password-hint problems'],
      [false, null, ''],
    ]);
  });
});

it('never gives a password back', () => {
  const [{ value }] = formView('Go', [{ ...newPasswordFields('Password')[0], value: 'secret' }]).fields;
  expect(value).toBe('');
});

describe('what a form sent', () => {
  it.each<[unknown, string]>([
    [{ email: 'a' }, 'a'],
    [{}, ''],
    [{ email: 7 }, ''],
    [{ email: ['a'] }, ''],
    [Object.create({ email: 'inherited' }), ''],
    [null, ''],
    [undefined, ''],
    ['email', ''],
  ])('%j', (body, text) => expect(textOf(body, 'email')).toBe(text));

  it('has a blank password where none was sent', () => {
    expect(newPasswordOf({})).toEqual({ password: '', password_confirmation: '' });
  });
});
