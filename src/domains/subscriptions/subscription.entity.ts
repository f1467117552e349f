import { Check, Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { Customer } from '#domains/accounts/customer.entity';
import { FanclubRow } from '#platform/tenants/fanclub-row.entity';
import { Plan } from '#domains/plans/plan.entity';
import { SalesPeriod } from '#domains/plans/sales-period.entity';

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
@Check('ck_subscriptions_period', 'start_date <= end_date')
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
