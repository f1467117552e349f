import { Check, Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { FanclubRow } from '#platform/tenants/fanclub.entity';

/** A membership that the fan club offers. */
@Entity('plans')
@ForeignKey(() => SalesPeriod, ['fanclubId', 'salesPeriodId'], ['fanclubId', 'id'])
@ForeignKey('Plan', ['fanclubId', 'renewsIntoPlanId'], ['fanclubId', 'id'], {
  deferrable: 'INITIALLY DEFERRED',
})
@ForeignKey('Plan', ['fanclubId', 'convertsIntoPlanId'], ['fanclubId', 'id'], {
  deferrable: 'INITIALLY DEFERRED',
})
@Unique(['fanclubId', 'id'])
// In the database NULLS NOT DISTINCT, which TypeORM does not compare: plans without a period do not share names either.
@Unique(['fanclubId', 'salesPeriodId', 'name'])
@Index(['fanclubId', 'renewsIntoPlanId'])
@Index(['fanclubId', 'convertsIntoPlanId'])
@Check('ck_plans_duration', 'duration > 0')
@Check('ck_plans_price', 'price >= 0')
@Check('ck_plans_renewal_cap', 'renewal_cap >= 0')
@Check('ck_plans_renews_into', 'renews_into_plan_id <> id')
@Check('ck_plans_converts_into', 'converts_into_plan_id <> id')
export class Plan extends FanclubRow {
  @Column('text') name!: string;
  /** HTML, like `onlineBenefits` and `annotations`. */
  @Column('text', { nullable: true }) description!: string | null;
  @Column('text', { nullable: true }) onlineBenefits!: string | null;
  @Column('text', { nullable: true }) annotations!: string | null;
  @Column('text', { array: true, default: '{}' }) tags!: string[];
  /** Months. Null: without end. */
  @Column('integer', { nullable: true }) duration!: number | null;
  /** A decimal in the club's currency, `100.00`; 0 for a free plan. */
  @Column('numeric', { precision: 12, scale: 2 }) price!: string;
  /** Null: sold at any time. */
  @Column('bigint', { nullable: true }) salesPeriodId!: number | null;
  @Column('boolean', { default: true }) onSale!: boolean;
  /** Withdrawn: no longer listed. Its subscriptions continue. */
  @Column('boolean', { default: false }) deleted!: boolean;
  @Column('boolean', { default: false }) trial!: boolean;
  /** Whether its subscribers see the exclusive ticketing links. */
  @Column('boolean', { default: true }) exclusiveAccess!: boolean;
  /** The number of renewals that a customer locked into the plan may make. Null: any number. */
  @Column('integer', { nullable: true }) renewalCap!: number | null;
  /** The plan of the next sales period into which a membership is renewed. Null: none, or the same plan. */
  @Column('bigint', { nullable: true }) renewsIntoPlanId!: number | null;
  /** The plan that a trial membership can be continued with, from its end. Null: none. */
  @Column('bigint', { nullable: true }) convertsIntoPlanId!: number | null;
  /** Null: the service's own checkout page. */
  @Column('text', { nullable: true }) checkoutUrl!: string | null;
}

/** An upgrade that subscribers of one plan can buy to another. */
@Entity('plan_upgrades')
@ForeignKey(() => Plan, ['fanclubId', 'fromPlanId'], ['fanclubId', 'id'], { onDelete: 'CASCADE' })
@ForeignKey(() => Plan, ['fanclubId', 'toPlanId'], ['fanclubId', 'id'], { onDelete: 'CASCADE' })
@Unique(['fromPlanId', 'toPlanId'])
@Unique(['fanclubId', 'toPlanId', 'id'])
@Check('ck_plan_upgrades_price', 'price >= 0')
@Check('ck_plan_upgrades_to_plan', 'from_plan_id <> to_plan_id')
export class PlanUpgrade extends FanclubRow {
  @Column('bigint') fromPlanId!: number;
  @Column('bigint') toPlanId!: number;
  /** Null: the difference of the two plans' prices, never below 0. */
  @Column('numeric', { precision: 12, scale: 2, nullable: true }) price!: string | null;
}

/** A season in which plans are sold. */
@Entity('sales_periods')
@Unique(['fanclubId', 'id'])
@Unique(['fanclubId', 'name'])
@Check('ck_sales_periods_period', 'starts_at <= ends_at')
export class SalesPeriod extends FanclubRow {
  @Column('text') name!: string;
  @Column('timestamptz') startsAt!: Date;
  @Column('timestamptz') endsAt!: Date;
  /** Subscriptions of the period stay active until then, even after their end ("lapsed"). Null: no extension. */
  @Column('timestamptz', { nullable: true }) extendedUntil!: Date | null;
}
