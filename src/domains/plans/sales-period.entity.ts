import { Check, Column, Entity, Unique } from 'typeorm';
import { FanclubRow } from '#platform/tenants/fanclub-row.entity';

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
