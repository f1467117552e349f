import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { Timestamps } from '#platform/database/timestamps.entity';
import { Fanclub } from '#platform/tenants/fanclub.entity';

/**
 * The outbox: a mail is written in the same transaction as what causes it, and sent afterwards. Without address: that is
 * sealed with the rest of the content, and gone once the mail is.
 */
@Entity('mails')
@ForeignKey(() => Fanclub, ['fanclubId'], ['id'])
@Unique(['messageKey'])
@Index(['fanclubId'])
@Check('ck_mails_kind', `kind ~ '^[a-z][a-z_]*$'`)
@Check('ck_mails_content', '(content_sealed IS NULL) = (sent_at IS NOT NULL)')
@Check('ck_mails_outcome', 'sent_at IS NULL OR given_up_at IS NULL')
export class Mail extends Timestamps {
  @PrimaryGeneratedColumn('identity', { type: 'bigint' }) id!: number;
  @Column('bigint') fanclubId!: number;
  /** A `MailKind`. */
  @Column('text') kind!: string;
  /** Sealed JSON of address, first name and link: who reads the table can follow no link. Null once sent. */
  @Column('text', { nullable: true }) contentSealed!: string | null;
  /** What the Message-ID says between its brackets, at every attempt. */
  @Column('text') messageKey!: string;
  /** Attempts to send it that have begun. */
  @Column('integer', { default: 0 }) attempts!: number;
  /** Why the latest attempt failed: a code, never the server's own words, which quote addresses. */
  @Column('text', { nullable: true }) lastError!: string | null;
  /** The acknowledgement: from then on it is never sent again. */
  @Column('timestamptz', { nullable: true }) sentAt!: Date | null;
  /** No further attempt will be made, unless staff ask for one. */
  @Column('timestamptz', { nullable: true }) givenUpAt!: Date | null;
}
