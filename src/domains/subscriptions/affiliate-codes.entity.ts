import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { Customer } from '#domains/accounts/customer.entity';
import { Timestamps } from '#platform/database/timestamps.entity';
import { Fanclub } from '#platform/tenants/fanclub.entity';
import { Affiliate } from './affiliate.entity';

/** The codes that an affiliate gave to one customer. */
@Entity('affiliate_codes')
@ForeignKey(() => Fanclub, ['fanclubId'], ['id'])
@ForeignKey(() => Customer, ['fanclubId', 'customerId'], ['fanclubId', 'id'], { onDelete: 'CASCADE' })
@ForeignKey(() => Affiliate, ['fanclubId', 'affiliateId'], ['fanclubId', 'id'], { onDelete: 'CASCADE' })
@Unique(['customerId', 'affiliateId'])
@Index(['fanclubId', 'affiliateId'])
export class AffiliateCodes extends Timestamps {
  @PrimaryGeneratedColumn('identity', { type: 'bigint' }) id!: number;
  @Column('bigint') fanclubId!: number;
  @Column('bigint') customerId!: number;
  @Column('bigint') affiliateId!: number;
  @Column('text', { array: true, default: '{}' }) codes!: string[];
}
