import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { Timestamps } from '#platform/database/timestamps.entity';
import { Fanclub } from './fanclub.entity';

/** The maximum number of hosts of a fan club. */
export const MAX_HOSTS = 20;

/** A host at which a fan club is served. Only verified ones count. */
@Entity('fan_club_hosts')
@ForeignKey(() => Fanclub, ['fanclubId'], ['id'], { onDelete: 'CASCADE' })
@Unique('uq_fan_club_hosts_host', ['host'])
@Unique(['fanclubId', 'id'])
@Index('uq_fan_club_hosts_main', ['fanclubId'], { unique: true, where: 'main' })
@Check(
  'ck_fan_club_hosts_host',
  `length(host) <= 253 AND host ~ '^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$'`,
)
@Check('ck_fan_club_hosts_main', 'NOT main OR verified_at IS NOT NULL')
export class FanClubHost extends Timestamps {
  @PrimaryGeneratedColumn('identity', { type: 'bigint' }) id!: number;
  @Column('bigint') fanclubId!: number;
  /** In lower case and ASCII, without port. Unique over the installation, also while it waits. */
  @Column('text') host!: string;
  /** Whether links lead there. A fan club with verified hosts has one. */
  @Column('boolean', { default: false }) main!: boolean;
  /** When a check has found this service at the host. Null: not yet. */
  @Column('timestamptz', { nullable: true }) verifiedAt!: Date | null;
}
