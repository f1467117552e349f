import { Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { Order } from '#domains/orders/order.entity';
import { FanclubRow } from '#platform/tenants/fanclub-row.entity';

/** The fan club gave this order away. An order without such a row was sold. */
@Entity('order_gifts')
@ForeignKey(() => Order, ['fanclubId', 'orderId'], ['fanclubId', 'id'], { onDelete: 'CASCADE' })
@Unique(['orderId'])
@Index(['fanclubId'])
export class OrderGift extends FanclubRow {
  @Column('bigint') orderId!: number;
  /** What the person who gave it wrote. */
  @Column('text') reason!: string;
}
