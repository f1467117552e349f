import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Fanclub } from '#platform/tenants/fanclub.entity';

/** The number of events within a window of time. The table is UNLOGGED: a crash of the database loses only the counts. */
@Entity('rate_limits')
@ForeignKey(() => Fanclub, ['fanclubId'], ['id'], { onDelete: 'CASCADE' })
@Check('ck_rate_limits_count', 'count >= 0')
@Check('ck_rate_limits_pending', 'pending >= 0 AND (pending = 0 OR pending_until IS NOT NULL)')
@Check('ck_rate_limits_digest', 'length(digest) = 32')
export class RateLimit {
  @PrimaryColumn('bigint') fanclubId!: number;
  /** The name of the limit. */
  @PrimaryColumn('text') what!: string;
  /** Keyed digest of the subject: an e-mail address, a network, a key. */
  @PrimaryColumn('bytea') digest!: Buffer;
  @Column('integer') count!: number;
  /** The count is ignored after this time. */
  @Column('timestamptz') endsAt!: Date;
  /** The end of the window in which a refusal was last recorded; null: never. */
  @Column('timestamptz', { nullable: true }) reportedFor!: Date | null;
  /** The number of events whose outcome is not known yet. They count towards the limit until it is known. */
  @Column('integer', { default: 0 }) pending!: number;
  /** Pending events are ignored after this time, because their process must have died. Null: there were none. */
  @Column('timestamptz', { nullable: true }) pendingUntil!: Date | null;
}
