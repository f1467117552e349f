import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { FanclubRow } from '#platform/tenants/fanclub-row.entity';
import { ItemType } from '#domains/shipping/item-type.entity';
import { Package } from './package.entity';

/** An item of a package. */
@Entity('package_items')
@ForeignKey(() => Package, ['fanclubId', 'packageId'], ['fanclubId', 'id'], { onDelete: 'CASCADE' })
@ForeignKey(() => ItemType, ['fanclubId', 'itemTypeId'], ['fanclubId', 'id'])
@Index(['fanclubId', 'packageId', 'position'])
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
