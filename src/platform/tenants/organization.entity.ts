import { Column, Entity, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { Timestamps } from '#platform/database/timestamps.entity';

/** The owner of fan clubs, whose secret keys allow searching customers. */
@Entity('organizations')
@Unique(['name'])
export class Organization extends Timestamps {
  @PrimaryGeneratedColumn('identity', { type: 'bigint' }) id!: number;
  @Column('text') name!: string;
}
