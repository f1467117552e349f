import { Check, Column, Entity, ForeignKey, PrimaryGeneratedColumn, Unique, Index } from 'typeorm';
import type { Font } from '#libs/look';
import { Timestamps } from '#platform/database/timestamps.entity';
import { Organization } from './organization.entity';

/** A tenant. All its tables have its id as `fanclub_id`. */
@Entity('fanclubs')
@ForeignKey(() => Organization, ['organizationId'], ['id'])
@Unique('uq_fanclubs_organization_id', ['organizationId', 'id'])
@Check('ck_fanclubs_currency', `currency ~ '^[A-Z]{3}$'`)
@Check('ck_fanclubs_held_for_move', 'NOT held_for_move OR held_at IS NOT NULL')
@Check('ck_fanclubs_held_ms', 'held_ms >= 0')
@Check('ck_fanclubs_home_country', `home_country ~ '^[A-Z]{2}$'`)
@Check('ck_fanclubs_minimum_age', 'minimum_age BETWEEN 0 AND 150')
@Check('ck_fanclubs_moved_to', 'moved_to IS NULL OR held_at IS NOT NULL')
@Check('ck_fanclubs_tax_rate', 'tax_rate > 0 AND tax_rate < 100')
@Check('ck_fanclubs_support_refund_limit', 'support_refund_limit >= 0')
@Check('ck_fanclubs_renewal_notice_days', 'renewal_notice_days BETWEEN 3 AND 60')
@Check('ck_fanclubs_renewal_try_days', 'renewal_try_days BETWEEN 1 AND 28')
@Check('ck_fanclubs_logo_url', `logo_url ~ '^https://[^[:space:]/]'`)
@Check('ck_fanclubs_accent_color', `accent_color ~ '^#[0-9a-f]{6}$'`)
@Check(
  'ck_fanclubs_font',
  `font IN ('system', 'humanist', 'geometric', 'rounded', 'serif', 'slab', 'typewriter')`,
)
@Check('ck_fanclubs_tracking_development', 'cardinality(tracking_development) <= 1')
export class Fanclub extends Timestamps {
  @PrimaryGeneratedColumn('identity', { type: 'bigint' }) id!: number;
  @Column('bigint') organizationId!: number;
  @Column('text') name!: string;
  @Column('text') siteUrl!: string;
  /** The page where visitors join. Also takes the place of links that only entitled customers may see. */
  @Column('text') plansUrl!: string;
  /** The address that is named in the messages to customers who cannot log in. */
  @Column('text') supportEmail!: string;
  /** IANA name. Determines ages and the dates of orders. */
  @Column('text', { default: 'UTC' }) timeZone!: string;
  /** ISO 4217. The currency of all amounts of the club. */
  @Column('text', { default: 'USD' }) currency!: string;
  /** Percent of tax that prices include, `7.70`, for receipts. Null: receipts say nothing of tax. */
  @Column('numeric', { precision: 5, scale: 2, nullable: true }) taxRate!: string | null;
  /** What receipts call the tax, `VAT`. Null: `tax`. */
  @Column('text', { nullable: true }) taxText!: string | null;
  /** How much of an order people with the role support may refund. 0: nothing. */
  @Column('numeric', { precision: 12, scale: 2, default: 0 }) supportRefundLimit!: string;
  /** Days from the announcement of a charge for a renewal to the charge. */
  @Column('integer', { default: 14 }) renewalNoticeDays!: number;
  /** Days from the first charge for a renewal to the last try. */
  @Column('integer', { default: 14 }) renewalTryDays!: number;
  /** ISO 3166 alpha-2; the domestic price of shipping applies here. */
  @Column('text', { default: 'US' }) homeCountry!: string;
  /** The minimum age in years, for accounts and contacts. */
  @Column('integer', { default: 13 }) minimumAge!: number;
  /** Customers have user names, and the forum links are shown. */
  @Column('boolean', { default: false }) forumIntegration!: boolean;
  /** Whether GET /plans lists plans for a logged-in customer without active subscription. */
  @Column('boolean', { default: false }) listPlansWithoutSubscription!: boolean;

  /** Links of GET /fanclub. Null: the service's own page; for `forum` and `ipboard`, `/forum` on the club's site. */
  @Column('text', { nullable: true }) linkLogin!: string | null;
  @Column('text', { nullable: true }) linkLogout!: string | null;
  @Column('text', { nullable: true }) linkPasswordReset!: string | null;
  @Column('text', { nullable: true }) linkSavedCard!: string | null;
  @Column('text', { nullable: true }) linkRedeem!: string | null;
  @Column('text', { nullable: true }) linkForum!: string | null;
  /** The forum's single-sign-on address. */
  @Column('text', { nullable: true }) linkIpboard!: string | null;
  @Column('text', { nullable: true }) linkPrivacy!: string | null;
  @Column('text', { nullable: true }) linkTerms!: string | null;

  /** Web-analytics account ids; at most one for development. */
  @Column('text', { array: true, default: '{}' }) trackingDevelopment!: string[];
  @Column('text', { array: true, default: '{}' }) trackingProduction!: string[];

  /** The address of the logo of pages and mails; `https` only. Null: they show the club's name. */
  @Column('text', { nullable: true }) logoUrl!: string | null;
  /** `#rrggbb` in lower case: the colour of pages and mails. Null: that of the service. */
  @Column('text', { nullable: true }) accentColor!: string | null;
  /** The font of pages and mails. Null: that of the reader's system. */
  @Column('text', { nullable: true }) font!: Font | null;

