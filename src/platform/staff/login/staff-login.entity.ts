import {
  Check,
  Column,
  Entity,
  ForeignKey,
  Index,
  PrimaryGeneratedColumn,
  Unique,
  PrimaryColumn,
} from 'typeorm';
import { Staff } from '../people/staff.entity';
import { Timestamps } from '#platform/database/timestamps.entity';
import { Fanclub } from '#platform/tenants/fanclub.entity';
import { Organization } from '#platform/tenants/organization.entity';
import type { Role } from '../permissions';

/** A session of a person of the staff. The cookie holds a random token, this row its digest. */
@Entity('staff_sessions')
@ForeignKey(() => Staff, ['staffId'], ['id'], { onDelete: 'CASCADE' })
@Unique(['tokenHash'])
@Index(['staffId'])
@Index(['expiresAt'])
@Check('ck_staff_sessions_token_hash', 'length(token_hash) = 32')
export class StaffSession {
  @PrimaryGeneratedColumn('identity', { type: 'bigint' }) id!: number;
  @Column('bigint') staffId!: number;
  /** SHA-256 of the token. */
  @Column('bytea') tokenHash!: Buffer;
  /** As the browser sent it, cut; helps people to recognise their sessions. */
  @Column('text') userAgent!: string;
  @Column('timestamptz') createdAt!: Date;
  /** For the idle limit; not updated at every request. */
  @Column('timestamptz') lastSeenAt!: Date;
  /** The absolute end. */
  @Column('timestamptz') expiresAt!: Date;
  /** When the person last proved a factor; risky actions need a recent proof. */
  @Column('timestamptz') provedAt!: Date;
  /** When the session was ended early. */
  @Column('timestamptz', { nullable: true }) revokedAt!: Date | null;
}

/** A passkey (WebAuthn credential) with which a person logs in. */
@Entity('staff_passkeys')
@ForeignKey(() => Staff, ['staffId'], ['id'], { onDelete: 'CASCADE' })
@Unique(['credential'])
@Index(['staffId'])
@Check('ck_staff_passkeys_name', 'length(name) BETWEEN 1 AND 100')
export class StaffPasskey extends Timestamps {
  @PrimaryGeneratedColumn('identity', { type: 'bigint' }) id!: number;
  @Column('bigint') staffId!: number;
  /** base64url. */
  @Column('text') credential!: string;
  /** COSE. */
  @Column('bytea') publicKey!: Buffer;
  /** The authenticator's signature counter; it must not go back unless it is always 0. */
  @Column('bigint') counter!: number;
  /** How browsers reach the authenticator: `internal`, `usb`, … */
  @Column('text', { array: true }) transports!: string[];
  /** The person's name for it. */
  @Column('text') name!: string;
  @Column('timestamptz', { nullable: true }) lastUsedAt!: Date | null;
}

/** A code that takes the place of the second factor once. */
@Entity('staff_recovery_codes')
@ForeignKey(() => Staff, ['staffId'], ['id'], { onDelete: 'CASCADE' })
@Unique('uq_staff_recovery_codes_staff_code', ['staffId', 'codeHash'])
export class StaffRecoveryCode {
  @PrimaryGeneratedColumn('identity', { type: 'bigint' }) id!: number;
  @Column('bigint') staffId!: number;
  /** SHA-256. The codes are random, so that nobody can guess them. */
  @Column('bytea') codeHash!: Buffer;
  @Column('timestamptz', { nullable: true }) usedAt!: Date | null;
}

/** `invite`: to become staff; `reset`: to set up new factors. */
export type StaffTokenPurpose = 'invite' | 'reset';

/** A link that was mailed to a person of the staff, and what it gives. Deleted when it is used. */
@Entity('staff_tokens')
@ForeignKey(() => Staff, ['staffId'], ['id'], { onDelete: 'CASCADE' })
@ForeignKey(() => Organization, ['organizationId'], ['id'], { onDelete: 'CASCADE' })
@ForeignKey(() => Fanclub, ['organizationId', 'fanclubId'], ['organizationId', 'id'], { onDelete: 'CASCADE' })
@Unique(['tokenHash'])
@Index(['staffId'])
@Index(['organizationId', 'fanclubId'])
@Index(['expiresAt'])
@Check('ck_staff_tokens_token_hash', 'length(token_hash) = 32')
@Check('ck_staff_tokens_purpose', `purpose IN ('invite', 'reset')`)
@Check('ck_staff_tokens_staff', `purpose = 'invite' OR staff_id IS NOT NULL`)
@Check('ck_staff_tokens_role', `role IN ('owner', 'manager', 'support', 'fulfilment', 'viewer')`)
export class StaffToken extends Timestamps {
  @PrimaryGeneratedColumn('identity', { type: 'bigint' }) id!: number;
  @Column('text') purpose!: StaffTokenPurpose;
  /** Where the link was mailed to. */
  @Column('text') email!: string;
  @Column('bigint') organizationId!: number;
  /** Null: all fan clubs of the organization. */
  @Column('bigint', { nullable: true }) fanclubId!: number | null;
  @Column('text') role!: Role;
  /** The person whose factors are reset; null for an invitation. */
  @Column('bigint', { nullable: true }) staffId!: number | null;
  /** SHA-256 of the token. */
  @Column('bytea') tokenHash!: Buffer;
  @Column('timestamptz') expiresAt!: Date;
}

/** A counter of attempts in a window of time. */
@Entity('staff_limits')
@Index(['endsAt'])
@Check('ck_staff_limits_digest', 'length(digest) = 32')
export class StaffLimit {
  @PrimaryColumn('text') what!: string;
  /** A keyed digest of the address or network. */
  @PrimaryColumn('bytea') digest!: Buffer;
  @Column('integer') count!: number;
  @Column('timestamptz') endsAt!: Date;
}
