import { Check, Column, Entity, Index, Unique } from 'typeorm';
import { FanclubRow } from '#platform/tenants/fanclub-row.entity';

/** The providers of payments. `demo` is the demo bank, with which no money moves. */
export const PROVIDERS = ['stripe', 'demo'] as const;
export type ProviderName = (typeof PROVIDERS)[number];

/** A fan club's account at a payment provider. Disabled ones stay, because refunds of their payments need them. */
@Entity('payment_accounts')
@Unique(['fanclubId', 'id'])
@Unique(['fanclubId', 'provider', 'accountRef', 'live'])
@Index('uq_payment_accounts_enabled', ['fanclubId'], { unique: true, where: 'enabled' })
@Check('ck_payment_accounts_provider', `provider IN ('${PROVIDERS.join("', '")}')`)
@Check(
  'ck_payment_accounts_webhook_secrets',
  'former_webhook_secret_sealed IS NULL OR webhook_secret_sealed IS NOT NULL',
)
@Check('ck_payment_accounts_refused', '(refused_at IS NULL) = (refused_code IS NULL)')
export class PaymentAccount extends FanclubRow {
  @Column('text') provider!: ProviderName;
  /** Whether real money moves. */
  @Column('boolean') live!: boolean;
  /** The provider's name of the account. */
  @Column('text') accountRef!: string;
  /** The key for the provider's API. */
  @Column('text') secretSealed!: string;
  /** The key of the events' signatures. Null until the provider is told where to send events. */
  @Column('text', { nullable: true }) webhookSecretSealed!: string | null;
  /** The one before it, which stays valid while it is replaced. */
  @Column('text', { nullable: true }) formerWebhookSecretSealed!: string | null;
  /** New payments are made with it. A fan club has at most one such account. */
  @Column('boolean', { default: false }) enabled!: boolean;
  /** When the last event arrived. */
  @Column('timestamptz', { nullable: true }) lastEventAt!: Date | null;
  /** Until when all events were fetched. Null: never. */
  @Column('timestamptz', { nullable: true }) caughtUpAt!: Date | null;
  /** When the provider refused a request last. */
  @Column('timestamptz', { nullable: true }) refusedAt!: Date | null;
  /** Why: the provider's code. */
  @Column('text', { nullable: true }) refusedCode!: string | null;
}
