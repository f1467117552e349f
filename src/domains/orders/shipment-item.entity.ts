import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { FanclubRow } from '#platform/tenants/fanclub-row.entity';
import { Shipment } from './shipment.entity';

/** An item of a shipment as it was packed. Later changes of the package do not affect it. */
@Entity('shipment_items')
@ForeignKey(() => Shipment, ['fanclubId', 'shipmentId'], ['fanclubId', 'id'], { onDelete: 'CASCADE' })
@Index(['fanclubId', 'shipmentId', 'position'])
export class ShipmentItem extends FanclubRow {
  @Column('bigint') shipmentId!: number;
  @Column('text') name!: string;
  /** URL. */
  @Column('text', { nullable: true }) thumbnail!: string | null;
  /** The name of the chosen option. */
  @Column('text', { nullable: true }) option!: string | null;
  @Column('integer', { default: 0 }) position!: number;
}
