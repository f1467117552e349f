import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { Customer } from '#domains/accounts/customer.entity';
import { Timestamps } from '#platform/database/timestamps.entity';
import { Fanclub } from '#platform/tenants/fanclub.entity';

/** For onConflict: a customer has one address at most, the primary one. */
const ONE_ADDRESS_PER_CUSTOMER = 'uq_shipping_addresses_customer';

/** A customer's primary shipping address. */
@Entity('shipping_addresses')
@ForeignKey(() => Fanclub, ['fanclubId'], ['id'])
@ForeignKey(() => Customer, ['fanclubId', 'customerId'], ['fanclubId', 'id'], { onDelete: 'CASCADE' })
@Unique(ONE_ADDRESS_PER_CUSTOMER, ['customerId'])
@Index(['fanclubId'])
@Check('ck_shipping_addresses_country', `country ~ '^[A-Z]{2}$'`)
export class ShippingAddress extends Timestamps {
  @PrimaryGeneratedColumn('identity', { type: 'bigint' }) id!: number;
  @Column('bigint') fanclubId!: number;
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