  /** The sender of mails. Null: the club's name; the address in the setting MAIL_FROM. */
  @Column('text', { nullable: true }) mailSenderName!: string | null;
  @Column('text', { nullable: true }) mailSenderAddress!: string | null;

  /** Since when nothing of the fan club may be written; triggers of its tables see to that. Null: it is not held. */
  @Column('timestamptz', { nullable: true }) heldAt!: Date | null;

  /** Whether a move has begun the hold, and will end it. */
  @Column('boolean', { default: false }) heldForMove!: boolean;

  /** Milliseconds that its holds have taken which have ended. Deadlines of people are put off by them. */
  @Column('bigint', { default: 0 }) heldMs!: number;

  /** Another database, which serves the fan club instead; null: this one does. */
  @Column('text', { nullable: true }) movedTo!: string | null;
}

/**
 * Whether a fan club is not held. Statements that write rows of all fan clubs leave out the others, or they would fail.
 * @param fanclub the column with the fan club's id, in SQL
 */
export const notHeldSql = (fanclub: string): string =>
  `NOT EXISTS (SELECT FROM fanclubs held WHERE held.id = ${fanclub} AND held.held_at IS NOT NULL)`;

/**
 * A deadline of people, in SQL: that of a column, put off by the time that holds have taken since `heldMs` was noted, also by that of
 * a hold that goes on. (`greatest` ignores nulls.)
 * @param fanclub the alias of the row of the fan club
 */
export const putOffSql = (deadline: string, heldMs: string, fanclub: string): string =>
  `(${deadline} + (${fanclub}.held_ms - ${heldMs}) * interval '1 millisecond'
    + greatest(interval '0', clock_timestamp() - ${fanclub}.held_at))`;

/** A row of a fan club with an id. */
@ForeignKey(() => Fanclub, ['fanclubId'], ['id'])
export abstract class FanclubRow extends Timestamps {
  @PrimaryGeneratedColumn('identity', { type: 'bigint' }) id!: number;
  @Column('bigint') fanclubId!: number;
}

/** A public key that selects the fan club. It grants nothing else. */
@Entity('fanclub_keys')
@ForeignKey(() => Fanclub, ['fanclubId'], ['id'], { onDelete: 'CASCADE' })
@Unique(['key'])
@Unique(['fanclubId', 'id'])
@Index('uq_fanclub_keys_main', ['fanclubId'], { unique: true, where: 'main' })
@Check('ck_fanclub_keys_key', 'length(key) BETWEEN 1 AND 128')
@Check('ck_fanclub_keys_name', 'length(name) BETWEEN 1 AND 100')
export class FanclubKey extends Timestamps {
  @PrimaryGeneratedColumn('identity', { type: 'bigint' }) id!: number;
  @Column('bigint') fanclubId!: number;
  @Column('text') key!: string;
  /** The staff's name for the key; null without one. */
  @Column('text', { nullable: true }) name!: string | null;
  /** Whether it is the fan club's `key` in the catalogue; the others are extra keys. */
  @Column('boolean', { default: false }) main!: boolean;
  /** Null while the key is valid. */
  @Column('timestamptz', { nullable: true }) revokedAt!: Date | null;
}

/**
 * The maximum number of trusted domains of a fan club. Each domain has access, so the list must be short enough to be maintained.
 */
export const MAX_TRUSTED_DOMAINS = 50;

/** A website whose pages may use the API from a browser. */
@Entity('trusted_domains')
@ForeignKey(() => Fanclub, ['fanclubId'], ['id'], { onDelete: 'CASCADE' })
@Unique(['fanclubId', 'origin'])
export class TrustedDomain extends Timestamps {
  @PrimaryGeneratedColumn('identity', { type: 'bigint' }) id!: number;
  @Column('bigint') fanclubId!: number;
  /** Exactly as browsers send it: scheme, host, and the port unless it is the scheme's own. */
  @Column('text') origin!: string;
}

/** A third party with whose account customers may log in. */
@Entity('login_providers')
@ForeignKey(() => Fanclub, ['fanclubId'], ['id'], { onDelete: 'CASCADE' })
@Unique(['fanclubId', 'name'])
@Check('ck_login_providers_name', `name ~ '^[a-z][a-z0-9_]*$'`)
@Check('ck_login_providers_issuer', '(issuer IS NULL) = (label IS NULL)')
@Check(
  'ck_login_providers_apple',
  '(apple_team IS NULL) = (apple_key IS NULL) AND (apple_team IS NULL OR issuer IS NOT NULL)',
)
export class LoginProvider extends Timestamps {
  @PrimaryGeneratedColumn('identity', { type: 'bigint' }) id!: number;
  @Column('bigint') fanclubId!: number;
  /** `social`, or another word; part of paths and parameter names (`<name>_signed_request`). */
  @Column('text') name!: string;
  @Column('text') appId!: string;
  /** Sealed instead of hashed, since it is the key of the provider's signatures. */
  @Column('text') appSecretSealed!: string;
  @Column('text', { nullable: true }) loginPath!: string | null;
  @Column('boolean', { default: true }) enabled!: boolean;
  /** Null: the provider signs requests. Else its members log in on our pages, by OpenID Connect. */
  @Column('text', { nullable: true }) issuer!: string | null;
  /** Its name on our pages; null without an issuer. */
  @Column('text', { nullable: true }) label!: string | null;
  /** Of Apple's developer account. Then the secret is the key that signs the client secrets. */
  @Column('text', { nullable: true }) appleTeam!: string | null;
  @Column('text', { nullable: true }) appleKey!: string | null;
}
