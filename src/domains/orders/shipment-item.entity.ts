import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { Timestamps } from '#platform/database/timestamps.entity';
import { Fanclub } from '#platform/tenants/fanclub.entity';
import { Shipment } from './shipment.entity';

/** One thing in a parcel, as it was packed: a later change of the package does not show here. */
@Entity('shipment_items')
@ForeignKey(() => Fanclub, ['fanclubId'], ['id'])
@ForeignKey(() => Shipment, ['fanclubId', 'shipmentId'], ['fanclubId', 'id'], { onDelete: 'CASCADE' })
@Index(['fanclubId', 'shipmentId', 'position'])
export class ShipmentItem extends Timestamps {
  @PrimaryGeneratedColumn('identity', { type: 'bigint' }) id!: number;
  @Column('bigint') fanclubId!: number;
  @Column('bigint') shipmentId!: number;
  @Column('text') name!: string;
  /** URL. */
  @Column('text', { nullable: true }) thumbnail!: string | null;
  /** The name of what was chosen. */
  @Column('text', { nullable: true }) option!: string | null;
  @Column('integer', { default: 0 }) position!: number;
}
