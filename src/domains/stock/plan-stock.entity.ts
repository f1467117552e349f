import { Check, Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { PersonalRows } from '#libs/personal-data';
import { Order } from '#domains/orders/order.entity';
import { Plan } from '#domains/plans/plan.entity';
import { FanclubRow } from '#platform/tenants/fanclub.entity';

/**
 * The capacity of a plan. A plan without a row has no limit. Triggers keep the counts, also when rows disappear with their orders
 * and customers.
 */
@Entity('plan_stock')
@ForeignKey(() => Plan, ['fanclubId', 'planId'], ['fanclubId', 'id'], { onDelete: 'CASCADE' })
@Unique(['fanclubId', 'planId'])
@Check('ck_plan_stock_capacity', 'held + sold <= capacity')
@Check('ck_plan_stock_held', 'held >= 0')
@Check('ck_plan_stock_sold', 'sold >= 0')
@Check('ck_plan_stock_waiting', 'waiting >= 0')
export class PlanStock extends FanclubRow {
  @Column('bigint') planId!: number;
  /** How often the plan can be sold. */
  @Column('integer') capacity!: number;
  /** Items of open orders, and items that are offered to the waiting list. */
  @Column('integer', { default: 0 }) held!: number;
  /** Items of completed orders that were not given back. */
  @Column('integer', { default: 0 }) sold!: number;
  /** People in the waiting list to whom nothing is offered yet. */
  @Column('integer', { default: 0 }) waiting!: number;
}

/**
 * Whether the plan of the stock `s` is sold out for those who do not wait, in SQL. What is free belongs to the waiting list first.
 * {@link isSoldOut} is the same.
 */
export const SOLD_OUT_SQL = '(s.held + s.sold + s.waiting >= s.capacity)';

/** Whether a plan is sold out for those who do not wait. */
export const isSoldOut = ({
  held,
  sold,
  waiting,
  capacity,
}: Pick<PlanStock, 'held' | 'sold' | 'waiting' | 'capacity'>): boolean => held + sold + waiting >= capacity;

/** What an order takes of its plan, also of one without a capacity, so that a later capacity counts it. */
@Entity('stock_items')
@ForeignKey(() => Plan, ['fanclubId', 'planId'], ['fanclubId', 'id'], { onDelete: 'CASCADE' })
@ForeignKey(() => Order, ['fanclubId', 'orderId'], ['fanclubId', 'id'], { onDelete: 'CASCADE' })
@Unique(['fanclubId', 'orderId'])
@Index(['fanclubId', 'planId'])
@PersonalRows<StockItem>({ merged: 'follows', of: ['orderId', 'orders'], kept: { purchase: ['sold'] } })
export class StockItem extends FanclubRow {
  @Column('bigint') planId!: number;
  @Column('bigint') orderId!: number;
  /** False: held for an open order. */
  @Column('boolean') sold!: boolean;
}
