import { Column, Entity, ForeignKey, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { Timestamps } from '#platform/database/timestamps.entity';
import { Fanclub } from '#platform/tenants/fanclub.entity';

/** A partner, such as a ticket seller, who gives out codes for members. */
@Entity('affiliates')
@ForeignKey(() => Fanclub, ['fanclubId'], ['id'])
@Unique(['fanclubId', 'id'])
@Unique(['fanclubId', 'name'])
export class Affiliate extends Timestamps {
  @PrimaryGeneratedColumn('identity', { type: 'bigint' }) id!: number;
  @Column('bigint') fanclubId!: number;
  @Column('text') name!: string;
}
