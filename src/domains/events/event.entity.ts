import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { Timestamps } from '#platform/database/timestamps.entity';
import { Fanclub } from '#platform/tenants/fanclub.entity';

/** A concert or similar occasion. */
@Entity('events')
@ForeignKey(() => Fanclub, ['fanclubId'], ['id'])
@Unique(['fanclubId', 'id'])
@Unique(['fanclubId', 'title', 'start'])
@Index(['fanclubId', 'start'])
@Check('ck_events_venue_country', `venue_country ~ '^[A-Z]{2}$'`)
export class Event extends Timestamps {
  @PrimaryGeneratedColumn('identity', { type: 'bigint' }) id!: number;
  @Column('bigint') fanclubId!: number;
  @Column('text') title!: string;
  /** An instant; its day in `timeZone` says when the event becomes a past one. */
  @Column('timestamptz') date!: Date;
  @Column('timestamptz') start!: Date;
  @Column('timestamptz', { nullable: true }) doorsOpen!: Date | null;
  /** HTML. */
  @Column('text', { default: '' }) description!: string;
  @Column('text', { array: true, default: '{}' }) tags!: string[];
  /** IANA name, of the venue. */
  @Column('text') timeZone!: string;
  @Column('boolean', { default: true }) published!: boolean;
  @Column('text') venueName!: string;
  @Column('text', { nullable: true }) venueAddress!: string | null;
  @Column('text', { nullable: true }) venueCity!: string | null;
  @Column('text', { nullable: true }) venueState!: string | null;
  @Column('text', { nullable: true }) venuePostalcode!: string | null;
  /** ISO 3166 alpha-2. */
  @Column('text') venueCountry!: string;
  /** Degrees, as text: shown as they were given. */
  @Column('text', { nullable: true }) venueLat!: string | null;
  @Column('text', { nullable: true }) venueLon!: string | null;
}
