import { Check, Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { Event } from '#domains/events/event.entity';
import { FanclubRow } from '#platform/tenants/fanclub-row.entity';

/** A competition that customers may enter while it runs. */
@Entity('contests')
@ForeignKey(() => Event, ['fanclubId', 'eventId'], ['fanclubId', 'id'])
@Unique(['fanclubId', 'id'])
@Unique(['fanclubId', 'name'])
@Index(['fanclubId', 'startsAt'])
@Index(['fanclubId', 'eventId'])
@Check('ck_contests_minimum_age', 'minimum_age BETWEEN 0 AND 150')
@Check('ck_contests_period', 'starts_at <= ends_at')
export class Contest extends FanclubRow {
  @Column('bigint', { nullable: true }) eventId!: number | null;
  @Column('text') name!: string;
  /** Years. */
  @Column('integer', { default: 0 }) minimumAge!: number;
  @Column('timestamptz') startsAt!: Date;
  @Column('timestamptz') endsAt!: Date;
  /** IANA name of the zone in which the contest is announced. */
  @Column('text') timeZone!: string;
  /** HTML, like `rules`. */
  @Column('text', { default: '' }) details!: string;
  @Column('text', { default: '' }) rules!: string;
  @Column('boolean', { default: true }) published!: boolean;
}
