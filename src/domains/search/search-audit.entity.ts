import {
  Check,
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  Index,
  PrimaryGeneratedColumn,
  Unique,
} from 'typeorm';
import { Fanclub } from '#platform/tenants/fanclub.entity';
import { OrganizationApiKey } from '#platform/tenants/organization.entity';

/** The record of a look-up by a partner. */
@Entity('search_audits')
@ForeignKey(() => Fanclub, ['fanclubId'], ['id'], { onDelete: 'CASCADE' })
@ForeignKey(() => OrganizationApiKey, ['organizationApiKeyId'], ['id'], { onDelete: 'CASCADE' })
@Unique(['fanclubId', 'organizationApiKeyId', 'id'])
@Index(['createdAt'])
@Check('ck_search_audits_email_digest', 'length(email_digest) = 32')
export class SearchAudit {
  @PrimaryGeneratedColumn('identity', { type: 'bigint' }) id!: number;
  @Column('bigint') fanclubId!: number;
  @Column('bigint') organizationApiKeyId!: number;
  /** Keyed digest of the address in lower case. Nobody can guess addresses without the key. */
  @Column('bytea') emailDigest!: Buffer;
  /** Whether a customer was found and shown. */
  @Column('boolean') found!: boolean;
  @CreateDateColumn({ type: 'timestamptz' }) createdAt!: Date;
}
