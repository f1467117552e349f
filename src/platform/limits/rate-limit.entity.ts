import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Fanclub } from '#platform/tenants/fanclub.entity';

/**
 * How often something happened within a window of time. The table is UNLOGGED: a crash of the database forgets the counts,
 * and nothing else.
 */
@Entity('rate_limits')
@ForeignKey(() => Fanclub, ['fanclubId'], ['id'], { onDelete: 'CASCADE' })
@Check('ck_rate_limits_count', 'count >= 0')
@Check('ck_rate_limits_pending', 'pending >= 0 AND (pending = 0 OR pending_until IS NOT NULL)')
@Check('ck_rate_limits_digest', 'length(digest) = 32')
export class RateLimit {
  @PrimaryColumn('bigint') fanclubId!: number;
  /** The name of the limit. */
  @PrimaryColumn('text') what!: string;
  /** Keyed digest of whom the limit is about: an e-mail address, a network, a key. */
  @PrimaryColumn('bytea') digest!: Buffer;
  @Column('integer') count!: number;
  /** The count is ignored after this time. */
  @Column('timestamptz') endsAt!: Date;
  /** The end of the window within which a refusal was last recorded; null: none was. */
  @Column('timestamptz', { nullable: true }) reportedFor!: Date | null;
  /** Events under way. They take room, and count once their outcome is known. */
  @Column('integer', { default: 0 }) pending!: number;
  /** Pending events are ignored after this time: their process has died. Null: there were none. */
  @Column('timestamptz', { nullable: true }) pendingUntil!: Date | null;
}
