import { Check, Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { PersonalRows } from '#libs/personal-data';
import { FanclubRow } from '#platform/tenants/fanclub.entity';
import { Customer } from '#domains/accounts/customer.entity';

/** Two members who look alike and are not the same person, as staff have said. */
@Entity('distinct_members')
@ForeignKey(() => Customer, ['fanclubId', 'firstId'], ['fanclubId', 'id'], { onDelete: 'CASCADE' })
@ForeignKey(() => Customer, ['fanclubId', 'secondId'], ['fanclubId', 'id'], { onDelete: 'CASCADE' })
@Unique(['fanclubId', 'firstId', 'secondId'])
@Index(['fanclubId', 'secondId'])
@Check('ck_distinct_members_two', 'first_id <> second_id')
@PersonalRows<DistinctMembers>({
  merged: 'erased',
  of: { sql: 't.first_id = $person OR t.second_id = $person' },
  // Not shown in an export: one of them is another person.
  deleted: { secret: ['firstId', 'secondId'] },
})
export class DistinctMembers extends FanclubRow {
  /** The lower id. */
  @Column('bigint') firstId!: number;
  @Column('bigint') secondId!: number;
}
