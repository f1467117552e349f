import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { Timestamps } from '#platform/database/timestamps.entity';
import { Fanclub } from '#platform/tenants/fanclub.entity';
import { Affiliate } from '#domains/subscriptions/affiliate.entity';
import { Event } from './event.entity';

/** `Hide` is never sent. */
export type LinkStatus = 'Show' | 'Show On Specific Dates Only' | 'Sold Out' | 'Hide';

/** Where tickets for an event are sold. */
@Entity('ticket_links')
@ForeignKey(() => Fanclub, ['fanclubId'], ['id'])
@ForeignKey(() => Event, ['fanclubId', 'eventId'], ['fanclubId', 'id'], { onDelete: 'CASCADE' })
@ForeignKey(() => Affiliate, ['fanclubId', 'affiliateId'], ['fanclubId', 'id'])
@Unique(['fanclubId', 'id'])
@Unique(['eventId', 'name'])
@Index(['fanclubId', 'affiliateId'])
@Check('ck_ticket_links_status', `status IN ('Show', 'Show On Specific Dates Only', 'Sold Out', 'Hide')`)
@Check('ck_ticket_links_publication', 'publish_start <= publish_end')
export class TicketLink extends Timestamps {
  @PrimaryGeneratedColumn('identity', { type: 'bigint' }) id!: number;
  @Column('bigint') fanclubId!: number;
  @Column('bigint') eventId!: number;
  @Column('text') name!: string;
  @Column('text', { default: 'Show' }) status!: LinkStatus;
  /** Address, codes and instructions are for entitled customers only. */
  @Column('boolean', { default: false }) exclusive!: boolean;
  @Column('text') url!: string;
  /** Shown beside the link; usually the host of `url`. */
  @Column('text') host!: string;
  /** Codes for everyone entitled; the customer's own ones for the affiliate come after them. */
  @Column('text', { array: true, default: '{}' }) codes!: string[];
  /** HTML. */
  @Column('text', { nullable: true }) codeInstructions!: string | null;
  @Column('bigint', { nullable: true }) affiliateId!: number | null;
  /** Null: from the beginning. */
  @Column('timestamptz', { nullable: true }) publishStart!: Date | null;
  /** Null: until the end of the event's day at its venue. */
  @Column('timestamptz', { nullable: true }) publishEnd!: Date | null;
  @Column('integer', { default: 0 }) position!: number;
}
