import { Check, Column, Entity, Index, Unique } from 'typeorm';
import { PersonalRows } from '#libs/personal-data';
import type { CustomFields } from '#libs/validation';
import { FanclubRow } from '#platform/tenants/fanclub.entity';

/** A person on the fan club's contact list. */
@Entity('contacts')
@Unique(['fanclubId', 'id'])
@Index('uq_contacts_fanclub_email', { synchronize: false })
@Check('ck_contacts_custom_fields', `jsonb_typeof(custom_fields) = 'object'`)
@PersonalRows<Contact>({
  merged: 'follows',
  of: {
    sql: `lower(t.email) IN (
      SELECT lower(c.email) FROM customers c WHERE c.fanclub_id = $fanclub AND c.id = $person
      UNION SELECT lower(a.email) FROM email_aliases a WHERE a.fanclub_id = $fanclub AND a.customer_id = $person)`,
  },
  deleted: {
    'e-mail address': ['email'],
    name: ['firstName', 'lastName'],
    'birth date': ['birthdate'],
    consent: ['listsOptInSource', 'confirmedAt', 'confirmationSentAt'],
    'own fields': ['customFields'],
  },
  until: 'as long as the fan club',
})
export class Contact extends FanclubRow {
  @Column('text') email!: string;
  @Column('text', { nullable: true }) firstName!: string | null;
  @Column('text', { nullable: true }) lastName!: string | null;
  @Column('date', { nullable: true }) birthdate!: string | null;
  /** The website's name for the place where the person signed up. */
  @Column('text', { nullable: true }) listsOptInSource!: string | null;
  /** When the address was confirmed. Null: not yet. */
  @Column('timestamptz', { nullable: true }) confirmedAt!: Date | null;
  /** When a confirmation mail was last queued. Null: never, for example for imported contacts. */
  @Column('timestamptz', { nullable: true }) confirmationSentAt!: Date | null;
  /** All other fields that the website sent. */
  @Column('jsonb', { default: {} }) customFields!: CustomFields;
}
