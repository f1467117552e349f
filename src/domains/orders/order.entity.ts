import {
  Check,
  Column,
  Entity,
  ForeignKey,
  Index,
  Unique,
  PrimaryColumn,
  PrimaryGeneratedColumn,
} from 'typeorm';
import { PersonalRows } from '#libs/personal-data';
import { Customer } from '#domains/accounts/customer.entity';
import { FanclubRow, Fanclub } from '#platform/tenants/fanclub.entity';
import { Plan } from '#domains/plans/plan.entity';
import type { PostalAddress } from '#domains/shipping';

/** `comp`: the fan club gave it away. `gift`: a gift code paid it. `gift_purchase`: bought for somebody else, so it gives a gift code. */
export const ORDER_KINDS = [
  'new',
  'upgrade',
  'renewal',
  'conversion',
  'gift',
  'gift_purchase',
  'comp',
] as const;
export type OrderKind = (typeof ORDER_KINDS)[number];

/** Why an order was closed unpaid. `given_up`: late money is refunded. `withdrawn`: staff withdrew its plan. `erased` is not used yet. */
export const CLOSED_REASONS = [
  'expired',
  'cancelled',
  'superseded',
  'given_up',
  'erased',
  'withdrawn',
] as const;
export type ClosedReason = (typeof CLOSED_REASONS)[number];

/** An order waits for its payment. `o` is empty or the table's alias with a dot. */
const waitsForPayment = (o: string): string =>
  `${o}paid_at IS NULL AND ${o}closed_at IS NULL AND ${o}checkout_reference IS NOT NULL AND ${o}total > 0`;

/*
 * The states of an order in SQL. order.rules.ts has them as functions, and a property test compares both. They stand beside the
 * entity, because the shipping domain, which orders are built on, asks for completed orders as well.
 */

/** Whether an order is for its buyer, and no gift for somebody else. `o`: the table's alias. */
export const forBuyerSql = (o: string): string => `(${o}.kind <> 'gift_purchase')`;

/** Whether the order `o` is open: it waits for its payment. */
export const OPEN_SQL = `(${waitsForPayment('o.')})`;

/**
 * Whether the order `o` of plan `p` is completed: paid, or free and placed (contract 5.8). The checkout stores when an order was
 * completed, so a later price of the plan does not matter. Imported free orders may lack that time.
 */
export const COMPLETED_SQL = `(o.paid_at IS NOT NULL
  OR (o.checkout_reference IS NULL AND p.price = 0 AND coalesce(o.total, 0) = 0))`;

/** When a completed order `o` was paid or, if free, placed. */
export const COMPLETED_AT_SQL = 'coalesce(o.paid_at, o.created_at)';

/** Whether the payment of the order `o` was refunded in full. */
export const REFUNDED_SQL = '(o.refunded_at IS NOT NULL)';

/** Whether the order `o` of plan `p` is to be fulfilled: completed and not refunded. */
export const DUE_SQL = `(NOT ${REFUNDED_SQL} AND ${COMPLETED_SQL})`;

/** Whether the order `o` was closed unpaid before an instant, in SQL. Nothing was booked for it. */
export const closedBeforeSql = (instant: string): string =>
  `(o.closed_at < ${instant} AND o.receipt_number IS NULL)`;

/** Whether the order `o` was placed before an instant, neither closed nor is it waiting for its payment, and has a billing address, in SQL. */
export const billedBeforeSql = (instant: string): string =>
  `(o.created_at < ${instant} AND o.billing_address IS NOT NULL AND o.closed_at IS NULL AND NOT ${OPEN_SQL})`;

/**
 * A purchase of a plan. It was placed at `createdAt`, which is part of its natural key. The four amounts are decimals in the
 * club's currency, or all null for a free plan. They are written when the order is placed, and never change.
 */
