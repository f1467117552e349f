import { Column, ForeignKey, PrimaryGeneratedColumn } from 'typeorm';
import { Timestamps } from '#platform/database/timestamps.entity';
import { Fanclub } from './fanclub.entity';

/** A row of a fan club with an id. */
@ForeignKey(() => Fanclub, ['fanclubId'], ['id'])
export abstract class FanclubRow extends Timestamps {
  @PrimaryGeneratedColumn('identity', { type: 'bigint' }) id!: number;
  @Column('bigint') fanclubId!: number;
}
