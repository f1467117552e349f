import { Check, Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { PersonalRows } from '#libs/personal-data';
import { Customer } from '#domains/accounts/customer.entity';
import { FanclubRow } from '#platform/tenants/fanclub.entity';
import { Plan, SalesPeriod } from '#domains/plans/plan.entity';

/** A customer's membership with a plan. */
@Entity('subscriptions')
@ForeignKey(() => Customer, ['fanclubId', 'customerId'], ['fanclubId', 'id'])
@ForeignKey(() => Plan, ['fanclubId', 'planId'], ['fanclubId', 'id'])
@ForeignKey(() => SalesPeriod, ['fanclubId', 'salesPeriodId'], ['fanclubId', 'id'])
@Unique(['fanclubId', 'id'])
@ForeignKey('Order', ['fanclubId', 'orderId'], ['fanclubId', 'id'])
@Unique(['orderId'])
@Index(['fanclubId', 'orderId'])
@Unique(['customerId', 'startDate', 'planId'])
@Index(['fanclubId', 'planId'])
@Index(['fanclubId', 'salesPeriodId'])
@Index(['fanclubId', 'endDate'])
@Check('ck_subscriptions_period', 'start_date <= end_date')
@PersonalRows<Subscription>({
  merged: 'own',
  of: 'customerId',
  kept: { membership: ['startDate', 'endDate', 'trialMembership', 'cancelled', 'cancelledAt'] },
})
export class Subscription extends FanclubRow {
  @Column('bigint') customerId!: number;
  @Column('bigint') planId!: number;
  /** The sales period in which it was bought; its extension applies. */
  @Column('bigint', { nullable: true }) salesPeriodId!: number | null;
  /** An instant, despite the name, like `endDate`. */
  @Column('timestamptz') startDate!: Date;
  /** Null: without end. */
  @Column('timestamptz', { nullable: true }) endDate!: Date | null;
  @Column('boolean', { default: false }) trialMembership!: boolean;
  /** A cancelled subscription is never active. */
  @Column('boolean', { default: false }) cancelled!: boolean;
  /** The order that paid for it. Null: none did. */
  @Column('bigint', { nullable: true }) orderId!: number | null;
  @Column('timestamptz', { nullable: true }) cancelledAt!: Date | null;
}

/** A subscription bought in advance. Processing it creates a subscription. `createdAt` is part of its natural key. */
@Entity('queued_subscriptions')
@ForeignKey(() => Customer, ['fanclubId', 'customerId'], ['fanclubId', 'id'])
@ForeignKey(() => Plan, ['fanclubId', 'planId'], ['fanclubId', 'id'])
@ForeignKey(() => Subscription, ['fanclubId', 'subscriptionId'], ['fanclubId', 'id'])
@ForeignKey('Order', ['fanclubId', 'orderId'], ['fanclubId', 'id'])
@Unique(['orderId'])
@Index(['fanclubId', 'orderId'])
@Unique(['customerId', 'planId', 'createdAt'])
@Unique(['fanclubId', 'planId', 'id'])
@Index(['fanclubId', 'subscriptionId'])
@Index('ix_queued_subscriptions_waiting', ['startsAt', 'customerId'], { where: 'processed_at IS NULL' })
@PersonalRows<QueuedSubscription>({
  merged: 'own',
  of: 'customerId',
  kept: { membership: ['processedAt', 'endDate', 'startsAt', 'cancelledAt'] },
})
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
