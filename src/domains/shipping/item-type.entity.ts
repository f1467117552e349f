import { Column, Entity, Unique } from 'typeorm';
import { FanclubRow } from '#platform/tenants/fanclub-row.entity';

/** A choice that a package item can ask for, such as a T-shirt size. Its name is the API's `label`. */
@Entity('item_types')
@Unique(['fanclubId', 'id'])
@Unique(['fanclubId', 'name'])
export class ItemType extends FanclubRow {
  @Column('text') name!: string;
}
