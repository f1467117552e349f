import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { FanclubRow } from '#platform/tenants/fanclub-row.entity';
import { Customer } from './customer.entity';

/** A former e-mail address of a customer. A search still finds the customer by it. The current address is never an alias. */
@Entity('email_aliases')
@ForeignKey(() => Customer, ['fanclubId', 'customerId'], ['fanclubId', 'id'], { onDelete: 'CASCADE' })
@Index('uq_email_aliases_customer_email', { synchronize: false })
@Index('ix_email_aliases_fanclub_email', { synchronize: false })
@Index('ix_email_aliases_fanclub_email_prefix', { synchronize: false })
export class EmailAlias extends FanclubRow {
  @Column('bigint') customerId!: number;
  @Column('text') email!: string;
}
