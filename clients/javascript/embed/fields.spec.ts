import { type Control, fieldsOf, withoutBlanks } from './fields.ts';

const control = (name: string, value: string, rest: Partial<Control> = {}): Control => ({
  name,
  value,
  type: 'text',
  disabled: false,
  ...rest,
});

it('a form has texts, booleans and lists', () => {
  const box = { type: 'checkbox' };
  const fields = fieldsOf([
    control('email', 'a@b.example'),
    control('first_name', ''),
    control('lists_opt_in', 'on', { ...box, checked: true }),
    control('other', 'on', box),
    control('pets[]', 'cat', { ...box, checked: true }),
    control('pets[]', 'dog', box),
    control('songs[]', 'Comet'),
    control('songs[]', ''),
    control('size', 'S', { type: 'radio' }),
    control('size', 'M', { type: 'radio', checked: true }),
    control('', 'unnamed'),
    control('gone', 'disabled', { disabled: true }),
    control('send', 'Send', { type: 'submit' }),
  ]);
  expect(fields).toEqual({
    email: 'a@b.example',
    first_name: '',
    lists_opt_in: true,
    other: false,
    pets: ['cat'],
    songs: ['Comet'],
    size: 'M',
  });
});

it('blank fields can be left out', () => {
  expect(withoutBlanks({ email: 'a', first_name: '', pets: [], news: false })).toEqual({
    email: 'a',
    news: false,
  });
});
