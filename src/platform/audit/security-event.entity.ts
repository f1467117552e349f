import { Check, Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { PersonalRows } from '#libs/personal-data';

/**
 * An event that concerns the security of accounts, keys or data. Rows are never changed, and are deleted when they are old. They
 * refer to customers, keys and fan clubs without foreign keys, so that events stay when those are deleted.
 */
@Entity('security_events')
@Index(['at'])
@Index(['fanclubId', 'at'])
@Check(
  'ck_security_events_no_address',
  `strpos(concat(actor_kind, action, target, reason, request_id), '@') = 0`,
)
@PersonalRows<SecurityEventRow>({
  merged: 'kept',
  of: {
    sql: `EXISTS (
      SELECT FROM customers c
      WHERE c.fanclub_id = $fanclub AND (c.id = $person OR c.merged_into = $person)
        AND (t.actor_kind = 'customer' AND t.actor_id = c.id OR t.target = 'customer:' || c.id::text))`,
  },
  kept: { activity: ['at', 'actorKind', 'actorId', 'action', 'target', 'reason', 'network', 'requestId'] },
  until: '`SECURITY_EVENTS_MONTHS`, also after an erasure',
})
export class SecurityEventRow {
  @PrimaryGeneratedColumn('identity', { type: 'bigint' }) id!: number;
  @Column('timestamptz') at!: Date;
  /** Null: the event concerns an organization or the whole installation. */
  @Column('bigint', { nullable: true }) fanclubId!: number | null;
  /** `visitor`, `customer`, `partner`, `provider` or `operator`. */
  @Column('text') actorKind!: string;
  @Column('bigint', { nullable: true }) actorId!: number | null;
  @Column('text') action!: string;
  /** Kind, colon, id or name: `customer:12`. */
  @Column('text', { nullable: true }) target!: string | null;
  @Column('text', { nullable: true }) reason!: string | null;
  /** An IPv4 address or the /64 of an IPv6 address; null for commands. */
  @Column('text', { nullable: true }) network!: string | null;
  @Column('text', { nullable: true }) requestId!: string | null;
}
