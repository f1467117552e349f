import { formView, isPasswordsRequest, PASSWORDS, textOf, withTyped } from './form.rules';
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

it('gives no password back unless asked', () => {
  const [{ value }] = formView('Go', [{ ...newPasswordFields('Password')[0], value: 'secret' }]).fields;
  expect(value).toBe('');
});

describe('the button that shows passwords', () => {
  const [password, confirmation] = newPasswordFields('Password');

  it.each([
    [[], undefined],
    [[knownAddress('ada@x.example')], undefined],
    [[knownAddress('ada@x.example'), password], 'Show password'],
    [[password, confirmation], 'Show passwords'],
  ])('is on a form with a password field only', (fields, label) => {
    expect(formView('Go', fields).passwords?.label).toBe(label);
  });

  const form = formView('Go', [
    { name: 'login', label: 'Login', type: 'email', autocomplete: 'username' },
    knownAddress('ada@x.example'),
    password,
    confirmation,
  ]);
  const body = { login: 'b', email: 'forged', password: 'secret', password_confirmation: 7 };
  const typed = (value: string) => withTyped(form, { ...body, [PASSWORDS]: value });
  const facts = (value: string) =>
    typed(value).fields.map(({ legible, focused, value: text }) => [legible, focused, text]);

  it('makes them legible, with what was typed, and the focus on the first of them', () => {
    expect(facts('show')).toEqual([
      [true, false, 'b'],
      [true, false, 'ada@x.example'],
      [true, true, 'secret'],
      [true, false, ''],
    ]);
    expect(typed('show').passwords).toMatchObject({ value: 'hide', label: 'Hide passwords' });
  });

  it('hides them again, and keeps what was typed', () => {
    expect(facts('hide')).toEqual([
      [true, false, 'b'],
      [true, false, 'ada@x.example'],
      [false, true, 'secret'],
      [false, false, ''],
    ]);
    expect(typed('hide').passwords).toMatchObject({ value: 'show', label: 'Show passwords' });
  });

  it.each([
    [{ [PASSWORDS]: 'show' }, true],
    [{ [PASSWORDS]: 'hide' }, true],
    [{ [PASSWORDS]: '1' }, false],
    [{ [PASSWORDS]: ['show'] }, false],
    [{}, false],
    [null, false],
  ])('was pressed if the form says so: %j', (sent, expected) => {
    expect(isPasswordsRequest(sent)).toBe(expected);
  });
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
