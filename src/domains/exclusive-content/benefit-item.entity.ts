import { Check, Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { Benefit } from '#domains/benefits/benefit.entity';
import type { StoreName } from '#platform/files';
import { FanclubRow } from '#platform/tenants/fanclub.entity';

/** A text or a file of a benefit, for members whose plan has the benefit. */
@Entity('benefit_items')
@ForeignKey(() => Benefit, ['fanclubId', 'benefitId'], ['fanclubId', 'id'])
@Unique(['fanclubId', 'id'])
@Unique(['fanclubId', 'fileKey'])
@Index('ix_benefit_items_fanclub_benefit', ['fanclubId', 'benefitId', 'position'])
@Check('ck_benefit_items_title', 'length(title) BETWEEN 1 AND 200')
@Check('ck_benefit_items_kind', '(html IS NULL) = (file_key IS NOT NULL)')
@Check('ck_benefit_items_file', 'num_nulls(file_name, media_type, size, sha256, store, file_key) IN (0, 6)')
@Check('ck_benefit_items_size', 'size > 0')
@Check('ck_benefit_items_store', "store IN ('folder', 's3')")
@Check(
  'ck_benefit_items_file_key',
  `file_key ~ '^[1-9][0-9]*/[0-9a-f]{64}-[0-9a-f]{16}$'
   AND split_part(file_key, '/', 1) = fanclub_id::text
   AND substr(split_part(file_key, '/', 2), 1, 64) = encode(sha256, 'hex')`,
)
export class BenefitItem extends FanclubRow {
  @Column('bigint') benefitId!: number;
  /** Items of a benefit are shown by position, then by id. */
  @Column('integer') position!: number;
  @Column('text') title!: string;
  /** The cleaned HTML of a text. Null: a file, which has all of the following. */
  @Column('text', { nullable: true }) html!: string | null;
  /** The name that the file had when it was uploaded, and has when it is downloaded. */
  @Column('text', { nullable: true }) fileName!: string | null;
  /** By the content of the file. */
  @Column('text', { nullable: true }) mediaType!: string | null;
  /** Bytes. */
  @Column('bigint', { nullable: true }) size!: number | null;
  @Column('bytea', { nullable: true }) sha256!: Buffer | null;
  @Column('text', { nullable: true }) store!: StoreName | null;
  /** Where the file is in its storage. */
  @Column('text', { nullable: true }) fileKey!: string | null;
}
