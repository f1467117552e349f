import { Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { PersonalRows } from '#libs/personal-data';
import { Staff } from '#platform/staff/people/staff.entity';
import { FanclubRow } from '#platform/tenants/fanclub.entity';
import { Customer } from '#domains/accounts/customer.entity';

/** What staff noted about a member. Other staff read it; the member gets it with an export. */
@Entity('member_notes')
@ForeignKey(() => Customer, ['fanclubId', 'customerId'], ['fanclubId', 'id'], { onDelete: 'CASCADE' })
@ForeignKey(() => Staff, ['staffId'], ['id'], { onDelete: 'SET NULL' })
@Unique(['fanclubId', 'id'])
@Index(['fanclubId', 'customerId'])
@Index(['staffId'])
@PersonalRows<MemberNote>({ of: 'customerId', merged: 'moved', deleted: { note: ['text'] } })
export class MemberNote extends FanclubRow {
  @Column('bigint') customerId!: number;
  /** Who wrote it. Null: a person who was deleted. */
  @Column('bigint', { nullable: true }) staffId!: number | null;
  @Column('text') text!: string;
}
