import { Check, Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { Customer } from '#domains/accounts/customer.entity';
import { FanclubRow } from '#platform/tenants/fanclub-row.entity';
import { Plan } from '#domains/plans/plan.entity';
import type { PostalAddress } from '#domains/shipping';

/**
 * A purchase of a plan. It was placed at `createdAt`, which is part of its natural key. The four amounts are decimals in the
 * club's currency, or all null for a free plan.
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
}
