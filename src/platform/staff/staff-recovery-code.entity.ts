import { Column, Entity, ForeignKey, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { Staff } from './staff.entity';

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
