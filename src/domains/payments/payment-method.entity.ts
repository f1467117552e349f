import { Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { Customer } from '#domains/accounts/customer.entity';
import { FanclubRow } from '#platform/tenants/fanclub-row.entity';
import { PaymentAccount } from './payment-account.entity';

/** A card that a member lets the fan club charge for renewals. Its number stays with the provider. */
@Entity('payment_methods')
@ForeignKey(() => PaymentAccount, ['fanclubId', 'accountId'], ['fanclubId', 'id'])
@ForeignKey(() => Customer, ['fanclubId', 'customerId'], ['fanclubId', 'id'], { onDelete: 'CASCADE' })
@Unique(['accountId', 'providerRef'])
@Index('uq_payment_methods_current', ['customerId'], { unique: true, where: 'detached_at IS NULL' })
@Index('ix_payment_methods_detached', ['detachedAt'], {
  where: 'detached_at IS NOT NULL AND forgotten_at IS NULL',
})
@Index(['fanclubId', 'accountId'])
@Index(['fanclubId', 'customerId'])
export class PaymentMethod extends FanclubRow {
  @Column('bigint') accountId!: number;
  @Column('bigint') customerId!: number;
  /** The provider's name of the card. */
  @Column('text') providerRef!: string;
  @Column('text') brand!: string;
  @Column('text') last4!: string;
  @Column('integer') expMonth!: number;
  @Column('integer') expYear!: number;
  @Column('timestamptz') consentedAt!: Date;
  /** What the member agreed to, as it was shown. */
  @Column('text') consentText!: string;
  /** When it was replaced or removed. Null: it is the member's card. */
  @Column('timestamptz', { nullable: true }) detachedAt!: Date | null;
  /** When the provider was told to delete it. */
  @Column('timestamptz', { nullable: true }) forgottenAt!: Date | null;
}
