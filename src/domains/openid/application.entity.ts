import { Check, Column, Entity, Unique } from 'typeorm';
import { FanclubRow } from '#platform/tenants/fanclub.entity';

/** What an application may ask for. `openid` is part of every request. */
export const SCOPES = ['openid', 'email', 'profile', 'membership'] as const;
export type Scope = (typeof SCOPES)[number];

/** The most addresses of each kind. */
export const MOST_URLS = 20;

/** A website, app or forum in which members log in with their account at the fan club. */
@Entity('oidc_applications')
@Unique(['fanclubId', 'id'])
@Unique(['fanclubId', 'clientId'])
@Unique(['fanclubId', 'name'])
@Check('ck_oidc_applications_name', 'length(name) BETWEEN 1 AND 100')
@Check('ck_oidc_applications_secret', 'confidential = (secret_sealed IS NOT NULL)')
@Check(
  'ck_oidc_applications_scopes',
  `scopes <@ ARRAY['openid', 'email', 'profile', 'membership'] AND 'openid' = ANY (scopes)`,
)
@Check('ck_oidc_applications_redirect_urls', `cardinality(redirect_urls) BETWEEN 1 AND ${MOST_URLS}`)
@Check('ck_oidc_applications_log_out_urls', `cardinality(log_out_urls) <= ${MOST_URLS}`)
export class OidcApplication extends FanclubRow {
  /** The public name of the application in the protocol. */
  @Column('text') clientId!: string;
  @Column('text') name!: string;
  /** Whether it has a secret: it runs on a server. Others prove each log-in with PKCE. */
  @Column('boolean') confidential!: boolean;
  /** Sealed, because the protocol needs the secret itself. Null: a public application. */
  @Column('text', { nullable: true }) secretSealed!: string | null;
  /** Whether it is the fan club's own, so that members are not asked. */
  @Column('boolean', { default: false }) firstParty!: boolean;
  @Column('text', { array: true }) scopes!: Scope[];
  @Column('text', { array: true }) redirectUrls!: string[];
  /** Where members may return after a log-out that the application began. */
  @Column('text', { array: true, default: '{}' }) logOutUrls!: string[];
  /** Hears of the end of each log-in. Null: it does not. */
  @Column('text', { nullable: true }) backChannelLogOutUrl!: string | null;
  @Column('timestamptz', { nullable: true }) lastUsedAt!: Date | null;
}
