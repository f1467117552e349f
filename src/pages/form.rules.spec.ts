import { knownAddress, newPasswordFields, newPasswordOf } from './account-fields';
import { formView, isPasswordsRequest, PASSWORDS, sentForm, withTyped } from './form.rules';

describe('a form with problems', () => {
  const fields = [knownAddress('ada@x.example'), ...newPasswordFields('Password')];
  const [email, password, confirmation] = formView('Go', fields, {
    sentences: [
      'Password is too short (minimum is 8 characters)',
      "Password confirmation doesn't match Password",
      'Passwords are hard',
    ],
  }).fields;

  it('shows each sentence at the field with whose name it begins', () => {
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

  it('lists all sentences above the form in order, with links to their fields', () => {
    const { problems, problemsHeading } = formView('Go', fields, { sentences: ['Email is odd', 'No'] });
    expect(problems).toEqual([
      { text: 'Email is odd', field: 'email' },
      { text: 'No', field: null },
    ]);
    expect(problemsHeading).toBe('There are some problems');
  });

  it('marks all fields that are wrong only in combination', () => {
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

it('a form contains no password unless it is requested', () => {
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
  ])('is only on forms with a password field', (fields, label) => {
    expect(formView('Go', fields).passwords?.label).toBe(label);
  });

  const form = formView('Go', [
    { name: 'login', label: 'Login', type: 'email', autocomplete: 'username' },
    knownAddress('ada@x.example'),
    password,
    confirmation,
  ]);
  const body = { login: 'b', email: 'forged', password: 'secret', password_confirmation: 7 };
  const typed = (value: string) => withTyped(form, sentForm({ ...body, [PASSWORDS]: value }));
  const facts = (value: string) =>
    typed(value).fields.map(({ legible, focused, value: text }) => [legible, focused, text]);

  it('shows the typed passwords, and focuses the first of them', () => {
    expect(facts('show')).toEqual([
      [true, false, 'b'],
      [true, false, 'ada@x.example'],
      [true, true, 'secret'],
      [true, false, ''],
    ]);
    expect(typed('show').passwords).toMatchObject({ value: 'hide', label: 'Hide passwords' });
  });

  it('hides them again, and keeps the typed texts', () => {
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
  ])('is detected in the form %j: %j', (sent, expected) => {
    expect(isPasswordsRequest(sentForm(sent))).toBe(expected);
  });
});

describe('a sent form', () => {
  it.each<[unknown, string | undefined]>([
    [{ email: 'a' }, 'a'],
    [{}, undefined],
    [{ email: 7 }, ''],
    [{ email: ['a'] }, ''],
    [Object.create({ email: 'inherited' }), undefined],
    [null, undefined],
    [undefined, undefined],
    ['email', undefined],
  ])('of the body %j has the email %j', (body, text) => expect(sentForm(body).email).toBe(text));

  it('has a blank password if none was sent', () => {
    expect(newPasswordOf({})).toEqual({ password: '', password_confirmation: '' });
  });
});
