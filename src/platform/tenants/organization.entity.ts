import { Column, Entity, PrimaryGeneratedColumn, Unique, Check, ForeignKey, Index } from 'typeorm';
import { Timestamps } from '#platform/database/timestamps.entity';

/** The owner of fan clubs, whose secret keys allow searching customers. */
@Entity('organizations')
@Unique(['name'])
export class Organization extends Timestamps {
  @PrimaryGeneratedColumn('identity', { type: 'bigint' }) id!: number;
  @Column('text') name!: string;
}

/**
 * A secret key of an organization, for the `Api-Key` header. Several may be valid simultaneously, so that keys can be rotated.
 */
@Entity('organization_api_keys')
@ForeignKey(() => Organization, ['organizationId'], ['id'], { onDelete: 'CASCADE' })
@Unique(['keyHash'])
@Index(['organizationId'])
@Check('ck_organization_api_keys_label', 'length(label) BETWEEN 1 AND 100')
export class OrganizationApiKey extends Timestamps {
  @PrimaryGeneratedColumn('identity', { type: 'bigint' }) id!: number;
  @Column('bigint') organizationId!: number;
  /** SHA-256 of the key, which is shown only once and not stored. */
  @Column('bytea') keyHash!: Buffer;
  /** The first characters of the key, so that people can identify it. */
  @Column('text') prefix!: string;
  /** The operator's name for the key; null without one. */
  @Column('text', { nullable: true }) label!: string | null;
  @Column('timestamptz', { nullable: true }) lastUsedAt!: Date | null;
  /** Null while the key is valid. */
  @Column('timestamptz', { nullable: true }) revokedAt!: Date | null;
}
