import { editDistance, similarName, misspelledFields } from './field-names.rules';

const ACCOUNT = ['email', 'first_name', 'last_name', 'birthdate', 'username', 'password', 'accept_terms'];
const ADDRESS = ['first_name', 'address', 'address_2', 'city', 'state', 'postal_code', 'country'];

describe('an unknown name', () => {
  it.each([
    ['firstname', 'first_name'],
    ['firstName', 'first_name'],
    ['first-name', 'first_name'],
    ['FIRST NAME', 'first_name'],
    ['fisrt_name', 'first_name'],
    ['emial', 'email'],
    ['mail', 'email'],
    ['e-mail', 'email'],
    ['birthday', 'birthdate'],
    ['birth_date', 'birthdate'],
    ['user_name', 'username'],
    ['pasword', 'password'],
  ])('%s is similar to %s', (name, known) => expect(similarName(name, ACCOUNT)).toBe(known));

  it.each(['adress', 'Address1', 'postcode', 'cty'])('%s is similar to a field of an address', (name) => {
    expect(similarName(name, ADDRESS)).not.toBeNull();
  });

  it.each(['t', '_', 'shoe size', 'pass', 'name', 'nick', 'utf8', 'lat', 'authenticity_token', ''])(
    '%p is similar to none',
    (name) => expect(similarName(name, [...ACCOUNT, ...ADDRESS])).toBeNull(),
  );

  it.each(['email@x.example', 'ema\nil', 'ema\u001b[31mil', 'émail', `email${' '.repeat(99)}`])(
    '%j is similar to none, because it is not safe to log',
    (name) => expect(similarName(name, ACCOUNT)).toBeNull(),
  );

  it('is similar to the nearest of several', () => {
    expect(similarName('adress_2', ['address', 'address_2'])).toBe('address_2');
  });
});

describe('misspelled fields', () => {
  it('are reported with the known field', () => {
    expect(misspelledFields({ firstname: 'Ada', email: 'ada@x.example' }, ACCOUNT)).toEqual([
      { sent: 'firstname', meant: 'first_name' },
    ]);
  });

  it('are not reported if the known field was sent as well', () => {
    expect(misspelledFields({ firstname: 'Ada', first_name: 'Ada' }, ACCOUNT)).toEqual([]);
  });

  it('do not include known fields that resemble each other', () => {
    expect(misspelledFields({ address_2: '', item_type_2: 1 }, ADDRESS)).toEqual([]);
  });

  it('are found in nested objects', () => {
    const known = ['contact.email', 'contact.first_name'];
    expect(misspelledFields({ contact: { email: '', firstname: '' } }, known)).toEqual([
      { sent: 'contact.firstname', meant: 'contact.first_name' },
    ]);
  });

  it.each([null, undefined, 'text', 7, ['first_name'], { contact: null }, { contact: 'x' }])(
    'are not looked for in %j',
    (sent) => expect(misspelledFields(sent, ['contact.email'])).toEqual([]),
  );
});

describe('the distance of two texts', () => {
  it.each([
    ['', '', 0],
    ['abc', '', 3],
    ['', 'abc', 3],
    ['abc', 'abc', 0],
    ['abc', 'abd', 1],
    ['abc', 'acb', 1],
    ['kitten', 'sitting', 3],
    ['firstname', 'lastname', 3],
  ])('of %j and %j is %d', (from, to, steps) => {
    expect([editDistance(from, to), editDistance(to, from)]).toEqual([steps, steps]);
  });
});
