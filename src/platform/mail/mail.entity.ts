import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { PersonalRows } from '#libs/personal-data';
import { Timestamps } from '#platform/database/timestamps.entity';
import type { MailKind } from './mail-kinds';
import { Fanclub } from '#platform/tenants/fanclub.entity';

/** The kind of mails that only the person who changes their address causes, and of which nobody else gets one. */
const OF_NEW_ADDRESS: MailKind = 'confirm_new_address';

/**
 * The outbox: a mail is written in the transaction of the change that causes it, and sent afterwards. The address is sealed with
 * the rest of the content, which is deleted when the mail is sent.
 */
@Entity('mails')
@ForeignKey(() => Fanclub, ['fanclubId'], ['id'])
@Unique(['messageKey'])
@Unique(['fanclubId', 'id'])
@Index('ix_mails_fanclub_address', ['fanclubId', 'addressDigest'])
@Check('ck_mails_address_digest', 'length(address_digest) = 32')
@Check('ck_mails_kind', `kind ~ '^[a-z][a-z_]*$'`)
@Check('ck_mails_content', '(content_sealed IS NULL) = (sent_at IS NOT NULL)')
@Check('ck_mails_outcome', 'sent_at IS NULL OR given_up_at IS NULL')
@PersonalRows<Mail>({
  merged: 'follows',
  of: {
    sql: `t.address_digest = ANY ($digests) OR t.kind = '${OF_NEW_ADDRESS}' AND t.address_digest = ANY ($unconfirmed)`,
  },
  deleted: {
    mail: ['kind', 'attempts', 'lastError', 'sentAt', 'givenUpAt'],
    secret: ['contentSealed', 'messageKey', 'addressDigest'],
  },
  until: '30 days after it was sent or given up; its content until it is sent',
})
export class Mail extends Timestamps {
  @PrimaryGeneratedColumn('identity', { type: 'bigint' }) id!: number;
  @Column('bigint') fanclubId!: number;
  /** A `MailKind`. */
  @Column('text') kind!: string;
  /** Sealed JSON of address, first name and link, so that a reader of the table cannot use the link. Null once sent. */
  @Column('text', { nullable: true }) contentSealed!: string | null;
  /** A keyed digest of the address in lower case, by which a person's mails are found. Null: queued before it was stored. */
  @Column('bytea', { nullable: true }) addressDigest!: Buffer | null;
  /** The Message-ID without its brackets, the same at every attempt. */
  @Column('text') messageKey!: string;
  /** Attempts that were started. */
  @Column('integer', { default: 0 }) attempts!: number;
  /** Why the latest attempt failed: a code, never the server's message, which quotes addresses. */
  @Column('text', { nullable: true }) lastError!: string | null;
  /** When the mail was sent. A mail that has this time is never sent again. */
  @Column('timestamptz', { nullable: true }) sentAt!: Date | null;
  /** When the mail was given up. Then no further attempt is made, unless staff request one. */
  @Column('timestamptz', { nullable: true }) givenUpAt!: Date | null;
}

/** A fan club's own texts of one kind of mail. Null: the service's default. */
@Entity('mail_templates')
@ForeignKey(() => Fanclub, ['fanclubId'], ['id'], { onDelete: 'CASCADE' })
@Unique(['fanclubId', 'kind'])
@Check('ck_mail_templates_kind', `kind ~ '^[a-z][a-z_]*$'`)
export class MailTemplate extends Timestamps {
  @PrimaryGeneratedColumn('identity', { type: 'bigint' }) id!: number;
  @Column('bigint') fanclubId!: number;
  /** A `MailKind`. */
  @Column('text') kind!: string;
  @Column('text', { nullable: true }) subject!: string | null;
  @Column('text', { nullable: true }) text!: string | null;
  @Column('text', { nullable: true }) html!: string | null;
}
