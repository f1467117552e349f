import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Customer } from '#domains/accounts/customer.entity';
import { Timestamps } from '#platform/database/timestamps.entity';
import { Fanclub } from '#platform/tenants/fanclub.entity';
import { ItemOption } from './item-option.entity';

/** The option that a customer has chosen of an item type. */
@Entity('item_selections')
@ForeignKey(() => Fanclub, ['fanclubId'], ['id'])
@ForeignKey(() => Customer, ['fanclubId', 'customerId'], ['fanclubId', 'id'], { onDelete: 'CASCADE' })
@ForeignKey(
  () => ItemOption,
  ['fanclubId', 'itemTypeId', 'itemOptionId'],
  ['fanclubId', 'itemTypeId', 'id'],
  { onDelete: 'CASCADE' },
)
@Index(['fanclubId', 'itemTypeId', 'itemOptionId'])
export class ItemSelection extends Timestamps {
  @PrimaryColumn('bigint') customerId!: number;
  @PrimaryColumn('bigint') itemTypeId!: number;
  @Column('bigint') fanclubId!: number;
  /** An option of `itemTypeId`, which the foreign key ensures. */
  @Column('bigint') itemOptionId!: number;
}
