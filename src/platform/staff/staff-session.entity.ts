import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { Staff } from './staff.entity';

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
  /** For the idle limit; not written at each request. */
  @Column('timestamptz') lastSeenAt!: Date;
  /** The absolute end. */
  @Column('timestamptz') expiresAt!: Date;
  /** When the person last proved a factor; risky actions need a recent proof. */
  @Column('timestamptz') provedAt!: Date;
  /** When the session was ended early. */
  @Column('timestamptz', { nullable: true }) revokedAt!: Date | null;
}
