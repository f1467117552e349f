import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { Timestamps } from '#platform/database/timestamps.entity';
import { Fanclub } from './fanclub.entity';

/** A public key that selects the fan club. It grants nothing else. */
@Entity('fanclub_keys')
@ForeignKey(() => Fanclub, ['fanclubId'], ['id'], { onDelete: 'CASCADE' })
@Unique(['key'])
@Index(['fanclubId'])
@Index('uq_fanclub_keys_main', ['fanclubId'], { unique: true, where: 'main' })
@Check('ck_fanclub_keys_key', 'length(key) BETWEEN 1 AND 128')
@Check('ck_fanclub_keys_name', 'length(name) BETWEEN 1 AND 100')
export class FanclubKey extends Timestamps {
  @PrimaryGeneratedColumn('identity', { type: 'bigint' }) id!: number;
  @Column('bigint') fanclubId!: number;
  @Column('text') key!: string;
  /** The staff's name for the key; null without one. */
  @Column('text', { nullable: true }) name!: string | null;
  /** Whether it is the fan club's `key` in the catalogue; the others are extra keys. */
  @Column('boolean', { default: false }) main!: boolean;
  /** Null while the key is valid. */
  @Column('timestamptz', { nullable: true }) revokedAt!: Date | null;
}
