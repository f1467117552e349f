import { CATALOGUE_ADDRESS, sequentially, makersOf, type Samples } from '#samples';
import type { Customer } from '#domains/accounts/customer.entity';
import { ItemOption, ItemType, ShippingAddress, ItemSelection } from './shipping.entity';
import type { PostalAddress } from './postal-address';

/** An address as orders and shipments store it. */
export function postalAddress(overrides: Partial<PostalAddress> = {}): PostalAddress {
  return {
    first_name: 'Ada',
    last_name: 'Lovelace',
    address: '12 St. James Square',
    address_2: '',
    city: 'London',
    state: 'LND',
    postal_code: 'SW1Y 4JH',
    country: 'GB',
    ...overrides,
  };
}

const makers = makersOf({
  /** An item type with options of these names. */
  async itemType({
    options = ['Small', 'Large'],
    ...overrides
  }: Partial<ItemType> & { options?: readonly string[] } = {}): Promise<
    ItemType & { options: ItemOption[] }
  > {
    const fanclubId = await this.clubOf(overrides);
    const itemType = await this.save(ItemType, {
      fanclubId,
      name: `Item type ${this.seed().n}`,
      ...overrides,
    });
    const rows = await sequentially(options, (name) => {
      const option = { itemTypeId: itemType.id, name, position: this.seed().n };
      return this.save(ItemOption, { fanclubId: itemType.fanclubId, ...option });
    });
    return Object.assign(itemType, { options: rows });
  },

  /** A customer's primary address in the United States. */
  async shippingAddress({
    customer,
    ...overrides
  }: Partial<ShippingAddress> & { customer?: Customer } = {}): Promise<ShippingAddress> {
    const { id: customerId, fanclubId } = customer ?? (await this.customer());
    const { n } = this.seed();
    return this.save(ShippingAddress, {
      fanclubId,
      customerId,
      firstName: `First${n}`,
      lastName: `Last${n}`,
      address: `${n} Main Street`,
      address2: '',
      city: 'Los Angeles',
      state: 'CA',
      postalCode: '90001',
      country: 'US',
      ...overrides,
    });
  },

  /** The option that a customer has chosen of an item type. */
  async itemSelection({
    customer,
    option,
    ...overrides
  }: Partial<ItemSelection> & { customer?: Customer; option?: ItemOption } = {}): Promise<ItemSelection> {
    const fanclubId = await this.clubOf(customer, option);
    const selected = option ?? (await this.itemType({ fanclubId })).options[0];
    return this.save(ItemSelection, {
      fanclubId,
      customerId: (customer ?? (await this.customer({ fanclubId }))).id,
      itemTypeId: selected.itemTypeId,
      itemOptionId: selected.id,
      ...overrides,
    });
  },
});

declare module '#samples' {
  interface Given extends ShippingMakers {}
  interface ClubRows {
    readonly itemType: ItemType & { options: ItemOption[] };
  }
}
type ShippingMakers = typeof makers;

export const samples: Samples = {
  makers,
  async statements({ given, club: { members } }) {
    const { id: type, options } = await given.itemType();
    const { customerId: customer } = await given.itemSelection({ option: options[0] });
    return {
      'shipping.update_selections': { chosen: JSON.stringify([{ customer, type, option: options[1].id }]) },
      'shipping.store': { customer: members[1].customer.id, itemTypes: [], options: [] },
    };
  },
  limitedColumns: ['ShippingAddress.country'],
  async club({ given, of }) {
    await of('everybody');
    return { itemType: await given.itemType() };
  },
  async member({ given, club, member: { customer } }) {
    await given.shippingAddress({ customer });
    await given.itemSelection({ customer, option: club.itemType.options[0] });
    return {};
  },
  routes: {
    'POST /account/shipping': {
      fields: {
        first_name: 'text',
        last_name: 'text',
        address: 'text',
        address_2: 'text',
        city: 'text',
        state: 'text',
        postal_code: 'text',
        country: 'text',
        item_type_1: 'id',
      },
      request: ({ itemType }) => ({
        body: {
          first_name: 'Ada',
          last_name: 'Lovelace',
          address: '1 Main St',
          city: 'Springfield',
          state: 'IL',
          postal_code: '62704',
          country: 'US',
          [`item_type_${itemType.id}`]: itemType.options[1].id,
        },
      }),
    },
  },
  positions({ a1, a2, b1, inBody, ofClubs, absentId }) {
    const types = ofClubs(({ itemType }) => itemType.id);
    const options = ofClubs(({ itemType }) => itemType.options[1].id);
    const optionOf = (type: string | number) =>
      [a1, a2, b1].find(({ itemType }) => itemType.id === type)?.itemType.options[1].id ?? absentId;
    const select = (
      what: string,
      values: typeof types,
      body: (value: string | number) => Record<string, string | number>,
    ) => inBody('POST /account/shipping', what, values, absentId, body);
    return [
      select('item type', types, (type) => ({ [`item_type_${type}`]: a1.itemType.options[1].id })),
      select('option', options, (option) => ({ [`item_type_${a1.itemType.id}`]: option })),
      select('type with option', types, (type) => ({ [`item_type_${type}`]: optionOf(type) })),
    ];
  },
  staff: {
    'GET /fanclubs/:fanclubId/item_types': { permission: 'plans.read' },
    'GET /fanclubs/:fanclubId/item_types/:id': {
      permission: 'plans.read',
      request: ({ club }) => ({ params: { id: club.itemType.id } }),
    },
    'POST /fanclubs/:fanclubId/item_types': {
      permission: 'plans.write',
      audits: 'item_type',
      request: ({ n }) => ({ body: { name: `Colour ${n}`, options: [{ name: 'Red' }, { name: 'Blue' }] } }),
    },
    'PATCH /fanclubs/:fanclubId/item_types/:id': {
      permission: 'plans.write',
      audits: 'item_type',
      ids: ['options.id'],
      request: ({ club, n }) => ({
        params: { id: club.itemType.id },
        ifMatch: true,
        body: { options: club.itemType.options.map(({ id, name }) => ({ id, name: `${name} ${n}` })) },
      }),
    },
    'DELETE /fanclubs/:fanclubId/item_types/:id': {
      permission: 'plans.write',
      audits: 'item_type',
      request: async ({ given }) => ({ params: { id: (await given.itemType()).id } }),
    },
  },
  filteredById: {
    'shipping.find': 'the customer of the session',
    'shipping.find_with_visit': 'the session of the visitor',
    'shipping.lock_customer': 'the customer of the session',
    'shipping.store': 'the customer of the session, and options of item types of that plan',
  },
  catalogue: {
    fanclub: {
      item_types: [
        {
          id: 21,
          name: 'Shirt size',
          options: [
            { id: 31, name: 'M' },
            { id: 32, name: 'L' },
          ],
        },
        { id: 22, name: 'Poster', options: [{ name: 'Signed' }] },
      ],
    },
    customer: {
      shipping_address: { ...CATALOGUE_ADDRESS, address_2: 'Flat 2' },
      options: [31, 'Poster/Signed'],
    },
  },
};
