import { postalAddress } from '#domains/shipping/shipping.samples';
import { shippingShape } from './shipping.serializer';

const FIELDS = ['first_name', 'last_name', 'address', 'address_2', 'city', 'state', 'postal_code', 'country'];

describe('the shape of shipping details', () => {
  it('has the fields of an address in the order of contract 5.22, for any order in the database', () => {
    const stored = postalAddress({ address_2: '' });
    const shuffled = Object.fromEntries(Object.entries(stored).reverse()) as typeof stored;
    const { address } = shippingShape({ address: shuffled, itemTypes: [], chosenOptions: [] });
    expect(Object.keys(address!)).toEqual(FIELDS);
    expect(address).toEqual(stored);
  });

  it('lists items by item type in the order of the package, and marks the chosen options', () => {
    const itemTypes = [
      {
        id: 12,
        name: 'Size',
        options: [
          { id: 31, name: 'S' },
          { id: 30, name: 'L' },
        ],
      },
      { id: 9, name: 'Colour', options: [] },
    ];
    const shape = shippingShape({ address: null, itemTypes, chosenOptions: [30, 99] });
    expect(JSON.stringify(shape)).toBe(
      JSON.stringify({
        address: null,
        items: {
          item_type_12: {
            label: 'Size',
            options: [
              { id: 31, name: 'S', selected: false },
              { id: 30, name: 'L', selected: true },
            ],
          },
          item_type_9: { label: 'Colour', options: [] },
        },
      }),
    );
  });

  it('has an empty object without items', () => {
    const shape = shippingShape({ address: null, itemTypes: [], chosenOptions: [] });
    expect(JSON.stringify(shape)).toBe('{"address":null,"items":{}}');
  });
});
