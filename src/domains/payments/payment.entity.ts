import { Check, Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { PersonalRows } from '#libs/personal-data';
import { Order } from '#domains/orders/order.entity';
import { PaymentAccount } from '#domains/payment-providers/payment-account.entity';
import { FanclubRow } from '#platform/tenants/fanclub.entity';

/** `attempts/payment.states.ts` describes each state and its transitions. */
export const PAYMENT_STATES = [
  'created',
  'open',
  'pending',
  'unknown',
  'succeeded',
  'failed',
  'expired',
  'cancelled',
] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];

/** The states in which money may still arrive. */
export const LIVE_STATES = [
  'created',
  'open',
  'pending',
  'unknown',
] as const satisfies readonly PaymentState[];

/** The live states in SQL, for use after `state`. */
export const IN_LIVE_STATES = `IN ('${LIVE_STATES.join("', '")}')`;

const IS_LIVE = `state ${IN_LIVE_STATES}`;

/** The failure of a payment whose amount or currency differs from its order's. Staff resolve it. */
export const AMOUNT_MISMATCH = 'amount_mismatch';

/** Whether the amount of the payment `p` needs attention, in SQL. Also after the payment ended, since money may have been taken. */
export const IS_OF_ANOTHER_AMOUNT = `(p.failure = '${AMOUNT_MISMATCH}' AND p.state <> 'succeeded' AND p.note IS NULL)`;

/** One attempt to pay an order. An order has at most one live attempt, and at most one success that counts. */
@Entity('payments')
@ForeignKey(() => Order, ['fanclubId', 'orderId'], ['fanclubId', 'id'], { onDelete: 'CASCADE' })
@ForeignKey(() => PaymentAccount, ['fanclubId', 'accountId'], ['fanclubId', 'id'])
@Unique(['fanclubId', 'id'])
@Unique(['orderId', 'attempt'])
@Unique(['idempotencyKey'])
@Unique(['accountId', 'sessionRef'])
@Unique(['accountId', 'paymentRef'])
@Index('uq_payments_live', ['orderId'], { unique: true, where: IS_LIVE })
@Index('uq_payments_success', ['orderId'], { unique: true, where: `state = 'succeeded' AND NOT surplus` })
@Index(['fanclubId', 'orderId'])
@Index(['fanclubId', 'accountId'])
@Index('ix_payments_waiting', ['updatedAt'], { where: IS_LIVE })
@Index('ix_payments_surplus', ['id'], { where: 'surplus' })
@Check('ck_payments_way', `way IN ('checkout', 'off_session')`)
@Check('ck_payments_state', `state IN ('${PAYMENT_STATES.join("', '")}')`)
@Check('ck_payments_advice', `advice IN ('retry', 'new_card', 'authenticate', 'none')`)
@Check('ck_payments_amount', 'amount > 0')
@Check('ck_payments_refunded', 'refunded >= 0 AND refunded <= amount')
@Check('ck_payments_surplus', `NOT surplus OR state = 'succeeded'`)
@PersonalRows<Payment>({
  merged: 'follows',
  of: ['orderId', 'orders'],
  nulled: { card: ['cardBrand', 'cardLast4'], secret: ['urlSealed'] },
  emptied: { note: ['note'] },
  kept: {
    payment: [
      ...([
        'attempt',
        'way',
        'amount',
        'currency',
        'state',
        'failure',
        'advice',
        'refunded',
        'surplus',
      ] as const),
      ...(['sessionRef', 'paymentRef', 'requestedAt', 'settledAt', 'expiresAt'] as const),
    ],
    secret: ['idempotencyKey'],
  },
})
export class Payment extends FanclubRow {
  @Column('bigint') orderId!: number;
  @Column('bigint') accountId!: number;
  /** From 1. */
  @Column('integer') attempt!: number;
  @Column('text') way!: 'checkout' | 'off_session';
  @Column('numeric', { precision: 12, scale: 2 }) amount!: string;
  @Column('text') currency!: string;
  /** Stored before the request, so that a retry creates no second payment. */
  @Column('text') idempotencyKey!: string;
  @Column('text', { nullable: true }) sessionRef!: string | null;
  @Column('text', { nullable: true }) paymentRef!: string | null;
  /** The URL of the payment page. It needs no further authentication. */
  @Column('text', { nullable: true }) urlSealed!: string | null;
  @Column('timestamptz', { nullable: true }) expiresAt!: Date | null;
  @Column('text', { default: 'created' }) state!: PaymentState;
  /** The provider's code of the last failure. */
  @Column('text', { nullable: true }) failure!: string | null;
  @Column('text', { nullable: true }) advice!: 'retry' | 'new_card' | 'authenticate' | 'none' | null;
  @Column('text', { nullable: true }) cardBrand!: string | null;
  @Column('text', { name: 'card_last4', nullable: true }) cardLast4!: string | null;
  /** When the first request was sent; for a payment page, when the attempt began. */
  @Column('timestamptz', { nullable: true }) requestedAt!: Date | null;
  @Column('timestamptz', { nullable: true }) settledAt!: Date | null;
  /** The money that was returned or is about to be: refunds that have not failed, and lost disputes. */
  @Column('numeric', { precision: 12, scale: 2, default: 0 }) refunded!: string;
  /** Paid after the order was paid or fulfilled otherwise. It is refunded in full. */
  @Column('boolean', { default: false }) surplus!: boolean;
  /** The note of the person who resolved a payment of another amount. */
  @Column('text', { nullable: true }) note!: string | null;
}
