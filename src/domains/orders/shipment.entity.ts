import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { Timestamps } from '#platform/database/timestamps.entity';
import { Fanclub } from '#platform/tenants/fanclub.entity';
import type { PostalAddress } from '#domains/shipping';
import { Order } from './order.entity';

/** A parcel of an order. */
@Entity('shipments')
@ForeignKey(() => Fanclub, ['fanclubId'], ['id'])
@ForeignKey(() => Order, ['fanclubId', 'orderId'], ['fanclubId', 'id'], { onDelete: 'CASCADE' })
@Unique(['fanclubId', 'id'])
@Index(['fanclubId', 'orderId', 'position'])
@Check('ck_shipments_shipping_address', `jsonb_typeof(shipping_address) = 'object'`)
export class Shipment extends Timestamps {
  @PrimaryGeneratedColumn('identity', { type: 'bigint' }) id!: number;
  @Column('bigint') fanclubId!: number;
  @Column('bigint') orderId!: number;
  /** Null: queued ("Backordered"). */
  @Column('date', { nullable: true }) shipDate!: string | null;
  @Column('text', { nullable: true }) trackingUrl!: string | null;
  /** Where it went or goes, a copy. Null: to the customer's primary address. */
  @Column('jsonb', { nullable: true }) shippingAddress!: PostalAddress | null;
  @Column('integer', { default: 0 }) position!: number;
}
