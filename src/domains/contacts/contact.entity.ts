import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import type { CustomFields } from '#libs/validation';
import { Timestamps } from '#platform/database/timestamps.entity';
import { Fanclub } from '#platform/tenants/fanclub.entity';

/** For onConflict: an address is on the list once, whatever its letter case. */
const UNIQUE_CONTACT_EMAIL = 'uq_contacts_fanclub_email';

/** Someone on the fan club's contact list who is not, or not yet, a customer. */
@Entity('contacts')
@ForeignKey(() => Fanclub, ['fanclubId'], ['id'])
@Unique(['fanclubId', 'id'])
@Index(UNIQUE_CONTACT_EMAIL, { synchronize: false })
@Check('ck_contacts_custom_fields', `jsonb_typeof(custom_fields) = 'object'`)
export class Contact extends Timestamps {
  @PrimaryGeneratedColumn('identity', { type: 'bigint' }) id!: number;
  @Column('bigint') fanclubId!: number;
  @Column('text') email!: string;
  @Column('text', { nullable: true }) firstName!: string | null;
  @Column('text', { nullable: true }) lastName!: string | null;
  @Column('date', { nullable: true }) birthdate!: string | null;
  /** The website's word for where they signed up. */
  @Column('text', { nullable: true }) listsOptInSource!: string | null;
  /** Null: the address is not confirmed yet. */
  @Column('timestamptz', { nullable: true }) confirmedAt!: Date | null;
  /** When the mail that asks to confirm it was queued last; null: never, as for imported contacts. */
  @Column('timestamptz', { nullable: true }) confirmationSentAt!: Date | null;
  /** Whatever else the website sent, by name. */
  @Column('jsonb', { default: {} }) customFields!: CustomFields;
}
