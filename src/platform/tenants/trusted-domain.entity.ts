import { Column, Entity, ForeignKey, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { Timestamps } from '#platform/database/timestamps.entity';
import { Fanclub } from './fanclub.entity';

/**
 * The maximum number of trusted domains of a fan club. Each domain has access, so the list must be short enough to be maintained.
 */
export const MAX_TRUSTED_DOMAINS = 50;

/** A website whose pages may use the API from a browser. */
@Entity('trusted_domains')
@ForeignKey(() => Fanclub, ['fanclubId'], ['id'], { onDelete: 'CASCADE' })
@Unique(['fanclubId', 'origin'])
export class TrustedDomain extends Timestamps {
  @PrimaryGeneratedColumn('identity', { type: 'bigint' }) id!: number;
  @Column('bigint') fanclubId!: number;
  /** Exactly as browsers send it: scheme, host, and the port unless it is the scheme's own. */
  @Column('text') origin!: string;
}
