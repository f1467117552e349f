import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { Customer } from '#domains/accounts/customer.entity';
import { Timestamps } from '#platform/database/timestamps.entity';
import { Fanclub } from '#platform/tenants/fanclub.entity';
import { Plan } from '#domains/plans/plan.entity';
import { SalesPeriod } from '#domains/plans/sales-period.entity';

/** A customer's membership by one plan, from one day on. */
@Entity('subscriptions')
@ForeignKey(() => Fanclub, ['fanclubId'], ['id'])
@ForeignKey(() => Customer, ['fanclubId', 'customerId'], ['fanclubId', 'id'])
@ForeignKey(() => Plan, ['fanclubId', 'planId'], ['fanclubId', 'id'])
@ForeignKey(() => SalesPeriod, ['fanclubId', 'salesPeriodId'], ['fanclubId', 'id'])
@Unique(['fanclubId', 'id'])
@Unique(['customerId', 'startDate', 'planId'])
@Index(['fanclubId', 'planId'])
@Index(['fanclubId', 'salesPeriodId'])
@Check('ck_subscriptions_period', 'start_date <= end_date')
export class Subscription extends Timestamps {
  @PrimaryGeneratedColumn('identity', { type: 'bigint' }) id!: number;
  @Column('bigint') fanclubId!: number;
  @Column('bigint') customerId!: number;
  @Column('bigint') planId!: number;
  /** The season in which it was bought: its extension applies. */
  @Column('bigint', { nullable: true }) salesPeriodId!: number | null;
  /** An instant, in spite of its name; so is `endDate`. */
  @Column('timestamptz') startDate!: Date;
  /** Null: without end. */
  @Column('timestamptz', { nullable: true }) endDate!: Date | null;
  @Column('boolean', { default: false }) trialMembership!: boolean;
  /** Never active, whatever its dates. */
  @Column('boolean', { default: false }) cancelled!: boolean;
}
