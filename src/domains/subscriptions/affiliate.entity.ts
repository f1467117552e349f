import { Column, Entity, Unique } from 'typeorm';
import { FanclubRow } from '#platform/tenants/fanclub-row.entity';

/** A partner, such as a ticket seller, that gives codes to members. */
@Entity('affiliates')
@Unique(['fanclubId', 'id'])
@Unique(['fanclubId', 'name'])
export class Affiliate extends FanclubRow {
  @Column('text') name!: string;
}
