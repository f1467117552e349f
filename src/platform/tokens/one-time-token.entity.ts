import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { PersonalRows } from '#libs/personal-data';
import { Timestamps } from '#platform/database/timestamps.entity';
import { Fanclub } from '#platform/tenants/fanclub.entity';

/** What the bearer of a token may do, once. */
export type TokenPurpose =
  'confirm_address' | 'confirm_new_address' | 'reset_password' | 'recover_account' | 'confirm_contact';

/**
 * An owner has one token per purpose, and a newer token replaces it. For `recover_account` there is one token per address, so
 * that a thief who changes the address again does not replace the owner's token.
 */
export const ONE_TOKEN_PER_CUSTOMER = 'uq_one_time_tokens_fanclub_customer_purpose';
export const ONE_TOKEN_PER_CONTACT = 'uq_one_time_tokens_fanclub_contact_purpose';

/** A token that was mailed to somebody and has not been used. */
@Entity('one_time_tokens')
@ForeignKey(() => Fanclub, ['fanclubId'], ['id'])
// The entities are given by name, because the platform does not import domains.
@ForeignKey('Customer', ['fanclubId', 'customerId'], ['fanclubId', 'id'], { onDelete: 'CASCADE' })
@ForeignKey('Contact', ['fanclubId', 'contactId'], ['fanclubId', 'id'], { onDelete: 'CASCADE' })
@Unique(['fanclubId', 'tokenHash'])
@Unique(ONE_TOKEN_PER_CONTACT, ['fanclubId', 'contactId', 'purpose'])
@Index(ONE_TOKEN_PER_CUSTOMER, { synchronize: false })
@Index('ix_one_time_tokens_recoverable', { synchronize: false })
@Index(['expiresAt'])
@Check(
  'ck_one_time_tokens_purpose',
  `purpose IN ('confirm_address', 'confirm_new_address', 'reset_password', 'recover_account') AND customer_id IS NOT NULL
   OR purpose = 'confirm_contact' AND contact_id IS NOT NULL`,
)
@Check('ck_one_time_tokens_token_hash', 'length(token_hash) = 32')
@PersonalRows<OneTimeToken>({
  merged: 'erased',
  of: 'customerId',
  deleted: { account: ['purpose', 'expiresAt'], 'e-mail address': ['email'], secret: ['tokenHash'] },
  until: 'until it is used or expires, 30 days at most',
})
export class OneTimeToken extends Timestamps {
  @PrimaryGeneratedColumn('identity', { type: 'bigint' }) id!: number;
  @Column('bigint') fanclubId!: number;
  @Column('text') purpose!: TokenPurpose;
  @Column('bigint', { nullable: true }) customerId!: number | null;
  @Column('bigint', { nullable: true }) contactId!: number | null;
  /** The address that the token was mailed to. The token proves only this address, not a newer one. */
  @Column('text') email!: string;
  /** SHA-256 of the token, so that a reader of the table cannot use it. */
  @Column('bytea') tokenHash!: Buffer;
  @Column('timestamptz') expiresAt!: Date;
}
