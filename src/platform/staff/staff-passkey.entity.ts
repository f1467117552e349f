import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { Timestamps } from '#platform/database/timestamps.entity';
import { Staff } from './staff.entity';

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
