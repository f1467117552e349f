import { Check, Column, Entity, ForeignKey, Unique } from 'typeorm';
import { PaymentAccount } from '#domains/payment-providers/payment-account.entity';
import { FanclubRow } from '#platform/tenants/fanclub.entity';

/** A payment at a provider without a payment of ours. It is never refunded automatically: an operator resolves it. */
@Entity('payment_strays')
@ForeignKey(() => PaymentAccount, ['fanclubId', 'accountId'], ['fanclubId', 'id'])
@Unique(['accountId', 'providerRef'])
@Unique(['fanclubId', 'accountId', 'id'])
@Check('ck_payment_strays_resolved', '(resolved_at IS NULL) = (note IS NULL)')
export class PaymentStray extends FanclubRow {
  @Column('bigint') accountId!: number;
  /** The provider's id of the payment. */
  @Column('text') providerRef!: string;
  @Column('numeric', { precision: 12, scale: 2 }) amount!: string;
  @Column('text') currency!: string;
  @Column('timestamptz') takenAt!: Date;
  @Column('timestamptz', { nullable: true }) resolvedAt!: Date | null;
  /** The note of the operator who resolved it. */
  @Column('text', { nullable: true }) note!: string | null;
}
