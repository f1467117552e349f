import { Check, Column, Entity, Index, PrimaryGeneratedColumn, ForeignKey } from 'typeorm';
import { Timestamps } from '#platform/database/timestamps.entity';
import { Fanclub } from '#platform/tenants/fanclub.entity';
import { Organization } from '#platform/tenants/organization.entity';
import type { Role } from '../permissions';

/** A person who works for one fan club or several; `staff_roles` has what they may do. */
@Entity('staff')
// Over lower(email); declared in the migration.
@Index('uq_staff_email', { synchronize: false })
@Check('ck_staff_name', 'length(name) BETWEEN 1 AND 100')
@Check('ck_staff_totp', 'totp_last_step IS NULL OR totp_sealed IS NOT NULL')
export class Staff extends Timestamps {
  @PrimaryGeneratedColumn('identity', { type: 'bigint' }) id!: number;
  @Column('text') email!: string;
  @Column('text') name!: string;
  /** Null: the person logs in with a passkey only. */
  @Column('text', { nullable: true }) passwordHash!: string | null;
  /** The secret of the authenticator app, sealed. */
  @Column('text', { nullable: true }) totpSealed!: string | null;
  /** The time step of the last accepted code, so that a code works once. */
  @Column('bigint', { nullable: true }) totpLastStep!: number | null;
  /** When the person was locked out. */
  @Column('timestamptz', { nullable: true }) disabledAt!: Date | null;
}

/** What a person may do in one fan club, or in all of an organization. */
@Entity('staff_roles')
@ForeignKey(() => Staff, ['staffId'], ['id'], { onDelete: 'CASCADE' })
@ForeignKey(() => Organization, ['organizationId'], ['id'], { onDelete: 'CASCADE' })
@ForeignKey(() => Fanclub, ['organizationId', 'fanclubId'], ['organizationId', 'id'], { onDelete: 'CASCADE' })
@Index('uq_staff_roles_organization', ['staffId', 'organizationId'], {
  unique: true,
  where: 'fanclub_id IS NULL',
})
@Index('uq_staff_roles_fanclub', ['staffId', 'fanclubId'], { unique: true, where: 'fanclub_id IS NOT NULL' })
@Index(['staffId'])
@Index(['organizationId', 'fanclubId'])
@Check('ck_staff_roles_role', `role IN ('owner', 'manager', 'support', 'fulfilment', 'viewer')`)
export class StaffRole extends Timestamps {
  @PrimaryGeneratedColumn('identity', { type: 'bigint' }) id!: number;
  @Column('bigint') staffId!: number;
  @Column('bigint') organizationId!: number;
  /** Null: all fan clubs of the organization. */
  @Column('bigint', { nullable: true }) fanclubId!: number | null;
  @Column('text') role!: Role;
}
