import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Fanclub } from '#platform/tenants/fanclub.entity';
import { Staff } from './staff.entity';

/** An hour in which a person of the staff looked at a member. The key makes it one row, and so one audit, per hour. */
@Entity('staff_reads')
@ForeignKey(() => Fanclub, ['fanclubId'], ['id'])
@ForeignKey(() => Staff, ['staffId'], ['id'], { onDelete: 'CASCADE' })
@ForeignKey('Customer', ['fanclubId', 'customerId'], ['fanclubId', 'id'], { onDelete: 'CASCADE' })
@Index(['fanclubId', 'customerId'])
@Index(['hour'])
export class StaffRead {
  @Column('bigint') fanclubId!: number;
  @PrimaryColumn('bigint') staffId!: number;
  @PrimaryColumn('bigint') customerId!: number;
  /** The beginning of the hour. */
  @PrimaryColumn('timestamptz') hour!: Date;
}
