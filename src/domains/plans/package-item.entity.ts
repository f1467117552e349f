import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { Timestamps } from '#platform/database/timestamps.entity';
import { Fanclub } from '#platform/tenants/fanclub.entity';
import { ItemType } from '#domains/shipping/item-type.entity';
import { Package } from './package.entity';

/** One thing in a package. */
@Entity('package_items')
@ForeignKey(() => Fanclub, ['fanclubId'], ['id'])
@ForeignKey(() => Package, ['fanclubId', 'packageId'], ['fanclubId', 'id'], { onDelete: 'CASCADE' })
@ForeignKey(() => ItemType, ['fanclubId', 'itemTypeId'], ['fanclubId', 'id'])
@Index(['fanclubId', 'packageId', 'position'])
@Index(['fanclubId', 'itemTypeId'])
export class PackageItem extends Timestamps {
  @PrimaryGeneratedColumn('identity', { type: 'bigint' }) id!: number;
  @Column('bigint') fanclubId!: number;
  @Column('bigint') packageId!: number;
  @Column('text') name!: string;
  /** URL. */
  @Column('text', { nullable: true }) thumbnail!: string | null;
  /** What the customer must choose for it. Null: nothing. */
  @Column('bigint', { nullable: true }) itemTypeId!: number | null;
  /** The shipment waits until the customer has chosen. */
  @Column('boolean', { default: true }) required!: boolean;
  @Column('integer', { default: 0 }) position!: number;
}
