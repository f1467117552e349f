import { Check, Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { Customer } from '#domains/accounts/customer.entity';
import { FanclubRow } from '#platform/tenants/fanclub-row.entity';

/** A customer's primary shipping address. */
@Entity('shipping_addresses')
@ForeignKey(() => Customer, ['fanclubId', 'customerId'], ['fanclubId', 'id'], { onDelete: 'CASCADE' })
@Unique(['customerId'])
@Index(['fanclubId'])
@Check('ck_shipping_addresses_country', `country ~ '^[A-Z]{2}$'`)
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
