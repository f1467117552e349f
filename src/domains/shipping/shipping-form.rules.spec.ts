import fc from 'fast-check';
import { InvalidFields } from '#libs/envelope';
import { isCountry } from '#libs/format';
import { fill } from '#libs/validation';
import { postalAddress } from '#domains/shipping/shipping.samples';
import type { PostalAddress } from './postal-address';
import { UpdateShippingBody } from './dto/update-shipping.body';
import { readShippingForm, refuseUnlisted } from './shipping-form.rules';

const SIZE = { id: 12, name: 'Size', options: [30, 31].map((id) => ({ id, name: `Size ${id}` })) };
const COLOUR = { id: 9, name: 'Colour', options: [{ id: 40, name: 'Red' }] };
const HIDDEN = { id: 5, name: 'Hat', options: [{ id: 50, name: 'S' }] };
const TYPES = [SIZE, COLOUR];
const ALL = [HIDDEN, COLOUR, SIZE];

const onFile = postalAddress({ address_2: 'Floor 2' });
const complete: PostalAddress = {
  first_name: 'Ada',
  last_name: 'Byron',
  address: '12 St. James Square',
  address_2: '',
  city: 'London',
  state: 'LND',
  postal_code: 'SW1Y 4JH',
  country: 'GB',
};

const read = (form: Record<string, unknown>, existing: PostalAddress | null) =>
  readShippingForm(fill(UpdateShippingBody, form), existing, TYPES, ALL);

const refusalOf = (form: Record<string, unknown>, existing: PostalAddress | null): InvalidFields => {
  try {
    read(form, existing);
  } catch (error) {
    if (error instanceof InvalidFields) return error;
    throw error;
  }
  throw new Error('nothing refused');
};

