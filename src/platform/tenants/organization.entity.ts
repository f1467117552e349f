import { Column, Entity, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { Timestamps } from '#platform/database/timestamps.entity';

/** Who runs fan clubs: the holder of the secret keys for searching customers. */
@Entity('organizations')
@Unique(['name'])
export class Organization extends Timestamps {
  @PrimaryGeneratedColumn('identity', { type: 'bigint' }) id!: number;
  @Column('text') name!: string;
}
