import { Check, Column, Entity, ForeignKey, Index, Unique, PrimaryColumn } from 'typeorm';
import { PersonalRows } from '#libs/personal-data';
import { FanclubRow, Fanclub } from '#platform/tenants/fanclub.entity';
import type { PostalAddress } from '#domains/shipping';
import { Order } from './order.entity';
import { Staff } from '#platform/staff/people/staff.entity';
import { Customer } from '#domains/accounts/customer.entity';

/** The items of an order that are sent together. */
@Entity('shipments')
@ForeignKey(() => Order, ['fanclubId', 'orderId'], ['fanclubId', 'id'], { onDelete: 'CASCADE' })
@Unique(['fanclubId', 'id'])
@Index(['fanclubId', 'orderId', 'position'])
@Index('ix_shipments_fanclub_waiting', ['fanclubId', 'id'], { where: 'ship_date IS NULL' })
@Check('ck_shipments_shipping_address', `jsonb_typeof(shipping_address) = 'object'`)
@PersonalRows<Shipment>({
  merged: 'follows',
  of: ['orderId', 'orders'],
  nulled: { 'postal address': ['shippingAddress', 'trackingUrl'] },
  kept: { purchase: ['shipDate', 'position'] },
})
export class Shipment extends FanclubRow {
  @Column('bigint') orderId!: number;
  /** Null: queued ("Backordered"). */
  @Column('date', { nullable: true }) shipDate!: string | null;
  @Column('text', { nullable: true }) trackingUrl!: string | null;
  /** A copy of the address. Null: a queued shipment goes to the customer's primary address. */
  @Column('jsonb', { nullable: true }) shippingAddress!: PostalAddress | null;
  @Column('integer', { default: 0 }) position!: number;
}

/** An item of a shipment as it was packed. Later changes of the package do not affect it. */
@Entity('shipment_items')
@ForeignKey(() => Shipment, ['fanclubId', 'shipmentId'], ['fanclubId', 'id'], { onDelete: 'CASCADE' })
@Unique(['fanclubId', 'shipmentId', 'position', 'id'])
@PersonalRows<ShipmentItem>({
  merged: 'follows',
  of: ['shipmentId', 'shipments'],
  nulled: { choice: ['option'] },
  kept: { purchase: ['name', 'thumbnail', 'position'] },
})
export class ShipmentItem extends FanclubRow {
  @Column('bigint') shipmentId!: number;
  @Column('text') name!: string;
  /** URL. */
  @Column('text', { nullable: true }) thumbnail!: string | null;
  /** The name of the chosen option. */
  @Column('text', { nullable: true }) option!: string | null;
  @Column('integer', { default: 0 }) position!: number;
}

/** A packing list: parcels that are packed together. Their addresses and options are fixed. */
@Entity('parcel_batches')
@ForeignKey(() => Staff, ['staffId'], ['id'], { onDelete: 'SET NULL' })
@Unique(['fanclubId', 'id'])
@Index(['staffId'])
export class ParcelBatch extends FanclubRow {
  /** The person who made it. */
  @Column('bigint', { nullable: true }) staffId!: number | null;
}

/** A parcel of a packing list. The unique key allows one packing list per parcel. */
@Entity('batch_parcels')
@ForeignKey(() => ParcelBatch, ['fanclubId', 'batchId'], ['fanclubId', 'id'], { onDelete: 'CASCADE' })
@ForeignKey(() => Shipment, ['fanclubId', 'shipmentId'], ['fanclubId', 'id'], { onDelete: 'CASCADE' })
@Unique(['shipmentId'])
@Unique(['fanclubId', 'batchId', 'id'])
export class BatchParcel extends FanclubRow {
  @Column('bigint') batchId!: number;
  @Column('bigint') shipmentId!: number;
}

/** When a customer was last asked for what a parcel lacks. */
@Entity('issue_mails')
@ForeignKey(() => Fanclub, ['fanclubId'], ['id'])
@ForeignKey(() => Customer, ['fanclubId', 'customerId'], ['fanclubId', 'id'], { onDelete: 'CASCADE' })
@Check('ck_issue_mails_issue', `issue IN ('address', 'option')`)
@Unique(['fanclubId', 'customerId', 'issue'])
@PersonalRows<IssueMail>({
  merged: { unlessAlike: ['issue'] },
  of: 'customerId',
  deleted: { mail: ['issue', 'sentAt'] },
})
export class IssueMail {
  @Column('bigint') fanclubId!: number;
  @PrimaryColumn('bigint') customerId!: number;
  @PrimaryColumn('text') issue!: string;
  @Column('timestamptz') sentAt!: Date;
}
