import { columns, fieldsOf, format as f, memberPart, saveWhole, type TableRules } from '#platform/catalogue';
import { Customer } from '#domains/accounts/customer.entity';
import { ShippingAddress } from './shipping.entity';

export const address = f.object('Address', {
  first_name: f.text(),
  last_name: f.text(),
  address: f.text(),
  address_2: f.optional(f.text(), ''),
  city: f.text(),
  state: f.text(),
  postal_code: f.text(),
  country: f.country(),
});
export type AddressPart = f.Read<typeof address>;

const ADDRESSES: TableRules<ShippingAddress> = {
  entity: ShippingAddress,
  tenant: 'fanclubId',
  key: ['customerId'],
  named: { noun: 'customer', field: '' },
};

/** The shipping address of a customer. */
export const shippingAddressesInCatalogue = memberPart({
  of: Customer,
  fields: { shipping_address: f.optional(f.nullable(address)) },
  async load(context, { id: fanclubId }, customers) {
    const listed = customers.filter(({ part }) => part.shipping_address !== undefined);
    const rows = listed.flatMap(({ id: customerId, path, part }) => {
      if (!part.shipping_address) return [];
      const address2 = part.shipping_address.address_2 ?? '';
      const values = { fanclubId, customerId, ...columns(part.shipping_address), address2 };
      return [{ path: `${path}.shipping_address`, values }];
    });
    const list = { fanclubId, owner: 'customerId', owners: listed, field: 'shipping_address' } as const;
    await saveWhole(context, ADDRESSES, list, rows);
  },
  async export(context, club, customers) {
    const rowsOf = await context.owned(ShippingAddress, club, 'customerId', customers);
    return (id) => {
      const row = rowsOf(id).at(0);
      return {
        shipping_address: row
          ? { ...fieldsOf(address.fields, row, ['address_2']), address_2: row.address2 }
          : null,
      };
    };
  },
});
