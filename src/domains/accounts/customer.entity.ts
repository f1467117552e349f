import { Check, Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { PersonalRows } from '#libs/personal-data';
import { FanclubRow } from '#platform/tenants/fanclub.entity';
import { Plan } from '#domains/plans/plan.entity';

/** For onConflict: unique within a fan club, in any letter case. */
export const UNIQUE_EMAIL = 'uq_customers_fanclub_email';
export const UNIQUE_USERNAME = 'uq_customers_fanclub_username';

/** Whether the customer `c` has asked to be erased, and has some days left to change their mind, in SQL. */
export const IS_LEAVING_SQL = '(c.erase_at IS NOT NULL AND c.erased_at IS NULL)';

/** A person who has an account with one fan club. */
@Entity('customers')
@ForeignKey(() => Plan, ['fanclubId', 'lockedPlanId'], ['fanclubId', 'id'])
@Unique(['fanclubId', 'id'])
@Index(UNIQUE_EMAIL, { synchronize: false })
@Index(UNIQUE_USERNAME, { synchronize: false })
@Index('ix_customers_fanclub_password_format', { synchronize: false })
@Index('ix_customers_fanclub_new_email', { synchronize: false })
@Index('ix_customers_names', ['fanclubId', 'id', 'firstName', 'lastName'], { where: 'erased_at IS NULL' })
@Index('ix_customers_addresses', ['fanclubId', 'id', 'email', 'username'], { where: 'erased_at IS NULL' })
@Index(['fanclubId', 'lockedPlanId'])
@Index('ix_customers_without_email', ['createdAt'], { where: 'email IS NULL' })
@Check('ck_customers_registered_email', 'email IS NOT NULL OR NOT registered')
@Check('ck_customers_renewals', 'renewals >= 0')
@Check(
  'ck_customers_erased',
  `erased_at IS NULL OR NOT registered AND NOT auto_renewal_enabled AND num_nonnulls(
     email, new_email, password_hash, first_name, last_name, birthdate, username) = 0`,
)
@ForeignKey(() => Customer, ['fanclubId', 'mergedInto'], ['fanclubId', 'id'], { onDelete: 'SET NULL' })
@Index(['fanclubId', 'mergedInto'])
@Check('ck_customers_merged', 'merged_into IS NULL OR erased_at IS NOT NULL AND merged_into <> id')
@Index('ix_customers_erased', ['fanclubId', 'id'], { where: 'erased_at IS NOT NULL' })
@Index('ix_customers_to_erase', ['eraseAt'], { where: 'erase_at IS NOT NULL AND erased_at IS NULL' })
@PersonalRows<Customer>({
  merged: 'own',
  of: 'id',
  nulled: {
    name: ['firstName', 'lastName', 'username'],
    'e-mail address': ['email', 'newEmail'],
    'birth date': ['birthdate'],
    secret: ['passwordHash'],
    consent: ['listsOptInSource', 'listsOptInChangedAt'],
  },
  reset: { account: ['registered', 'invalidEmail'], consent: ['listsOptIn', 'autoRenewalEnabled'] },
  kept: {
    account: ['confirmedAt', 'lastLoginAt', 'blacklisted', 'eraseAt', 'erasedAt', 'mergedInto'],
    consent: ['acceptedTermsAt'],
    membership: ['renewals'],
  },
})
export class Customer extends FanclubRow {
  /** Trimmed, in its original letter case. Null for the buyer of a free plan who has not registered, and after an erasure. */
  @Column('text', { nullable: true }) email!: string | null;
  /** argon2, or bcrypt if imported. Null: the customer has no password. */
  @Column('text', { nullable: true }) passwordHash!: string | null;
  @Column('text', { nullable: true }) firstName!: string | null;
  @Column('text', { nullable: true }) lastName!: string | null;
  @Column('date', { nullable: true }) birthdate!: string | null;
  /** Only for fan clubs with forum integration. */
  @Column('text', { nullable: true }) username!: string | null;
  /** False for the buyer of a free plan until the registration. */
  @Column('boolean', { default: false }) registered!: boolean;
  /** When the e-mail address was confirmed. Null: not yet, so the customer counts as logged out. */
  @Column('timestamptz', { nullable: true }) confirmedAt!: Date | null;
  /** When a session was last opened, to the day; at first when the row was made. */
  @Column('timestamptz', { default: () => 'now()' }) lastLoginAt!: Date;
  @Column('boolean', { default: false }) blacklisted!: boolean;
  /** Mails to the address are returned. */
  @Column('boolean', { default: false }) invalidEmail!: boolean;
  /** The address that becomes `email` once it is confirmed. */
  @Column('text', { nullable: true }) newEmail!: string | null;
  /** Marketing e-mail. */
  @Column('boolean', { default: false }) listsOptIn!: boolean;
  /** The website's name for the place where the preference was given. */
  @Column('text', { nullable: true }) listsOptInSource!: string | null;
  @Column('timestamptz', { nullable: true }) listsOptInChangedAt!: Date | null;
  @Column('boolean', { default: false }) autoRenewalEnabled!: boolean;
  /** The only plan that the customer may renew, within its renewal cap. */
  @Column('bigint', { nullable: true }) lockedPlanId!: number | null;
  /** How often the locked plan has been renewed. */
  @Column('integer', { default: 0 }) renewals!: number;
  @Column('timestamptz', { nullable: true }) acceptedTermsAt!: Date | null;
  /** When the customer is to be erased, as they asked. Null: they have not, or changed their mind. */
  @Column('timestamptz', { nullable: true }) eraseAt!: Date | null;
  /** When the customer was erased. The row stays for its orders and memberships. */
  @Column('timestamptz', { nullable: true }) erasedAt!: Date | null;
  /** The account into which this one was merged. Everything of the person is there. Null: it was not merged. */
  @Column('bigint', { nullable: true }) mergedInto!: number | null;
}

/** The connection of a customer with their account at a login provider. */
@Entity('authentications')
@ForeignKey(() => Customer, ['fanclubId', 'customerId'], ['fanclubId', 'id'], { onDelete: 'CASCADE' })
@Unique('uq_authentications_fanclub_name_uid', ['fanclubId', 'name', 'uid'])
@Unique('uq_authentications_customer_name', ['customerId', 'name'])
@PersonalRows<Authentication>({
  // The other account keeps its log-in. Connections of an unproven address may be another person's.
  merged: 'erased',
  of: 'customerId',
  deleted: { account: ['name', 'uid'] },
})
export class Authentication extends FanclubRow {
  @Column('bigint') customerId!: number;
  /** The fan club's name for the provider. */
  @Column('text') name!: string;
  /** The id of the account at the provider. */
  @Column('text') uid!: string;
}

/** A former e-mail address of a customer. A search still finds the customer by it. The current address is never an alias. */
@Entity('email_aliases')
@ForeignKey(() => Customer, ['fanclubId', 'customerId'], ['fanclubId', 'id'], { onDelete: 'CASCADE' })
@Unique(['fanclubId', 'id'])
@Index('uq_email_aliases_customer_email', { synchronize: false })
@Index('ix_email_aliases_fanclub_email', { synchronize: false })
@Index('ix_email_aliases_addresses', ['fanclubId', 'customerId', 'email'])
@PersonalRows<EmailAlias>({ merged: 'own', of: 'customerId', deleted: { 'e-mail address': ['email'] } })
export class EmailAlias extends FanclubRow {
  @Column('bigint') customerId!: number;
  @Column('text') email!: string;
}
