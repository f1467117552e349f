import { Check, Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { FanclubRow } from '#platform/tenants/fanclub.entity';
import { PresalePool } from '#domains/presale-codes/presale-pool.entity';
import { Affiliate } from '#domains/subscriptions/affiliate.entity';
import { Event } from './event.entity';

/** A shop that sells tickets for an event. */
@Entity('ticket_links')
@ForeignKey(() => Event, ['fanclubId', 'eventId'], ['fanclubId', 'id'], { onDelete: 'CASCADE' })
@ForeignKey(() => Affiliate, ['fanclubId', 'affiliateId'], ['fanclubId', 'id'])
@ForeignKey(() => PresalePool, ['fanclubId', 'presalePoolId'], ['fanclubId', 'id'])
@Unique(['fanclubId', 'id'])
@Unique(['eventId', 'name'])
@Index(['fanclubId', 'affiliateId'])
@Index(['fanclubId', 'presalePoolId'])
@Check('ck_ticket_links_status', `status IN ('Show', 'Show On Specific Dates Only', 'Sold Out', 'Hide')`)
@Check('ck_ticket_links_publication', 'publish_start <= publish_end')
export class TicketLink extends FanclubRow {
  @Column('bigint') eventId!: number;
  @Column('text') name!: string;
  /** A link with `Hide` is never sent. */
  @Column('text', { default: 'Show' }) status!: 'Show' | 'Show On Specific Dates Only' | 'Sold Out' | 'Hide';
  /** URL, codes, instructions and affiliate are for entitled customers only. */
  @Column('boolean', { default: false }) exclusive!: boolean;
  @Column('text') url!: string;
  /** Shown beside the link; usually the host of `url`. */
  @Column('text') host!: string;
  /** For all entitled customers. A customer's own codes for the affiliate are appended. */
  @Column('text', { array: true, default: '{}' }) codes!: string[];
  /** HTML. */
  @Column('text', { nullable: true }) codeInstructions!: string | null;
  @Column('bigint', { nullable: true }) affiliateId!: number | null;
  /** The pool whose code each entitled member gets for this link. Null: none. */
  @Column('bigint', { nullable: true }) presalePoolId!: number | null;
  /** Null: from the beginning. */
  @Column('timestamptz', { nullable: true }) publishStart!: Date | null;
  /** Null: until the end of the event's day at its venue. */
  @Column('timestamptz', { nullable: true }) publishEnd!: Date | null;
  @Column('integer', { default: 0 }) position!: number;
}