describe('readShippingForm', () => {
  it('requires every field except the second line while no address is on file, in the order of contract 5.22', () => {
    const { messages, errors } = refusalOf({ address_2: 'x', item_type_12: '' }, null);
    expect(messages).toEqual([
      "First name can't be blank",
      "Last name can't be blank",
      "Address can't be blank",
      "City can't be blank",
      "State can't be blank",
      "Postal code can't be blank",
      "Country can't be blank",
      "Option name can't be blank",
    ]);
    expect(Object.keys(errors!)).toEqual([
      'first_name',
      'last_name',
      'address',
      'city',
      'state',
      'postal_code',
      'country',
      'item_type_12',
    ]);
    expect(new Set(Object.values(errors!).flat())).toEqual(new Set(["can't be blank"]));
  });

  it('reads a complete form: trims texts, converts numbers to texts and the country to capitals', () => {
    const form = { ...complete, first_name: ' Ada ', country: ' gb ', postal_code: 90210, address_2: null };
    expect(read(form, null).address).toEqual({ ...complete, postal_code: '90210' });
  });

  it('keeps absent fields while an address is on file, and clears a blank second line', () => {
    expect(read({}, onFile)).toEqual({ address: onFile, choices: new Map() });
    const { address } = read({ city: 'Paris', address_2: ' ' }, onFile);
    expect(address).toEqual({ ...onFile, city: 'Paris', address_2: '' });
  });

  it('keeps a country on file that no longer exists', () => {
    const former = { ...onFile, country: 'YU' };
    expect(read({ city: 'Beograd' }, former).address.country).toBe('YU');
  });

  it.each([
    ['', "can't be blank"],
    [null, "can't be blank"],
    ['  ', "can't be blank"],
    ['USA', 'is not included in the list'],
    ['ZZ', 'is not included in the list'],
    ['ß', 'is not included in the list'],
    ['ıt', 'is not included in the list'],
    [1, 'is not included in the list'],
    [['US'], 'is not included in the list'],
    ['U\0', 'is not included in the list'],
  ])('refuses the country %j: %s', (country, message) => {
    const { messages, errors } = refusalOf({ country }, onFile);
    expect([messages, errors]).toEqual([[`Country ${message}`], { country: [message] }]);
  });

  it.each([
    ['', "can't be blank"],
    [null, "can't be blank"],
    [{}, 'is invalid'],
    [true, 'is invalid'],
    ['a\0b', 'is invalid'],
    ['x'.repeat(256), 'is too long (maximum is 255 characters)'],
  ])('refuses a city %j: %s', (city, message) => {
    expect(refusalOf({ city }, onFile).errors).toEqual({ city: [message] });
  });

  it('refuses a second line that cannot be stored', () => {
    expect(refusalOf({ address_2: [] }, onFile).messages).toEqual(['Address 2 is invalid']);
  });

  it.each([30, '30', ' 30 '])('reads the option %j', (item_type_12) => {
    expect([...read({ item_type_12 }, onFile).choices]).toEqual([[12, 30]]);
  });

  it('checks options of all item types of the fan club, and chooses those of shown types', () => {
    const { choices } = read({ item_type_5: 50, item_type_12: 31 }, onFile);
    expect([...choices]).toEqual([[12, 31]]);
    const sent = { item_type_5: 51, item_type_9: '', item_type_6: 1, item_type_: 1, item_type_x: '' };
    expect(refusalOf(sent, onFile).errors).toEqual({
      item_type_9: ["can't be blank"],
      item_type_5: ['is not included in the list'],
    });
    expect(refusalOf({ item_type_5: ' ' }, onFile).messages).toEqual(["Option name can't be blank"]);
  });

  it.each([
    ['', "can't be blank"],
    [' ', "can't be blank"],
    [null, "can't be blank"],
    [40, 'is not included in the list'],
    [0, 'is not included in the list'],
    [-30, 'is not included in the list'],
    ['030', 'is not included in the list'],
    [3e20, 'is not included in the list'],
    ['30\0', 'is not included in the list'],
    [[30], 'is not included in the list'],
    [{ id: 30 }, 'is not included in the list'],
    [true, 'is not included in the list'],
  ])('refuses the option %j: %s', (item_type_12, message) => {
    const { messages, errors } = refusalOf({ item_type_12 }, onFile);
    expect([messages, errors]).toEqual([[`Option name ${message}`], { item_type_12: [message] }]);
  });

  it('ignores item types that the package does not ask for', () => {
    const form = { item_type_13: '', item_type_012: '', item_type_: 'x', 'item_type_12 ': '' };
    expect(read(form, onFile).choices.size).toBe(0);
  });

  it('reports all faults, the address before the options', () => {
    const { messages, errors } = refusalOf({ item_type_9: 1, city: '', item_type_12: '' }, onFile);
    expect(messages).toEqual([
      "City can't be blank",
      "Option name can't be blank",
      'Option name is not included in the list',
    ]);
    expect(Object.keys(errors!)).toEqual(['city', 'item_type_12', 'item_type_9']);
  });

  it('changes exactly the fields of a valid form, and refuses any other form with InvalidFields', () => {
    const fields = [...Object.keys(complete), 'item_type_12', 'item_type_9'];
    const form = fc.dictionary(
      fc.constantFrom(...fields),
      fc.oneof(fc.jsonValue(), fc.string({ unit: 'binary' })),
    );
    fc.assert(
      fc.property(form, fc.constantFrom(onFile, null), (values, existing) => {
        try {
          const { address, choices } = read(values, existing);
          for (const field of Object.keys(onFile) as (keyof PostalAddress)[]) {
            if (!(field in values)) expect(address[field]).toBe(existing?.[field] ?? '');
            if (field !== 'address_2') expect(address[field]).not.toBe('');
          }
          expect(isCountry(address.country)).toBe(true);
          expect([...choices.keys()].every((id) => `item_type_${id}` in values)).toBe(true);
        } catch (error) {
          expect(error).toBeInstanceOf(InvalidFields);
        }
      }),
      { numRuns: 1000 },
    );
  });
});

describe('refuseUnlisted', () => {
  it('refuses options that no longer exist, and nothing else', () => {
    expect(() => refuseUnlisted([])).not.toThrow();
    expect(() => refuseUnlisted([12])).toThrow('Option name is not included in the list');
  });
});
