import { Check, Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { FanclubRow } from '#platform/tenants/fanclub-row.entity';
import type { PostalAddress } from '#domains/shipping';
import { Order } from './order.entity';

/** The items of an order that are sent together. */
@Entity('shipments')
@ForeignKey(() => Order, ['fanclubId', 'orderId'], ['fanclubId', 'id'], { onDelete: 'CASCADE' })
@Unique(['fanclubId', 'id'])
@Index(['fanclubId', 'orderId', 'position'])
@Index('ix_shipments_fanclub_waiting', ['fanclubId', 'id'], { where: 'ship_date IS NULL' })
@Check('ck_shipments_shipping_address', `jsonb_typeof(shipping_address) = 'object'`)
export class Shipment extends FanclubRow {
  @Column('bigint') orderId!: number;
  /** Null: queued ("Backordered"). */
  @Column('date', { nullable: true }) shipDate!: string | null;
  @Column('text', { nullable: true }) trackingUrl!: string | null;
  /** A copy of the address. Null: a queued shipment goes to the customer's primary address. */
  @Column('jsonb', { nullable: true }) shippingAddress!: PostalAddress | null;
  @Column('integer', { default: 0 }) position!: number;
}
