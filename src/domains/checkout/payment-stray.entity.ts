import { Check, Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { PaymentAccount } from '#domains/payments/payment-account.entity';
import { FanclubRow } from '#platform/tenants/fanclub-row.entity';

/** Money that a provider took without a payment of ours. It is never refunded automatically: an operator resolves it. */
@Entity('payment_strays')
@ForeignKey(() => PaymentAccount, ['fanclubId', 'accountId'], ['fanclubId', 'id'])
@Unique(['accountId', 'providerRef'])
@Index(['fanclubId', 'accountId'])
@Check('ck_payment_strays_resolved', '(resolved_at IS NULL) = (note IS NULL)')
export class PaymentStray extends FanclubRow {
  @Column('bigint') accountId!: number;
  /** The provider's name of the payment. */
  @Column('text') providerRef!: string;
  @Column('numeric', { precision: 12, scale: 2 }) amount!: string;
  @Column('text') currency!: string;
  @Column('timestamptz') takenAt!: Date;
  @Column('timestamptz', { nullable: true }) resolvedAt!: Date | null;
  /** What the operator who resolved it wrote. */
  @Column('text', { nullable: true }) note!: string | null;
}
