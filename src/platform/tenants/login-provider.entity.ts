import { Check, Column, Entity, ForeignKey, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { Timestamps } from '#platform/database/timestamps.entity';
import { Fanclub } from './fanclub.entity';

/** A third party with whose account customers may log in. */
@Entity('login_providers')
@ForeignKey(() => Fanclub, ['fanclubId'], ['id'], { onDelete: 'CASCADE' })
@Unique(['fanclubId', 'name'])
@Check('ck_login_providers_name', `name ~ '^[a-z][a-z0-9_]*$'`)
export class LoginProvider extends Timestamps {
  @PrimaryGeneratedColumn('identity', { type: 'bigint' }) id!: number;
  @Column('bigint') fanclubId!: number;
  /** `social`, or another word; part of paths and parameter names (`<name>_signed_request`). */
  @Column('text') name!: string;
  @Column('text') appId!: string;
  /** Sealed instead of hashed, since it is the key of the provider's signatures. */
  @Column('text') appSecretSealed!: string;
  @Column('text', { nullable: true }) loginPath!: string | null;
  @Column('boolean', { default: true }) enabled!: boolean;
}
