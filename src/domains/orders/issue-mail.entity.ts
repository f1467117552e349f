import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Customer } from '#domains/accounts/customer.entity';
import { Fanclub } from '#platform/tenants/fanclub.entity';

/** When a customer was last asked for what a parcel lacks. */
@Entity('issue_mails')
@ForeignKey(() => Fanclub, ['fanclubId'], ['id'])
@ForeignKey(() => Customer, ['fanclubId', 'customerId'], ['fanclubId', 'id'], { onDelete: 'CASCADE' })
@Check('ck_issue_mails_issue', `issue IN ('address', 'option')`)
@Index(['fanclubId'])
export class IssueMail {
  @Column('bigint') fanclubId!: number;
  @PrimaryColumn('bigint') customerId!: number;
  @PrimaryColumn('text') issue!: string;
  @Column('timestamptz') sentAt!: Date;
}
