import { Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { PersonalRows } from '#libs/personal-data';
import { FanclubRow } from '#platform/tenants/fanclub.entity';
import type { MailKind } from './mail-kinds';

/** A mail that was sent to an address of a customer, for staff who answer questions about it. */
@Entity('sent_mails')
// The entity is given by name, because the platform does not import domains.
@ForeignKey('Customer', ['fanclubId', 'customerId'], ['fanclubId', 'id'], { onDelete: 'CASCADE' })
@Unique(['fanclubId', 'id'])
@Index(['fanclubId', 'customerId'])
@Index('ix_sent_mails_content', ['sentAt'], { where: 'content_sealed IS NOT NULL' })
@PersonalRows<SentMail>({
  of: 'customerId',
  merged: 'moved',
  deleted: { mail: ['kind', 'sentAt'], 'e-mail address': ['address'], secret: ['contentSealed'] },
  until: 'as long as the account; the text for 90 days',
})
export class SentMail extends FanclubRow {
  @Column('bigint') customerId!: number;
  @Column('text') kind!: MailKind;
  /** Where it went. */
  @Column('text') address!: string;
  /** The sealed JSON of a `SentText`. Null: it is older than 90 days, or its text has a code. */
  @Column('text', { nullable: true }) contentSealed!: string | null;
  @Column('timestamptz') sentAt!: Date;
}
