import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Fanclub } from '#platform/tenants/fanclub.entity';

/** Numbers without gaps. They grow in the transaction that uses them, which a sequence does not. */
@Entity('fanclub_counters')
@ForeignKey(() => Fanclub, ['fanclubId'], ['id'])
export class FanclubCounter {
  @PrimaryColumn('bigint') fanclubId!: number;
  /** The number of the last receipt. */
  @Column('integer', { default: 0 }) receipts!: number;
}
