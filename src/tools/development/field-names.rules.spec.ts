import { editDistance, lookalike, strayFields } from './field-names.rules';

const ACCOUNT = ['email', 'first_name', 'last_name', 'birthdate', 'username', 'password', 'accept_terms'];
const ADDRESS = ['first_name', 'address', 'address_2', 'city', 'state', 'postal_code', 'country'];

describe('a name', () => {
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
  ])('%s looks like %s', (name, known) => expect(lookalike(name, ACCOUNT)).toBe(known));

  it.each(['adress', 'Address1', 'postcode', 'cty'])('%s looks like one of an address', (name) => {
    expect(lookalike(name, ADDRESS)).not.toBeNull();
  });

  it.each(['t', '_', 'shoe size', 'pass', 'name', 'nick', 'utf8', 'lat', 'authenticity_token', ''])(
    '%p looks like none',
    (name) => expect(lookalike(name, [...ACCOUNT, ...ADDRESS])).toBeNull(),
  );

  it.each(['email@x.example', 'ema\nil', 'ema\u001b[31mil', 'émail', `email${' '.repeat(99)}`])(
    '%j could hold anything and is never shown',
    (name) => expect(lookalike(name, ACCOUNT)).toBeNull(),
  );

  it('looks like the nearest of several', () => {
    expect(lookalike('adress_2', ['address', 'address_2'])).toBe('address_2');
  });
});

describe('fields that mean nothing', () => {
  it('are told with the one that was meant', () => {
    expect(strayFields({ firstname: 'Ada', email: 'ada@x.example' }, ACCOUNT)).toEqual([
      { sent: 'firstname', meant: 'first_name' },
    ]);
  });

  it('are not told when the one that was meant came as well', () => {
    expect(strayFields({ firstname: 'Ada', first_name: 'Ada' }, ACCOUNT)).toEqual([]);
  });

  it('are no other known ones, however alike', () => {
    expect(strayFields({ address_2: '', item_type_2: 1 }, ADDRESS)).toEqual([]);
  });

  it('are found inside others', () => {
    const known = ['contact.email', 'contact.first_name'];
    expect(strayFields({ contact: { email: '', firstname: '' } }, known)).toEqual([
      { sent: 'contact.firstname', meant: 'contact.first_name' },
    ]);
  });

  it.each([null, undefined, 'text', 7, ['first_name'], { contact: null }, { contact: 'x' }])(
    'are not looked for in %j',
    (sent) => expect(strayFields(sent, ['contact.email'])).toEqual([]),
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
