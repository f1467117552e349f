import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { Timestamps } from '#platform/database/timestamps.entity';
import { Fanclub } from '#platform/tenants/fanclub.entity';
import { Customer } from './customer.entity';

/** For onConflict: an address is once among a customer's aliases, whatever its letter case. */
const UNIQUE_ALIAS = 'uq_email_aliases_customer_email';

/** A former e-mail address of a customer, by which a search still finds them. The current one is not among them. */
@Entity('email_aliases')
@ForeignKey(() => Fanclub, ['fanclubId'], ['id'])
@ForeignKey(() => Customer, ['fanclubId', 'customerId'], ['fanclubId', 'id'], { onDelete: 'CASCADE' })
@Index(UNIQUE_ALIAS, { synchronize: false })
@Index('ix_email_aliases_fanclub_email', { synchronize: false })
export class EmailAlias extends Timestamps {
  @PrimaryGeneratedColumn('identity', { type: 'bigint' }) id!: number;
  @Column('bigint') fanclubId!: number;
  @Column('bigint') customerId!: number;
  @Column('text') email!: string;
}
