import { Check, Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { PersonalRows } from '#libs/personal-data';
import { Staff } from '#platform/staff/people/staff.entity';
import { FanclubRow } from '#platform/tenants/fanclub.entity';
import { Payment } from '../payment.entity';

/** The effect of a refund on the membership. `restore` undoes an upgrade, so that the former membership continues. */
export const REFUND_EFFECTS = ['keep', 'cancel', 'cancel_queued', 'restore'] as const;
export type RefundEffect = (typeof REFUND_EFFECTS)[number];

export const REFUND_STATES = ['requested', 'pending', 'succeeded', 'failed'] as const;
export type RefundState = (typeof REFUND_STATES)[number];

/** Whether the refund `r` failed, and was neither repeated nor resolved, in SQL. */
export const IS_FAILED_REFUND = `(r.state = 'failed' AND r.resolved_at IS NULL AND NOT EXISTS (
  SELECT FROM refunds n
  WHERE n.fanclub_id = r.fanclub_id AND n.payment_id = r.payment_id AND n.id > r.id AND n.state <> 'failed'))`;

/** A refund of a payment. The transaction that adds it increases `payments.refunded`, so refunds never exceed the payment. */
@Entity('refunds')
@ForeignKey(() => Payment, ['fanclubId', 'paymentId'], ['fanclubId', 'id'], { onDelete: 'CASCADE' })
@ForeignKey(() => Staff, ['staffId'], ['id'], { onDelete: 'SET NULL' })
@Unique(['fanclubId', 'id'])
@Unique(['idempotencyKey'])
@Unique(['paymentId', 'providerRef'])
@Index(['fanclubId', 'paymentId'])
@Index(['staffId'])
@Index('ix_refunds_waiting', ['updatedAt'], { where: `state IN ('requested', 'pending')` })
@Check('ck_refunds_amount', 'amount > 0')
@Check('ck_refunds_resolved', '(resolved_at IS NULL) = (note IS NULL)')
@Check('ck_refunds_effect', `effect IN ('${REFUND_EFFECTS.join("', '")}')`)
@Check('ck_refunds_state', `state IN ('${REFUND_STATES.join("', '")}')`)
@PersonalRows<Refund>({
  merged: 'follows',
  of: ['paymentId', 'payments'],
  emptied: { note: ['reason', 'note'] },
  kept: {
    payment: ['amount', 'effect', 'state', 'failure', 'providerRef', 'sentAt', 'resolvedAt'],
    secret: ['idempotencyKey'],
  },
})
export class Refund extends FanclubRow {
  @Column('bigint') paymentId!: number;
  @Column('numeric', { precision: 12, scale: 2 }) amount!: string;
  /** The reason that the refunding person gave; `surplus` for a surplus payment. */
  @Column('text') reason!: string;
  @Column('text') effect!: RefundEffect;
  /** Null: an operator's command, or the service itself. */
  @Column('bigint', { nullable: true }) staffId!: number | null;
  @Column('text') idempotencyKey!: string;
  @Column('text', { nullable: true }) providerRef!: string | null;
  @Column('text', { default: 'requested' }) state!: RefundState;
  /** The provider's code. */
  @Column('text', { nullable: true }) failure!: string | null;
  /** When the last request was sent to the provider. */
  @Column('timestamptz', { nullable: true }) sentAt!: Date | null;
  /** When a failed refund was resolved, such as by a bank transfer. */
  @Column('timestamptz', { nullable: true }) resolvedAt!: Date | null;
  /** The note of the person who resolved it. */
  @Column('text', { nullable: true }) note!: string | null;
}
