import { Column, Entity, ForeignKey, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { Customer } from '#domains/accounts/customer.entity';
import { Timestamps } from '#platform/database/timestamps.entity';
import { Fanclub } from '#platform/tenants/fanclub.entity';

/** For onConflict: an account at a provider belongs to one customer of the fan club. */
const UNIQUE_PROVIDER_UID = 'uq_authentications_fanclub_name_uid';
/** For onConflict: a customer has one account at a provider. */
const ONE_ACCOUNT_PER_PROVIDER = 'uq_authentications_customer_name';

/** The connection of a customer with their account at a login provider. */
@Entity('authentications')
@ForeignKey(() => Fanclub, ['fanclubId'], ['id'])
@ForeignKey(() => Customer, ['fanclubId', 'customerId'], ['fanclubId', 'id'], { onDelete: 'CASCADE' })
@Unique(UNIQUE_PROVIDER_UID, ['fanclubId', 'name', 'uid'])
@Unique(ONE_ACCOUNT_PER_PROVIDER, ['customerId', 'name'])
export class Authentication extends Timestamps {
  @PrimaryGeneratedColumn('identity', { type: 'bigint' }) id!: number;
  @Column('bigint') fanclubId!: number;
  @Column('bigint') customerId!: number;
  /** The provider's name in this fan club. */
  @Column('text') name!: string;
  /** Who the person is at the provider. */
  @Column('text') uid!: string;
}
