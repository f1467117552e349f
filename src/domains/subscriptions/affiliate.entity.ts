import { Column, Entity, Unique, ForeignKey } from 'typeorm';
import { PersonalRows } from '#libs/personal-data';
import { FanclubRow } from '#platform/tenants/fanclub.entity';
import { Customer } from '#domains/accounts/customer.entity';

/** A partner, such as a ticket seller, that gives codes to members. */
@Entity('affiliates')
@Unique(['fanclubId', 'id'])
@Unique(['fanclubId', 'name'])
export class Affiliate extends FanclubRow {
  @Column('text') name!: string;
}

/** A customer's codes of an affiliate. */
@Entity('affiliate_codes')
@ForeignKey(() => Customer, ['fanclubId', 'customerId'], ['fanclubId', 'id'], { onDelete: 'CASCADE' })
@ForeignKey(() => Affiliate, ['fanclubId', 'affiliateId'], ['fanclubId', 'id'], { onDelete: 'CASCADE' })
@Unique(['customerId', 'affiliateId'])
@Unique(['fanclubId', 'affiliateId', 'id'])
@PersonalRows<AffiliateCodes>({
  merged: { unlessAlike: ['affiliateId'] },
  of: 'customerId',
  deleted: { code: ['codes'] },
})
export class AffiliateCodes extends FanclubRow {
  @Column('bigint') customerId!: number;
  @Column('bigint') affiliateId!: number;
  @Column('text', { array: true, default: '{}' }) codes!: string[];
}
