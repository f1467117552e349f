import { Column, Entity, ForeignKey, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { Timestamps } from '#platform/database/timestamps.entity';
import { Fanclub } from '#platform/tenants/fanclub.entity';

/** Something that members of certain plans get. */
@Entity('benefits')
@ForeignKey(() => Fanclub, ['fanclubId'], ['id'])
@Unique(['fanclubId', 'id'])
@Unique(['fanclubId', 'summary'])
export class Benefit extends Timestamps {
  @PrimaryGeneratedColumn('identity', { type: 'bigint' }) id!: number;
  @Column('bigint') fanclubId!: number;
  @Column('text') summary!: string;
  @Column('text', { nullable: true }) details!: string | null;
  /** An open set; `online` is the usual one. */
  @Column('text', { default: 'online' }) benefitType!: string;
  @Column('text', { nullable: true }) imageUrl!: string | null;
}
