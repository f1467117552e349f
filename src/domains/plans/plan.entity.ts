import { Check, Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { FanclubRow } from '#platform/tenants/fanclub-row.entity';
import { SalesPeriod } from './sales-period.entity';

/** A membership that the fan club offers. */
@Entity('plans')
@ForeignKey(() => SalesPeriod, ['fanclubId', 'salesPeriodId'], ['fanclubId', 'id'])
@Unique(['fanclubId', 'id'])
@Unique(['fanclubId', 'name'])
@Index(['fanclubId', 'salesPeriodId'])
@Check('ck_plans_duration', 'duration > 0')
@Check('ck_plans_price', 'price >= 0')
@Check('ck_plans_renewal_cap', 'renewal_cap >= 0')
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
  /** Null: the service's own checkout page. */
  @Column('text', { nullable: true }) checkoutUrl!: string | null;
}
