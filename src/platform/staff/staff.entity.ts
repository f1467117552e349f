import { Check, Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { Timestamps } from '#platform/database/timestamps.entity';

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
