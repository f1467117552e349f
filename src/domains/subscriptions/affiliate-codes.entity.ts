import { Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { Customer } from '#domains/accounts/customer.entity';
import { FanclubRow } from '#platform/tenants/fanclub-row.entity';
import { Affiliate } from './affiliate.entity';

/** A customer's codes of an affiliate. */
@Entity('affiliate_codes')
@ForeignKey(() => Customer, ['fanclubId', 'customerId'], ['fanclubId', 'id'], { onDelete: 'CASCADE' })
@ForeignKey(() => Affiliate, ['fanclubId', 'affiliateId'], ['fanclubId', 'id'], { onDelete: 'CASCADE' })
@Unique(['customerId', 'affiliateId'])
@Index(['fanclubId', 'affiliateId'])
export class AffiliateCodes extends FanclubRow {
  @Column('bigint') customerId!: number;
  @Column('bigint') affiliateId!: number;
  @Column('text', { array: true, default: '{}' }) codes!: string[];
}
