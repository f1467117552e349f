import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { Timestamps } from '#platform/database/timestamps.entity';
import { Fanclub } from '#platform/tenants/fanclub.entity';
import { Organization } from '#platform/tenants/organization.entity';
import type { Role } from './permissions';
import { Staff } from './staff.entity';

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
