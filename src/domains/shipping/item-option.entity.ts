import { Column, Entity, ForeignKey, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { Timestamps } from '#platform/database/timestamps.entity';
import { Fanclub } from '#platform/tenants/fanclub.entity';
import { ItemType } from './item-type.entity';

/** One of the things to choose from. */
@Entity('item_options')
@ForeignKey(() => Fanclub, ['fanclubId'], ['id'])
@ForeignKey(() => ItemType, ['fanclubId', 'itemTypeId'], ['fanclubId', 'id'], { onDelete: 'CASCADE' })
@Unique(['fanclubId', 'itemTypeId', 'id'])
@Unique(['itemTypeId', 'name'])
export class ItemOption extends Timestamps {
  @PrimaryGeneratedColumn('identity', { type: 'bigint' }) id!: number;
  @Column('bigint') fanclubId!: number;
  @Column('bigint') itemTypeId!: number;
  @Column('text') name!: string;
  /** Order within the type; equal positions go by id. */
  @Column('integer', { default: 0 }) position!: number;
}
