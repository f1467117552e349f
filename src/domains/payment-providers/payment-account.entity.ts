import { Check, Column, Entity, Index, Unique } from 'typeorm';
import { FanclubRow } from '#platform/tenants/fanclub.entity';

/** A fan club's account at a payment provider. Disabled ones stay, because refunds of their payments need them. */
@Entity('payment_accounts')
@Unique(['fanclubId', 'id'])
@Unique(['fanclubId', 'provider', 'accountRef', 'live'])
@Index('uq_payment_accounts_enabled', ['fanclubId'], { unique: true, where: 'enabled' })
@Check('ck_payment_accounts_provider', "provider ~ '^[a-z][a-z0-9_]{0,29}$'")
@Check(
  'ck_payment_accounts_webhook_secrets',
  'former_webhook_secret_sealed IS NULL OR webhook_secret_sealed IS NOT NULL',
)
@Check('ck_payment_accounts_refused', '(refused_at IS NULL) = (refused_code IS NULL)')
export class PaymentAccount extends FanclubRow {
  /** The name of a provider; an older version may not have it. */
  @Column('text') provider!: string;
  /** Whether real money moves. */
  @Column('boolean') live!: boolean;
  /** The provider's id of the account. */
  @Column('text') accountRef!: string;
  /** The key for the provider's API. */
  @Column('text') secretSealed!: string;
  /** The key of the events' signatures. Null until the provider sends events. */
  @Column('text', { nullable: true }) webhookSecretSealed!: string | null;
  /** The previous key, which stays valid during a rotation. */
  @Column('text', { nullable: true }) formerWebhookSecretSealed!: string | null;
  /** New payments are made with it. A fan club has at most one such account. */
  @Column('boolean', { default: false }) enabled!: boolean;
  /** When the last event arrived. */
  @Column('timestamptz', { nullable: true }) lastEventAt!: Date | null;
  /** Until when all events were fetched. Null: never. */
  @Column('timestamptz', { nullable: true }) caughtUpAt!: Date | null;
  /** When the provider last refused a request. */
  @Column('timestamptz', { nullable: true }) refusedAt!: Date | null;
  /** The provider's code of that refusal. */
  @Column('text', { nullable: true }) refusedCode!: string | null;
}
