import { Column, Entity, ForeignKey, Unique } from 'typeorm';
import { Order } from '#domains/orders/order.entity';
import { FanclubRow } from '#platform/tenants/fanclub.entity';

/** Marks an order as given by the fan club. Orders without a row were sold. */
@Entity('order_gifts')
@ForeignKey(() => Order, ['fanclubId', 'orderId'], ['fanclubId', 'id'], { onDelete: 'CASCADE' })
@Unique(['orderId'])
@Unique(['fanclubId', 'id'])
export class OrderGift extends FanclubRow {
  @Column('bigint') orderId!: number;
  /** The reason that staff entered. */
  @Column('text') reason!: string;
}
