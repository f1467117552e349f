import { Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { FanclubRow } from '#platform/tenants/fanclub-row.entity';
import { Staff } from '#platform/staff/staff.entity';

/** A packing list: parcels that are packed together. Their addresses and options are fixed. */
@Entity('parcel_batches')
@ForeignKey(() => Staff, ['staffId'], ['id'], { onDelete: 'SET NULL' })
@Unique(['fanclubId', 'id'])
@Index(['staffId'])
export class ParcelBatch extends FanclubRow {
  /** Who made it. */
  @Column('bigint', { nullable: true }) staffId!: number | null;
}
