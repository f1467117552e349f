import { Column, Entity, ForeignKey, Unique } from 'typeorm';
import { FanclubRow } from '#platform/tenants/fanclub-row.entity';
import { ItemType } from './item-type.entity';

/** An option of an item type. */
@Entity('item_options')
@ForeignKey(() => ItemType, ['fanclubId', 'itemTypeId'], ['fanclubId', 'id'], { onDelete: 'CASCADE' })
@Unique(['fanclubId', 'itemTypeId', 'id'])
@Unique(['itemTypeId', 'name'])
export class ItemOption extends FanclubRow {
  @Column('bigint') itemTypeId!: number;
  @Column('text') name!: string;
  /** Sorts the options of the type; equal positions are sorted by id. */
  @Column('integer', { default: 0 }) position!: number;
}
