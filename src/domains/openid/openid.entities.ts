import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { PersonalRows } from '#libs/personal-data';
import { Timestamps } from '#platform/database/timestamps.entity';
import { FanclubRow } from '#platform/tenants/fanclub.entity';
import { Customer } from '#domains/accounts/customer.entity';
import { OidcApplication, type Scope } from './application.entity';

const OF_FANCLUB: [string, string] = ['fanclubId', 'id'];

/** What the provider library keeps. Only digests of its ids are stored, so that a reader of the table cannot use them. */
@Entity('oidc_records')
@ForeignKey(() => OidcApplication, ['fanclubId', 'applicationId'], OF_FANCLUB, { onDelete: 'CASCADE' })
@ForeignKey(() => Customer, ['fanclubId', 'customerId'], OF_FANCLUB, { onDelete: 'CASCADE' })
@Unique(['fanclubId', 'id'])
@Unique(['fanclubId', 'model', 'idHash'])
@Index(['fanclubId', 'grantHash'])
@Index(['fanclubId', 'uidHash'])
@Index('ix_oidc_records_fanclub_customer', ['fanclubId', 'customerId', 'applicationId'])
@Index(['fanclubId', 'applicationId'])
@Index(['expiresAt'])
@Check('ck_oidc_records_hashes', 'length(id_hash) = 32 AND length(uid_hash) = 32 AND length(grant_hash) = 32')
@Check(
  'ck_oidc_records_session',
  `model IN ('Interaction', 'ReplayDetection', 'PushedAuthorizationRequest')
   OR num_nulls(customer_id, session_id) = 0`,
)
@PersonalRows<OidcRecord>({
  merged: 'erased',
  of: 'customerId',
  deleted: {
    secret: ['idHash', 'uidHash', 'grantHash', 'payloadSealed'],
    activity: ['model', 'sessionId', 'consumedAt', 'expiresAt'],
  },
  until: 'until it expires, 30 days at most',
})
export class OidcRecord extends FanclubRow {
  /** The library's name of the kind: `Grant`, `AccessToken`, … */
  @Column('text') model!: string;
  @Column('bytea') idHash!: Buffer;
  @Column('bytea', { nullable: true }) uidHash!: Buffer | null;
  /** The grant that a code or token comes from; a grant has its own. */
  @Column('bytea', { nullable: true }) grantHash!: Buffer | null;
  @Column('text') payloadSealed!: string;
  @Column('bigint', { nullable: true }) applicationId!: number | null;
  @Column('bigint', { nullable: true }) customerId!: number | null;
  /** The session that gave it: once that is over, nobody finds the record. No key, because sessions are deleted when they are over. */
  @Column('bigint', { nullable: true }) sessionId!: number | null;
  @Column('timestamptz', { nullable: true }) consumedAt!: Date | null;
  @Column('timestamptz') expiresAt!: Date;
}

/** A key with which the installation signs tokens. */
@Entity('oidc_keys')
@Unique(['generation'])
export class OidcKey extends Timestamps {
  @PrimaryGeneratedColumn('identity', { type: 'bigint' }) id!: number;
  /** Counts the keys, so that two processes do not make the same one. */
  @Column('integer') generation!: number;
  /** The sealed private key in JSON. */
  @Column('text') jwkSealed!: string;
  /** Published before, so that applications know the key when it is used. */
  @Column('timestamptz') signsFrom!: Date;
}

/** What a member has allowed an application to read. */
@Entity('oidc_consents')
@ForeignKey(() => Customer, ['fanclubId', 'customerId'], OF_FANCLUB, { onDelete: 'CASCADE' })
@ForeignKey(() => OidcApplication, ['fanclubId', 'applicationId'], OF_FANCLUB, { onDelete: 'CASCADE' })
@Unique(['fanclubId', 'id'])
@Unique(['fanclubId', 'customerId', 'applicationId'])
@Index(['fanclubId', 'applicationId'])
@PersonalRows<OidcConsent>({
  merged: { unlessAlike: ['applicationId'] },
  of: 'customerId',
  deleted: { consent: ['scopes'], activity: ['lastUsedAt'] },
})
export class OidcConsent extends FanclubRow {
  @Column('bigint') customerId!: number;
  @Column('bigint') applicationId!: number;
  @Column('text', { array: true }) scopes!: Scope[];
  @Column('timestamptz') lastUsedAt!: Date;
}

/** A log-in at an application that wants to hear when it ends. */
@Entity('oidc_log_ins')
@ForeignKey(() => OidcApplication, ['fanclubId', 'applicationId'], OF_FANCLUB, { onDelete: 'CASCADE' })
@ForeignKey(() => Customer, ['fanclubId', 'customerId'], OF_FANCLUB, { onDelete: 'CASCADE' })
@Unique(['fanclubId', 'id'])
@Unique(['fanclubId', 'applicationId', 'sessionId'])
@Index(['fanclubId', 'customerId'])
@Index('ix_oidc_log_ins_ended', ['fanclubId', 'clientId', 'nextTryAt'], {
  where: 'ended_at IS NOT NULL',
})
@Check('ck_oidc_log_ins_application', 'num_nonnulls(application_id, log_out_url) = 1')
@PersonalRows<OidcLogIn>({
  // An erased or merged account is logged out, too, and the application must hear of it.
  merged: 'kept',
  of: 'customerId',
  kept: {
    secret: ['logOutUrl'],
    activity: ['clientId', 'sessionId', 'sid', 'endedAt', 'attempts', 'nextTryAt'],
  },
  until: 'until the application knows that it has ended, a day after the end at most',
})
export class OidcLogIn extends FanclubRow {
  /** Null: it was deleted, and must hear that all its log-ins have ended. */
  @Column('bigint', { nullable: true }) applicationId!: number | null;
  @Column('text') clientId!: string;
  /** Where a deleted application hears of it. Null: the application has the address. */
  @Column('text', { nullable: true }) logOutUrl!: string | null;
  @Column('bigint') customerId!: number;
  @Column('bigint') sessionId!: number;
  /** The name of the session in the application's tokens. */
  @Column('text') sid!: string;
  /** Set early if the member ends the application's access. Null: it ends with the session. */
  @Column('timestamptz', { nullable: true }) endedAt!: Date | null;
  @Column('integer', { default: 0 }) attempts!: number;
  @Column('timestamptz') nextTryAt!: Date;
}
