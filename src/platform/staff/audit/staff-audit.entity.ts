import {
  Check,
  Column,
  Entity,
  Index,
  PrimaryGeneratedColumn,
  ForeignKey,
  PrimaryColumn,
  Unique,
} from 'typeorm';
import { PersonalRows } from '#libs/personal-data';
import { Fanclub } from '#platform/tenants/fanclub.entity';
import { Staff } from '../people/staff.entity';

/**
 * A change by staff, or a look at personal data. Rows are never changed: a trigger refuses it, and each row contains a digest of the
 * one before. They have no foreign keys, so that they outlive the rows to which they refer.
 */
@Entity('staff_audits')
@Index('uq_staff_audits_fanclub_position', ['fanclubId', 'position'], {
  unique: true,
  where: 'fanclub_id IS NOT NULL',
})
@Index('uq_staff_audits_organization_position', ['organizationId', 'position'], {
  unique: true,
  where: 'fanclub_id IS NULL',
})
@Index(['fanclubId', 'at'])
@Index(['customerId'])
@Check('ck_staff_audits_payload_digest', 'length(payload_digest) = 32')
@Check('ck_staff_audits_chain', 'length(chain) = 32')
@PersonalRows<StaffAudit>({
  merged: 'kept',
  of: {
    sql: `t.customer_id IN (
      SELECT c.id FROM customers c WHERE c.fanclub_id = $fanclub AND (c.id = $person OR c.merged_into = $person))`,
  },
  // A function of the tables' owner does it, so that the chain stays valid.
  ownErasure: true,
  nulled: { note: ['before', 'after'] },
  kept: {
    activity: ['at', 'action', 'subjectType', 'subjectId', 'staffId', 'sessionId', 'keyName', 'position'],
    secret: ['payloadDigest', 'chain'],
  },
  until: '`STAFF_AUDIT_MONTHS`',
})
export class StaffAudit {
  @PrimaryGeneratedColumn('identity', { type: 'bigint' }) id!: number;
  @Column('bigint') organizationId!: number;
  /** Null: the change concerns the organization. */
  @Column('bigint', { nullable: true }) fanclubId!: number | null;
  /** 1, 2, 3, … in the chain of the fan club, or of the organization. */
  @Column('bigint') position!: number;
  @Column('timestamptz') at!: Date;
  /** Null: a command of the operator. */
  @Column('bigint', { nullable: true }) staffId!: number | null;
  @Column('bigint', { nullable: true }) sessionId!: number | null;
  /** The name of the key of a program; null: no program made the change. */
  @Column('text', { nullable: true }) keyName!: string | null;
  /** `<subject>.<verb>`. */
  @Column('text') action!: string;
  @Column('text') subjectType!: string;
  @Column('bigint', { nullable: true }) subjectId!: number | null;
  /** The member whom the row is about. */
  @Column('bigint', { nullable: true }) customerId!: number | null;
  /** The changed fields; null for a creation, and after the member was erased. */
  @Column('jsonb', { nullable: true }) before!: Record<string, unknown> | null;
  @Column('jsonb', { nullable: true }) after!: Record<string, unknown> | null;
  /** SHA-256 of `before` and `after`; stays when they are erased. */
  @Column('bytea') payloadDigest!: Buffer;
  /** SHA-256 of the chain so far and this row without its payload. */
  @Column('bytea') chain!: Buffer;
}

/** The ends of the chain of audits of a fan club, or of an organization. */
@Entity('staff_audit_chains')
@Index('uq_staff_audit_chains_fanclub', ['fanclubId'], { unique: true, where: 'fanclub_id IS NOT NULL' })
@Index('uq_staff_audit_chains_organization', ['organizationId'], {
  unique: true,
  where: 'fanclub_id IS NULL',
})
export class StaffAuditChain {
  @PrimaryGeneratedColumn('identity', { type: 'bigint' }) id!: number;
  @Column('bigint') organizationId!: number;
  @Column('bigint', { nullable: true }) fanclubId!: number | null;
  /** The position and value of the last purged row; 0 and zeros if none was purged. */
  @Column('bigint') firstPosition!: number;
  @Column('bytea') firstChain!: Buffer;
  @Column('bigint') lastPosition!: number;
  @Column('bytea') lastChain!: Buffer;
}

/** An hour in which a person of the staff looked at a member. The key allows one row, and so one audit, per hour. */
@Entity('staff_reads')
@ForeignKey(() => Fanclub, ['fanclubId'], ['id'])
@ForeignKey(() => Staff, ['staffId'], ['id'], { onDelete: 'CASCADE' })
@ForeignKey('Customer', ['fanclubId', 'customerId'], ['fanclubId', 'id'], { onDelete: 'CASCADE' })
@Unique(['fanclubId', 'customerId', 'staffId', 'hour'])
@Index(['hour'])
@PersonalRows<StaffRead>({
  merged: 'erased',
  of: 'customerId',
  deleted: { activity: ['hour'] },
  until: 'a day',
})
export class StaffRead {
  @Column('bigint') fanclubId!: number;
  @PrimaryColumn('bigint') staffId!: number;
  @PrimaryColumn('bigint') customerId!: number;
  /** The beginning of the hour. */
  @PrimaryColumn('timestamptz') hour!: Date;
}
