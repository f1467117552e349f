import { Check, Column, Entity, ForeignKey, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { Timestamps } from '#platform/database/timestamps.entity';
import { Fanclub } from '#platform/tenants/fanclub.entity';

/** A season in which plans are sold; its extension keeps their subscriptions alive beyond their end. */
@Entity('sales_periods')
@ForeignKey(() => Fanclub, ['fanclubId'], ['id'])
@Unique(['fanclubId', 'id'])
@Unique(['fanclubId', 'name'])
@Check('ck_sales_periods_period', 'starts_at <= ends_at')
export class SalesPeriod extends Timestamps {
  @PrimaryGeneratedColumn('identity', { type: 'bigint' }) id!: number;
  @Column('bigint') fanclubId!: number;
  @Column('text') name!: string;
  @Column('timestamptz') startsAt!: Date;
  @Column('timestamptz') endsAt!: Date;
  /** Until then subscriptions of the period stay active though their end has passed ("lapsed"). Null: no extension. */
  @Column('timestamptz', { nullable: true }) extendedUntil!: Date | null;
}
