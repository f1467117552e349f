import { Check, Column, Entity, Index, Unique } from 'typeorm';
import { FanclubRow } from '#platform/tenants/fanclub.entity';

/** A concert or similar occasion. */
@Entity('events')
@Unique(['fanclubId', 'id'])
@Unique(['fanclubId', 'title', 'start'])
@Index(['fanclubId', 'start'])
@Check('ck_events_venue_country', `venue_country ~ '^[A-Z]{2}$'`)
export class Event extends FanclubRow {
  @Column('text') title!: string;
  /** An instant. The event is past after its day in `timeZone`. */
  @Column('timestamptz') date!: Date;
  @Column('timestamptz') start!: Date;
  @Column('timestamptz', { nullable: true }) doorsOpen!: Date | null;
  /** HTML. */
  @Column('text', { default: '' }) description!: string;
  @Column('text', { array: true, default: '{}' }) tags!: string[];
  /** IANA name of the venue's zone. */
  @Column('text') timeZone!: string;
  @Column('boolean', { default: true }) published!: boolean;
  @Column('text') venueName!: string;
  @Column('text', { nullable: true }) venueAddress!: string | null;
  @Column('text', { nullable: true }) venueCity!: string | null;
  @Column('text', { nullable: true }) venueState!: string | null;
  @Column('text', { nullable: true }) venuePostalcode!: string | null;
  /** ISO 3166 alpha-2. */
  @Column('text') venueCountry!: string;
  /** Degrees, stored and shown as the text that was given. */
  @Column('text', { nullable: true }) venueLat!: string | null;
  @Column('text', { nullable: true }) venueLon!: string | null;
}
