import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

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
  /** The position and value of the last row that was purged; 0 and zeros at first. */
  @Column('bigint') firstPosition!: number;
  @Column('bytea') firstChain!: Buffer;
  @Column('bigint') lastPosition!: number;
  @Column('bytea') lastChain!: Buffer;
}
