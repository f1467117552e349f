import { Check, Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { Customer } from '#domains/accounts/customer.entity';
import { FanclubRow } from '#platform/tenants/fanclub-row.entity';
import { Plan } from '#domains/plans/plan.entity';
import type { PostalAddress } from '#domains/shipping';

/** `comp`: the fan club gave it away. `gift`: a gift code paid it. */
export const ORDER_KINDS = ['new', 'upgrade', 'renewal', 'conversion', 'gift', 'comp'] as const;
export type OrderKind = (typeof ORDER_KINDS)[number];

/** Why an order ended unpaid. `given_up`: its money goes back. `withdrawn`: staff withdrew its plan. Nothing sets `erased` yet. */
export const CLOSED_REASONS = [
  'expired',
  'cancelled',
  'superseded',
  'given_up',
  'erased',
  'withdrawn',
] as const;
export type ClosedReason = (typeof CLOSED_REASONS)[number];

/**
 * A purchase of a plan. It was placed at `createdAt`, which is part of its natural key. The four amounts are decimals in the
 * club's currency, or all null for a free plan. They are written when the order is placed, and never change. An order is open while
 * it is neither paid nor closed.
 */
@Entity('orders')
@ForeignKey(() => Customer, ['fanclubId', 'customerId'], ['fanclubId', 'id'])
@ForeignKey(() => Plan, ['fanclubId', 'planId'], ['fanclubId', 'id'])
@Unique(['fanclubId', 'id'])
@Unique(['customerId', 'planId', 'createdAt'])
@Unique(['fanclubId', 'checkoutReference'])
@Index(['fanclubId', 'planId'])
@Check('ck_orders_shipping', 'shipping >= 0')
@Check('ck_orders_discount', 'discount >= 0')
@Check('ck_orders_subtotal', 'subtotal >= 0')
@Check('ck_orders_total', 'total >= 0')
@Check('ck_orders_totals', 'num_nonnulls(shipping, discount, subtotal, total) IN (0, 4)')
@Unique(['fanclubId', 'receiptNumber'])
@Index('uq_orders_open', ['customerId', 'planId'], {
  unique: true,
  where: 'paid_at IS NULL AND closed_at IS NULL AND checkout_reference IS NOT NULL AND total > 0',
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
@Check('ck_orders_billing_address', `jsonb_typeof(billing_address) = 'object'`)
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
  /** The checkout's id of the purchase. It is unique, so a repeated notice creates no second order. */
  @Column('text', { nullable: true }) checkoutReference!: string | null;
  /** ISO 4217 code of the amounts. Null: imported, or free; then the fan club's. */
  @Column('text', { nullable: true }) currency!: string | null;
  @Column('text', { default: 'new' }) kind!: OrderKind;
  /** The subscription that an upgrade replaces. */
  @Column('bigint', { nullable: true }) replacesSubscriptionId!: number | null;
  /** The subscription that a renewal or a conversion follows. */
  @Column('bigint', { nullable: true }) renewsSubscriptionId!: number | null;
  /** The text with which the buyer agreed to automatic renewal. Null: the buyer did not. */
  @Column('text', { nullable: true }) renewalConsent!: string | null;
  @Column('timestamptz', { nullable: true }) closedAt!: Date | null;
  @Column('text', { nullable: true }) closedReason!: ClosedReason | null;
  /** Of the fan club's receipts, which are numbered from 1 without gaps. Null: no money was taken. */
  @Column('integer', { nullable: true }) receiptNumber!: number | null;
  /** When the buyer's bank began to take the money back. */
  @Column('timestamptz', { nullable: true }) disputedAt!: Date | null;
}
