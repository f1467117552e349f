import { Check, Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { FanclubRow } from '#platform/tenants/fanclub.entity';
import { Staff } from '../people/staff.entity';
import type { Permission } from '../permissions';

/** A key with which a program uses the API for staff of one fan club. The program holds the key, this row its digest. */
@Entity('staff_api_keys')
@ForeignKey(() => Staff, ['staffId'], ['id'], { onDelete: 'CASCADE' })
@Unique(['fanclubId', 'tokenHash'])
@Index(['staffId'])
@Index(['expiresAt'])
@Check('ck_staff_api_keys_name', 'length(name) BETWEEN 1 AND 100')
@Check('ck_staff_api_keys_token_hash', 'length(token_hash) = 32')
@Check('ck_staff_api_keys_scopes', 'cardinality(scopes) > 0')
@Check('ck_staff_api_keys_expires_at', `expires_at <= created_at + interval '367 days'`)
export class StaffApiKey extends FanclubRow {
  /** Who made it. The key never reaches further than this person does at the moment. */
  @Column('bigint') staffId!: number;
  @Column('text') name!: string;
  /** The first characters of the key, so that people recognize it. */
  @Column('text') prefix!: string;
  /** SHA-256 of the key. */
  @Column('bytea') tokenHash!: Buffer;
  @Column('text', { array: true }) scopes!: Permission[];
  @Column('timestamptz') expiresAt!: Date;
  /** Not updated at every request. */
  @Column('timestamptz', { nullable: true }) lastUsedAt!: Date | null;
  @Column('timestamptz', { nullable: true }) revokedAt!: Date | null;
}
