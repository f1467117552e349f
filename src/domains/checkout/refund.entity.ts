import { Check, Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { Staff } from '#platform/staff/staff.entity';
import { FanclubRow } from '#platform/tenants/fanclub-row.entity';
import { Payment } from './payment.entity';

/** What a refund does to the membership that was paid. `restore`: an upgrade is undone, and the former membership continues. */
export const REFUND_EFFECTS = ['keep', 'cancel', 'cancel_queued', 'restore'] as const;
export type RefundEffect = (typeof REFUND_EFFECTS)[number];

export const REFUND_STATES = ['requested', 'pending', 'succeeded', 'failed'] as const;
export type RefundState = (typeof REFUND_STATES)[number];

/** Money that goes back to a buyer. `payments.refunded` grows in the transaction that adds it, so refunds never exceed the payment. */
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
export class Refund extends FanclubRow {
  @Column('bigint') paymentId!: number;
  @Column('numeric', { precision: 12, scale: 2 }) amount!: string;
  /** What the person who refunds wrote; `surplus` for a surplus payment. */
  @Column('text') reason!: string;
  @Column('text') effect!: RefundEffect;
  /** Null: an operator's command, or the service itself. */
  @Column('bigint', { nullable: true }) staffId!: number | null;
  @Column('text') idempotencyKey!: string;
  @Column('text', { nullable: true }) providerRef!: string | null;
  @Column('text', { default: 'requested' }) state!: RefundState;
  /** The provider's code. */
  @Column('text', { nullable: true }) failure!: string | null;
  /** When its request to the provider was sent last. */
  @Column('timestamptz', { nullable: true }) sentAt!: Date | null;
  /** When somebody dealt with a refund that failed, such as by a transfer. */
  @Column('timestamptz', { nullable: true }) resolvedAt!: Date | null;
  /** What they wrote. */
  @Column('text', { nullable: true }) note!: string | null;
}
