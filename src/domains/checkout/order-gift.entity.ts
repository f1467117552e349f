import { Column, Entity, ForeignKey, Unique } from 'typeorm';
import { PersonalRows } from '#libs/personal-data';
import { Order } from '#domains/orders/order.entity';
import { FanclubRow } from '#platform/tenants/fanclub.entity';

/** Marks an order as given by the fan club. Orders without a row were sold. */
@Entity('order_gifts')
@ForeignKey(() => Order, ['fanclubId', 'orderId'], ['fanclubId', 'id'], { onDelete: 'CASCADE' })
@Unique(['orderId'])
@Unique(['fanclubId', 'id'])
@PersonalRows<OrderGift>({ merged: 'follows', of: ['orderId', 'orders'], emptied: { note: ['reason'] } })
export class OrderGift extends FanclubRow {
  @Column('bigint') orderId!: number;
  /** The reason that staff entered. */
  @Column('text') reason!: string;
}
