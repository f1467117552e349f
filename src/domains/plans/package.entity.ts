import { Check, Column, Entity, ForeignKey, Unique } from 'typeorm';
import { FanclubRow } from '#platform/tenants/fanclub-row.entity';
import { Plan } from './plan.entity';

/** The goods that come with a plan. */
@Entity('packages')
@ForeignKey(() => Plan, ['fanclubId', 'planId'], ['fanclubId', 'id'], { onDelete: 'CASCADE' })
@Unique(['fanclubId', 'id'])
@Unique(['planId'])
@Check('ck_packages_domestic', 'domestic >= 0')
@Check('ck_packages_international', 'international >= 0')
export class Package extends FanclubRow {
  @Column('bigint') planId!: number;
  @Column('text') name!: string;
  @Column('text', { nullable: true }) description!: string | null;
  /** Shipping and handling within the club's home country, a decimal in its currency. */
  @Column('numeric', { precision: 12, scale: 2 }) domestic!: string;
  /** Shipping and handling to everywhere else. */
  @Column('numeric', { precision: 12, scale: 2 }) international!: string;
}
