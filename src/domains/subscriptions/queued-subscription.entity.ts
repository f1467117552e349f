import { Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { Customer } from '#domains/accounts/customer.entity';
import { FanclubRow } from '#platform/tenants/fanclub-row.entity';
import { Plan } from '#domains/plans/plan.entity';
import { Subscription } from './subscription.entity';

/** A subscription bought in advance. Processing it creates a subscription. `createdAt` is part of its natural key. */
@Entity('queued_subscriptions')
@ForeignKey(() => Customer, ['fanclubId', 'customerId'], ['fanclubId', 'id'])
@ForeignKey(() => Plan, ['fanclubId', 'planId'], ['fanclubId', 'id'])
@ForeignKey(() => Subscription, ['fanclubId', 'subscriptionId'], ['fanclubId', 'id'])
@ForeignKey('Order', ['fanclubId', 'orderId'], ['fanclubId', 'id'])
@Unique(['orderId'])
@Index(['fanclubId', 'orderId'])
@Unique(['customerId', 'planId', 'createdAt'])
@Index(['fanclubId', 'planId'])
@Index(['fanclubId', 'subscriptionId'])
@Index('ix_queued_subscriptions_waiting', ['startsAt', 'customerId'], { where: 'processed_at IS NULL' })
export class QueuedSubscription extends FanclubRow {
  @Column('bigint') customerId!: number;
  @Column('bigint') planId!: number;
  /** Null: not processed yet ("upcoming"). */
  @Column('timestamptz', { nullable: true }) processedAt!: Date | null;
  /** The instant at which the membership will end. */
  @Column('timestamptz') endDate!: Date;
  /** The subscription that processing created. */
  @Column('bigint', { nullable: true }) subscriptionId!: number | null;
  /** When the membership begins. Null: imported; it begins when the customer has no active subscription. */
  @Column('timestamptz', { nullable: true }) startsAt!: Date | null;
  /** The order that paid for it. Null: none did. */
  @Column('bigint', { nullable: true }) orderId!: number | null;
  @Column('timestamptz', { nullable: true }) cancelledAt!: Date | null;
}
