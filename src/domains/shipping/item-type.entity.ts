import { Column, Entity, ForeignKey, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { Timestamps } from '#platform/database/timestamps.entity';
import { Fanclub } from '#platform/tenants/fanclub.entity';

/** A kind of choice that a package item may ask for, such as a T-shirt size. Its name is the API's `label`. */
@Entity('item_types')
@ForeignKey(() => Fanclub, ['fanclubId'], ['id'])
@Unique(['fanclubId', 'id'])
@Unique(['fanclubId', 'name'])
export class ItemType extends Timestamps {
  @PrimaryGeneratedColumn('identity', { type: 'bigint' }) id!: number;
  @Column('bigint') fanclubId!: number;
  @Column('text') name!: string;
}
