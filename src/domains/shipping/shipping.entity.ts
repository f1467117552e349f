import { Check, Column, Entity, ForeignKey, Unique, PrimaryColumn } from 'typeorm';
import { PersonalRows } from '#libs/personal-data';
import { Customer } from '#domains/accounts/customer.entity';
import { FanclubRow, Fanclub } from '#platform/tenants/fanclub.entity';
import { Timestamps } from '#platform/database/timestamps.entity';

/** A customer's primary shipping address. */
@Entity('shipping_addresses')
@ForeignKey(() => Customer, ['fanclubId', 'customerId'], ['fanclubId', 'id'], { onDelete: 'CASCADE' })
@Unique(['customerId'])
@Unique(['fanclubId', 'id'])
@Check('ck_shipping_addresses_country', `country ~ '^[A-Z]{2}$'`)
@PersonalRows<ShippingAddress>({
  merged: { unlessAlike: [] },
  of: 'customerId',
  deleted: {
    name: ['firstName', 'lastName'],
    'postal address': ['address', 'address2', 'city', 'state', 'postalCode', 'country'],
  },
})
export class ShippingAddress extends FanclubRow {
  @Column('bigint') customerId!: number;
  @Column('text') firstName!: string;
  @Column('text') lastName!: string;
  @Column('text') address!: string;
  @Column('text', { name: 'address_2', default: '' }) address2!: string;
  @Column('text') city!: string;
  @Column('text') state!: string;
  @Column('text') postalCode!: string;
  /** ISO 3166 alpha-2. */
  @Column('text') country!: string;
}

/** A choice that a package item can ask for, such as a T-shirt size. Its name is the API's `label`. */
@Entity('item_types')
@Unique(['fanclubId', 'id'])
@Unique(['fanclubId', 'name'])
export class ItemType extends FanclubRow {
  @Column('text') name!: string;
}

/** An option of an item type. */
@Entity('item_options')
@ForeignKey(() => ItemType, ['fanclubId', 'itemTypeId'], ['fanclubId', 'id'], { onDelete: 'CASCADE' })
@Unique(['fanclubId', 'itemTypeId', 'id'])
@Unique(['itemTypeId', 'name'])
export class ItemOption extends FanclubRow {
  @Column('bigint') itemTypeId!: number;
  @Column('text') name!: string;
  /** Sorts the options of the type; equal positions are sorted by id. */
  @Column('integer', { default: 0 }) position!: number;
}

/** The option that a customer has chosen of an item type. */
@Entity('item_selections')
@ForeignKey(() => Fanclub, ['fanclubId'], ['id'])
@ForeignKey(() => Customer, ['fanclubId', 'customerId'], ['fanclubId', 'id'], { onDelete: 'CASCADE' })
@ForeignKey(
  () => ItemOption,
  ['fanclubId', 'itemTypeId', 'itemOptionId'],
  ['fanclubId', 'itemTypeId', 'id'],
  { onDelete: 'CASCADE' },
)
@Unique(['fanclubId', 'itemTypeId', 'itemOptionId', 'customerId'])
@PersonalRows<ItemSelection>({
  merged: { unlessAlike: ['itemTypeId'] },
  of: 'customerId',
  deleted: { choice: ['itemTypeId', 'itemOptionId'] },
})
export class ItemSelection extends Timestamps {
  @PrimaryColumn('bigint') customerId!: number;
  @PrimaryColumn('bigint') itemTypeId!: number;
  @Column('bigint') fanclubId!: number;
  /** An option of `itemTypeId`, which the foreign key ensures. */
  @Column('bigint') itemOptionId!: number;
}
