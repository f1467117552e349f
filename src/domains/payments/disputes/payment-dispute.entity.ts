import { Check, Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { PersonalRows } from '#libs/personal-data';
import { FanclubRow } from '#platform/tenants/fanclub.entity';
import { Payment } from '../payment.entity';

/** `won` is for the fan club. */
export const DISPUTE_STATES = ['open', 'won', 'lost'] as const;
export type DisputeState = (typeof DISPUTE_STATES)[number];

/** A buyer's claim at the card's bank. The money of a lost one counts as returned (`payments.refunded`). */
@Entity('payment_disputes')
@ForeignKey(() => Payment, ['fanclubId', 'paymentId'], ['fanclubId', 'id'], { onDelete: 'CASCADE' })
@Unique(['fanclubId', 'paymentId', 'providerRef'])
@Index('ix_payment_disputes_open', ['fanclubId', 'openedAt'], { where: `state = 'open'` })
@Check('ck_payment_disputes_amount', 'amount > 0')
@Check('ck_payment_disputes_state', `state IN ('${DISPUTE_STATES.join("', '")}')`)
@Check('ck_payment_disputes_decided', `(state = 'open') = (decided_at IS NULL)`)
@PersonalRows<PaymentDispute>({
  merged: 'follows',
  of: ['paymentId', 'payments'],
  kept: { payment: ['providerRef', 'amount', 'state', 'openedAt', 'decidedAt'] },
})
export class PaymentDispute extends FanclubRow {
  @Column('bigint') paymentId!: number;
  @Column('text') providerRef!: string;
  @Column('numeric', { precision: 12, scale: 2 }) amount!: string;
  @Column('text', { default: 'open' }) state!: DisputeState;
  @Column('timestamptz') openedAt!: Date;
  /** When the service read the decision. */
  @Column('timestamptz', { nullable: true }) decidedAt!: Date | null;
}

/** Whether the payment `p` has a dispute that is not decided, in SQL. */
export const IS_DISPUTED_SQL = `EXISTS (
  SELECT FROM payment_disputes d WHERE d.fanclub_id = p.fanclub_id AND d.payment_id = p.id AND d.state = 'open')`;
