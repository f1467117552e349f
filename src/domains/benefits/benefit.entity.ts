import { Column, Entity, Unique } from 'typeorm';
import { FanclubRow } from '#platform/tenants/fanclub-row.entity';

/** Something that the subscribers of certain plans get. */
@Entity('benefits')
@Unique(['fanclubId', 'id'])
@Unique(['fanclubId', 'summary'])
export class Benefit extends FanclubRow {
  @Column('text') summary!: string;
  @Column('text', { nullable: true }) details!: string | null;
  /** Any word; usually `online`. */
  @Column('text', { default: 'online' }) benefitType!: string;
  @Column('text', { nullable: true }) imageUrl!: string | null;
}