@Entity('orders')
@ForeignKey(() => Customer, ['fanclubId', 'customerId'], ['fanclubId', 'id'])
@ForeignKey(() => Plan, ['fanclubId', 'planId'], ['fanclubId', 'id'])
@Unique(['fanclubId', 'id'])
@Unique(['customerId', 'planId', 'createdAt'])
@Unique(['fanclubId', 'checkoutReference'])
@Index(['fanclubId', 'planId'])
@Index(['fanclubId', 'paidAt'])
@Check('ck_orders_shipping', 'shipping >= 0')
@Check('ck_orders_discount', 'discount >= 0')
@Check('ck_orders_subtotal', 'subtotal >= 0')
@Check('ck_orders_total', 'total >= 0')
@Check('ck_orders_totals', 'num_nonnulls(shipping, discount, subtotal, total) IN (0, 4)')
@Unique(['fanclubId', 'receiptNumber'])
@Index('uq_orders_open', ['customerId', 'planId'], {
  unique: true,
  where: `${waitsForPayment('')} AND kind <> 'gift_purchase'`,
})
@Index('uq_orders_open_gift', ['customerId', 'planId'], {
  unique: true,
  where: `${waitsForPayment('')} AND kind = 'gift_purchase'`,
})
@Index('uq_orders_renewal', ['renewsSubscriptionId'], {
  unique: true,
  where: 'closed_at IS NULL AND refunded_at IS NULL',
})
@ForeignKey('Subscription', ['fanclubId', 'replacesSubscriptionId'], ['fanclubId', 'id'], {
  onDelete: 'SET NULL',
})
@ForeignKey('Subscription', ['fanclubId', 'renewsSubscriptionId'], ['fanclubId', 'id'], {
  onDelete: 'SET NULL',
})
@Index(['fanclubId', 'replacesSubscriptionId'])
@Index(['fanclubId', 'renewsSubscriptionId'])
@Check('ck_orders_kind', `kind IN ('${ORDER_KINDS.join("', '")}')`)
@Check('ck_orders_closed', '(closed_at IS NULL) = (closed_reason IS NULL)')
@Check('ck_orders_closed_reason', `closed_reason IN ('${CLOSED_REASONS.join("', '")}')`)
@Check('ck_orders_outcome', 'paid_at IS NULL OR closed_at IS NULL')
@Check(
  'ck_orders_tax_rate',
  'tax_rate IS NULL OR tax_rate > 0 AND tax_rate < 100 AND receipt_number IS NOT NULL',
)
@Check('ck_orders_billing_address', `jsonb_typeof(billing_address) = 'object'`)
@PersonalRows<Order>({
  merged: 'own',
  of: 'customerId',
  retained: { 'postal address': ['billingAddress'] },
  kept: {
    purchase: [
      ...(['shipping', 'discount', 'subtotal', 'total', 'currency', 'taxRate', 'receiptNumber'] as const),
      ...(['kind', 'paidAt', 'refundedAt', 'closedAt', 'closedReason', 'payUntil', 'disputedAt'] as const),
      'checkoutReference',
    ],
    consent: ['renewalConsent'],
  },
  until:
    'for bookkeeping; the billing address until `ORDER_RETENTION_YEARS` are over, if the person was erased',
})
export class Order extends FanclubRow {
  @Column('bigint') customerId!: number;
  @Column('bigint') planId!: number;
  @Column('numeric', { precision: 12, scale: 2, nullable: true }) shipping!: string | null;
  @Column('numeric', { precision: 12, scale: 2, nullable: true }) discount!: string | null;
  @Column('numeric', { precision: 12, scale: 2, nullable: true }) subtotal!: string | null;
  @Column('numeric', { precision: 12, scale: 2, nullable: true }) total!: string | null;
  /** When it was completed: paid, or placed if free. Null: not paid, or an imported free order, which counts as completed. */
  @Column('timestamptz', { nullable: true }) paidAt!: Date | null;
  @Column('timestamptz', { nullable: true }) refundedAt!: Date | null;
  /** A copy from the time of the order. */
  @Column('jsonb', { nullable: true }) billingAddress!: PostalAddress | null;
  /** The id of the purchase on the checkout page. It is unique, so a form that is sent twice places one order. */
  @Column('text', { nullable: true }) checkoutReference!: string | null;
  /** ISO 4217 code of the amounts. Null: imported, or free; then the fan club's. */
  @Column('text', { nullable: true }) currency!: string | null;
  @Column('text', { default: 'new' }) kind!: OrderKind;
  /** The subscription that an upgrade replaces. */
  @Column('bigint', { nullable: true }) replacesSubscriptionId!: number | null;
  /** The subscription that a renewal or a conversion follows. */
  @Column('bigint', { nullable: true }) renewsSubscriptionId!: number | null;
  /** The text of the buyer's consent to automatic renewal. Null: no consent. */
  @Column('text', { nullable: true }) renewalConsent!: string | null;
  @Column('timestamptz', { nullable: true }) closedAt!: Date | null;
  @Column('text', { nullable: true }) closedReason!: ClosedReason | null;
  /** Receipts of a fan club are numbered from 1 without gaps. Null: no money was taken. */
  @Column('integer', { nullable: true }) receiptNumber!: number | null;
  /** The tax in the total of the receipt, in percent. Null: none, or no receipt. */
  @Column('numeric', { precision: 5, scale: 2, nullable: true }) taxRate!: string | null;
  /** Until when it waits for its payment. Null: as long as a payment page lives. */
  @Column('timestamptz', { nullable: true }) payUntil!: Date | null;
  /** When the buyer disputed the payment at the bank. */
  @Column('timestamptz', { nullable: true }) disputedAt!: Date | null;
}

/** Numbers without gaps. Unlike a sequence, they are part of the transaction that uses them. */
@Entity('fanclub_counters')
@ForeignKey(() => Fanclub, ['fanclubId'], ['id'])
export class FanclubCounter {
  @PrimaryColumn('bigint') fanclubId!: number;
  /** The number of the last receipt. */
  @Column('integer', { default: 0 }) receipts!: number;
}

/** The history of orders, payments and refunds. Rows are added, and never changed. */
@Entity('payment_transitions')
@ForeignKey(() => Fanclub, ['fanclubId'], ['id'])
@Unique(['fanclubId', 'subject', 'subjectNumber', 'id'])
@Index('ix_payment_transitions_fanclub_at', ['fanclubId', 'at', 'id'])
@Check('ck_payment_transitions_subject', `subject IN ('order', 'payment', 'refund', 'card', 'renewal')`)
export class PaymentTransition {
  @PrimaryGeneratedColumn('identity', { type: 'bigint' }) id!: number;
  @Column('bigint') fanclubId!: number;
  @Column('text') subject!: 'order' | 'payment' | 'refund' | 'renewal';
  @Column('bigint') subjectNumber!: number;
  @Column('text') fromState!: string;
  @Column('text') toState!: string;
  /** The cause; see `transitions.ts`. */
  @Column('text') cause!: string;
  @Column('timestamptz') at!: Date;
}
