import { Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { Staff } from '#platform/staff/staff.entity';
import { FanclubRow } from '#platform/tenants/fanclub-row.entity';
import { ContestEntry } from './contest-entry.entity';

/** Excludes an entry from the draw. The customer is not told, and their entry stays. */
@Entity('contest_exclusions')
@ForeignKey(() => ContestEntry, ['fanclubId', 'entryId'], ['fanclubId', 'id'], { onDelete: 'CASCADE' })
@ForeignKey(() => Staff, ['staffId'], ['id'], { onDelete: 'SET NULL' })
@Unique(['entryId'])
@Index(['fanclubId', 'entryId'])
@Index(['staffId'])
export class ContestExclusion extends FanclubRow {
  @Column('bigint') entryId!: number;
  @Column('text') reason!: string;
  /** Who excluded it; null if that account is gone. */
  @Column('bigint', { nullable: true }) staffId!: number | null;
}
