import { Check, Column, Entity, Unique } from 'typeorm';
import type { StoreName } from '#platform/files';
import { FanclubRow } from '#platform/tenants/fanclub.entity';

/** A picture that staff uploaded, for everybody who knows its address. It is never changed. */
@Entity('club_images')
@Unique(['fanclubId', 'id'])
@Unique(['fanclubId', 'fileKey'])
@Check('ck_club_images_media_type', "media_type IN ('image/jpeg', 'image/png')")
@Check('ck_club_images_size', 'size > 0 AND width > 0 AND height > 0')
@Check('ck_club_images_store', "store IN ('folder', 's3')")
@Check(
  'ck_club_images_file_key',
  `file_key ~ '^[1-9][0-9]*/[0-9a-f]{64}-[0-9a-f]{16}$' AND split_part(file_key, '/', 1) = fanclub_id::text`,
)
export class ClubImage extends FanclubRow {
  /** The name that the file had when it was uploaded. */
  @Column('text') fileName!: string;
  /** Of the picture as it is stored, which differs from the file that was uploaded. */
  @Column('text') mediaType!: string;
  @Column('integer') width!: number;
  @Column('integer') height!: number;
  /** Bytes. */
  @Column('bigint') size!: number;
  @Column('text') store!: StoreName;
  /** Where the file is in its storage. What follows the fan club is its name in the address. */
  @Column('text') fileKey!: string;
}
