import { Check, Column, Entity, ForeignKey, Unique, Index } from 'typeorm';
import { FanclubRow } from '#platform/tenants/fanclub.entity';
import { Plan } from './plan.entity';
import { ItemType } from '#domains/shipping/shipping.entity';

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

/** An item of a package. */
@Entity('package_items')
@ForeignKey(() => Package, ['fanclubId', 'packageId'], ['fanclubId', 'id'], { onDelete: 'CASCADE' })
@ForeignKey(() => ItemType, ['fanclubId', 'itemTypeId'], ['fanclubId', 'id'])
@Unique(['fanclubId', 'packageId', 'position', 'id'])
@Index(['fanclubId', 'itemTypeId'])
export class PackageItem extends FanclubRow {
  @Column('bigint') packageId!: number;
  @Column('text') name!: string;
  /** URL. */
  @Column('text', { nullable: true }) thumbnail!: string | null;
  /** The customer chooses one of its options. Null: nothing to choose. */
  @Column('bigint', { nullable: true }) itemTypeId!: number | null;
  /** Whether shipments wait until the customer has chosen. */
  @Column('boolean', { default: true }) required!: boolean;
  @Column('integer', { default: 0 }) position!: number;
}
