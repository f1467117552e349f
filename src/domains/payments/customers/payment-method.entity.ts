import { Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { PersonalRows } from '#libs/personal-data';
import { Customer } from '#domains/accounts/customer.entity';
import { FanclubRow } from '#platform/tenants/fanclub.entity';
import { PaymentAccount } from '#domains/payment-providers/payment-account.entity';

/** A card that the fan club may charge for renewals. The provider keeps its number. */
@Entity('payment_methods')
@ForeignKey(() => PaymentAccount, ['fanclubId', 'accountId'], ['fanclubId', 'id'])
@ForeignKey(() => Customer, ['fanclubId', 'customerId'], ['fanclubId', 'id'], { onDelete: 'CASCADE' })
@Unique(['accountId', 'providerRef'])
@Index('uq_payment_methods_current', ['customerId'], { unique: true, where: 'detached_at IS NULL' })
@Index('ix_payment_methods_detached', ['detachedAt'], {
  where: 'detached_at IS NOT NULL AND deleted_at IS NULL',
})
@Unique(['fanclubId', 'accountId', 'id'])
@Index(['fanclubId', 'customerId'])
@PersonalRows<PaymentMethod>({
  merged: 'own',
  of: 'customerId',
  // A job deletes the row, once the provider has deleted the card.
  kept: {
    card: ['providerRef', 'brand', 'last4', 'expMonth', 'expYear', 'detachedAt', 'deletedAt'],
    consent: ['consentedAt', 'consentText'],
  },
  until: 'after an erasure, until the provider has deleted the card',
})
export class PaymentMethod extends FanclubRow {
  @Column('bigint') accountId!: number;
  @Column('bigint') customerId!: number;
  /** The provider's id of the card. */
  @Column('text') providerRef!: string;
  @Column('text') brand!: string;
  @Column('text') last4!: string;
  @Column('integer') expMonth!: number;
  @Column('integer') expYear!: number;
  @Column('timestamptz') consentedAt!: Date;
  /** The text of the consent, as it was shown. */
  @Column('text') consentText!: string;
  /** When it was replaced or removed. Null: it is the member's present card. */
  @Column('timestamptz', { nullable: true }) detachedAt!: Date | null;
  /** When the provider deleted it. Null: the provider still has it. */
  @Column('timestamptz', { nullable: true }) deletedAt!: Date | null;
}
