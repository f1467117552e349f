import { Check, Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { PersonalRows } from '#libs/personal-data';
import { Customer } from '#domains/accounts/customer.entity';
import { Order } from '#domains/orders/order.entity';
import { Plan } from '#domains/plans/plan.entity';
import { FanclubRow } from '#platform/tenants/fanclub.entity';

/** `offered`: an item is held for the customer. `ordered`: an open order of the customer holds it. */
export const WAITING_STATES = ['waiting', 'offered', 'ordered'] as const;
export type WaitingState = (typeof WAITING_STATES)[number];

/** A customer in the waiting list of a sold-out plan. The first one who joined is served first. */
@Entity('waiting_entries')
@ForeignKey(() => Plan, ['fanclubId', 'planId'], ['fanclubId', 'id'], { onDelete: 'CASCADE' })
@ForeignKey(() => Customer, ['fanclubId', 'customerId'], ['fanclubId', 'id'], { onDelete: 'CASCADE' })
@ForeignKey(() => Order, ['fanclubId', 'orderId'], ['fanclubId', 'id'], { onDelete: 'CASCADE' })
@Unique(['fanclubId', 'planId', 'customerId'])
@Index(['fanclubId', 'customerId'])
@Index(['fanclubId', 'orderId'])
@Check('ck_waiting_entries_state', `state IN ('${WAITING_STATES.join("', '")}')`)
@Check('ck_waiting_entries_offered', `state <> 'offered' OR offered_until IS NOT NULL`)
@Check('ck_waiting_entries_ordered', `state <> 'ordered' OR order_id IS NOT NULL`)
@PersonalRows<WaitingEntry>({
  merged: { unlessAlike: ['planId'] },
  of: 'customerId',
  deleted: { purchase: ['state', 'offeredUntil'] },
})
export class WaitingEntry extends FanclubRow {
  @Column('bigint') planId!: number;
  @Column('bigint') customerId!: number;
  @Column('text', { default: 'waiting' }) state!: WaitingState;
  /** When the offer ends. Null: nothing was offered. */
  @Column('timestamptz', { nullable: true }) offeredUntil!: Date | null;
  /** The open order that was placed with the offer. */
  @Column('bigint', { nullable: true }) orderId!: number | null;
}
