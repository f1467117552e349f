import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { Staff } from './people/staff.entity';

/** The answer to a request with an `Idempotency-Key`, for its repetitions. Kept for a day. */
@Entity('staff_requests')
@ForeignKey(() => Staff, ['staffId'], ['id'], { onDelete: 'CASCADE' })
@Unique(['staffId', 'key'])
@Index(['createdAt'])
export class StaffRequest {
  @PrimaryGeneratedColumn('identity', { type: 'bigint' }) id!: number;
  @Column('bigint') staffId!: number;
  @Column('text') key!: string;
  /** SHA-256 of method, path and body: a key must not be used for another request. */
  @Column('bytea') requestDigest!: Buffer;
  @Column('integer') status!: number;
  @Column('text') answer!: string;
  @Column('timestamptz') createdAt!: Date;
}
