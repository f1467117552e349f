import { Column, Entity, ForeignKey, Unique } from 'typeorm';
import { Customer } from '#domains/accounts/customer.entity';
import { FanclubRow } from '#platform/tenants/fanclub-row.entity';

/** The connection of a customer with their account at a login provider. */
@Entity('authentications')
@ForeignKey(() => Customer, ['fanclubId', 'customerId'], ['fanclubId', 'id'], { onDelete: 'CASCADE' })
@Unique('uq_authentications_fanclub_name_uid', ['fanclubId', 'name', 'uid'])
@Unique('uq_authentications_customer_name', ['customerId', 'name'])
export class Authentication extends FanclubRow {
  @Column('bigint') customerId!: number;
  /** The fan club's name for the provider. */
  @Column('text') name!: string;
  /** The id of the account at the provider. */
  @Column('text') uid!: string;
}
