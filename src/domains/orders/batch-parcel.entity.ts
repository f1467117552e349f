import { Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { FanclubRow } from '#platform/tenants/fanclub-row.entity';
import { ParcelBatch } from './parcel-batch.entity';
import { Shipment } from './shipment.entity';

/** A parcel of a packing list. The unique key keeps it out of any other one. */
@Entity('batch_parcels')
@ForeignKey(() => ParcelBatch, ['fanclubId', 'batchId'], ['fanclubId', 'id'], { onDelete: 'CASCADE' })
@ForeignKey(() => Shipment, ['fanclubId', 'shipmentId'], ['fanclubId', 'id'], { onDelete: 'CASCADE' })
@Unique(['shipmentId'])
@Index(['fanclubId', 'batchId'])
export class BatchParcel extends FanclubRow {
  @Column('bigint') batchId!: number;
  @Column('bigint') shipmentId!: number;
}
