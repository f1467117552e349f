import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { PersonalRows } from '#libs/personal-data';
import { Timestamps } from '#platform/database/timestamps.entity';
import { Fanclub, FanclubRow } from '#platform/tenants/fanclub.entity';
import { Customer } from '#domains/accounts/customer.entity';
import { Order } from '#domains/orders/order.entity';
import { Plan } from '#domains/plans/plan.entity';

/** `gift`: pays a whole plan, once. `coupon`: lowers the price. */
export const CODE_KINDS = ['gift', 'coupon'] as const;
export type CodeKind = (typeof CODE_KINDS)[number];

/** What a coupon's value means: an amount off, a percentage off, or the price to pay instead. */
export const DISCOUNTS = ['amount', 'percent', 'price'] as const;
export type Discount = (typeof DISCOUNTS)[number];

/** `held`: its order waits for the payment. `used`: the order was settled. `released`: the order was closed unpaid. */
export const USE_STATES = ['held', 'used', 'released'] as const;
export type UseState = (typeof USE_STATES)[number];

/** Codes that were made together, and what each of them grants. */
@Entity('redeem_batches')
@ForeignKey(() => Plan, ['fanclubId', 'planId'], ['fanclubId', 'id'])
@Unique(['fanclubId', 'id'])
@Index(['fanclubId', 'planId'])
@Check('ck_redeem_batches_name', 'length(name) BETWEEN 1 AND 100')
@Check('ck_redeem_batches_kind', `kind IN ('${CODE_KINDS.join("', '")}')`)
@Check('ck_redeem_batches_discount', `discount IN ('${DISCOUNTS.join("', '")}')`)
@Check(
  'ck_redeem_batches_gift',
  `(kind = 'gift') = (discount IS NULL)
   AND (kind = 'coupon' OR plan_id IS NOT NULL AND max_uses IS NOT DISTINCT FROM 1 AND NOT first_order_only)`,
)
@Check(
  'ck_redeem_batches_value',
  `(discount IS NULL) = (value IS NULL) AND value >= 0 AND (discount <> 'percent' OR value <= 100)`,
)
@Check('ck_redeem_batches_max_uses', 'max_uses > 0')
@Check('ck_redeem_batches_max_per_member', 'max_per_member > 0')
@Check('ck_redeem_batches_capacity', 'capacity IS NULL OR capacity > 0 AND NOT sold')
@Check('ck_redeem_batches_taken', 'taken >= 0 AND taken <= coalesce(capacity, 0)')
@Check('ck_redeem_batches_period', 'ends_at > starts_at')
@Check('ck_redeem_batches_sold', `NOT sold OR kind = 'gift' AND exported_at IS NULL AND voided_at IS NULL`)
@Index('uq_redeem_batches_sold', ['fanclubId', 'planId'], { unique: true, where: 'sold' })
export class RedeemBatch extends FanclubRow {
  @Column('text') name!: string;
  @Column('text') kind!: CodeKind;
  /** The plan that a gift pays. Null: a coupon, whose plans are rows of {@link RedeemBatchPlan}. */
  @Column('bigint', { nullable: true }) planId!: number | null;
  /** Null: a gift. */
  @Column('text', { nullable: true }) discount!: Discount | null;
  /** An amount in `currency`, or a percentage. Null: a gift. */
  @Column('numeric', { precision: 12, scale: 2, nullable: true }) value!: string | null;
  /** The fan club's currency when the batch was made. A coupon applies to prices in this currency only. */
  @Column('text') currency!: string;
  @Column('boolean') coversShipping!: boolean;
  /** Whether only members without a completed order can use it. */
  @Column('boolean') firstOrderOnly!: boolean;
  /** How often each code can be used. Null: no limit. */
  @Column('integer', { nullable: true }) maxUses!: number | null;
  /** How often one member can use codes of the batch. Null: no limit. */
  @Column('integer', { nullable: true }) maxPerMember!: number | null;
  /** How often all its codes together can be used. Null: no limit. */
  @Column('integer', { nullable: true }) capacity!: number | null;
  /** Uses of all its codes, held and counted. Only a batch with a capacity counts them, so that others need no lock. */
  @Column('integer', { default: 0 }) taken!: number;
  /** Null: valid at once. */
  @Column('timestamptz', { nullable: true }) startsAt!: Date | null;
  /** Null: no end. */
  @Column('timestamptz', { nullable: true }) endsAt!: Date | null;
  /** When its codes were exported. Null: not yet. */
  @Column('timestamptz', { nullable: true }) exportedAt!: Date | null;
  @Column('timestamptz', { nullable: true }) voidedAt!: Date | null;
  /** Whether its codes are gifts that members bought, of one plan. Staff can neither export such a batch nor void it as a whole. */
  @Column('boolean', { default: false }) sold!: boolean;
}

/** A plan whose price a coupon lowers. A coupon without such rows applies to all plans. */
@Entity('redeem_batch_plans')
@ForeignKey(() => Fanclub, ['fanclubId'], ['id'])
@ForeignKey(() => RedeemBatch, ['fanclubId', 'batchId'], ['fanclubId', 'id'], { onDelete: 'CASCADE' })
@ForeignKey(() => Plan, ['fanclubId', 'planId'], ['fanclubId', 'id'])
@Index(['fanclubId', 'planId'])
export class RedeemBatchPlan {
  @PrimaryColumn('bigint') fanclubId!: number;
  @PrimaryColumn('bigint') batchId!: number;
  @PrimaryColumn('bigint') planId!: number;
}

/** Whether the code `c` was bought as a gift. */
export const BOUGHT_CODE_SQL = '(c.bought_order_id IS NOT NULL)';

/** Whether the code `c` was bought as a gift, and the buyer disputes the payment. */
export const DISPUTED_CODE_SQL = `EXISTS (
  SELECT FROM orders b WHERE b.fanclub_id = c.fanclub_id AND b.id = c.bought_order_id AND b.disputed_at IS NOT NULL)`;

/** Whether the code `c` was neither settled nor voided. */
export const USABLE_CODE_SQL = '(c.used = 0 AND c.voided_at IS NULL)';

/** A code, of which the database has the digest only once it was exported. */
@Entity('redeem_codes')
@ForeignKey(() => RedeemBatch, ['fanclubId', 'batchId'], ['fanclubId', 'id'], { onDelete: 'CASCADE' })
@Unique(['fanclubId', 'id'])
@Unique(['fanclubId', 'codeHash'])
@ForeignKey(() => Order, ['fanclubId', 'boughtOrderId'], ['fanclubId', 'id'], { onDelete: 'SET NULL' })
@Unique(['fanclubId', 'boughtOrderId'])
@Index('ix_redeem_codes_fanclub_batch', ['fanclubId', 'batchId', 'id'])
@Check('ck_redeem_codes_code_hash', 'length(code_hash) = 32')
@Check('ck_redeem_codes_counts', 'held >= 0 AND used >= 0')
@Check('ck_redeem_codes_max_uses', 'held + used <= max_uses')
@PersonalRows<RedeemCode>({
  merged: 'follows',
  of: ['boughtOrderId', 'orders'],
  kept: { purchase: ['held', 'used', 'maxUses', 'voidedAt'], secret: ['codeHash', 'codeSealed'] },
})
export class RedeemCode extends FanclubRow {
  @Column('bigint') batchId!: number;
  /** SHA-256 of the code. */
  @Column('bytea') codeHash!: Buffer;
  /** The order that bought it as a gift. Null: made by staff. */
  @Column('bigint', { nullable: true }) boughtOrderId!: number | null;
  /** The sealed code. Null: exported, or voided for good. */
  @Column('text', { nullable: true }) codeSealed!: string | null;
  /** A copy of the batch's, for the constraint. */
  @Column('integer', { nullable: true }) maxUses!: number | null;
  /** Uses by orders that wait for their payment. */
  @Column('integer', { default: 0 }) held!: number;
  /** Uses by settled orders. */
  @Column('integer', { default: 0 }) used!: number;
  @Column('timestamptz', { nullable: true }) voidedAt!: Date | null;
}

/** The use of a code by an order, which has one code at most. */
@Entity('redeem_uses')
@ForeignKey(() => Fanclub, ['fanclubId'], ['id'])
@ForeignKey(() => Order, ['fanclubId', 'orderId'], ['fanclubId', 'id'], { onDelete: 'CASCADE' })
@ForeignKey(() => RedeemCode, ['fanclubId', 'codeId'], ['fanclubId', 'id'])
@ForeignKey(() => Customer, ['fanclubId', 'customerId'], ['fanclubId', 'id'], { onDelete: 'CASCADE' })
@Index(['fanclubId', 'codeId'])
@Index(['fanclubId', 'customerId'])
@Check('ck_redeem_uses_state', `state IN ('${USE_STATES.join("', '")}')`)
@Check('ck_redeem_uses_used_at', "(state = 'used') = (used_at IS NOT NULL)")
@PersonalRows<RedeemUse>({ merged: 'moved', of: 'customerId', kept: { purchase: ['state', 'usedAt'] } })
export class RedeemUse extends Timestamps {
  @PrimaryColumn('bigint') fanclubId!: number;
  @PrimaryColumn('bigint') orderId!: number;
  @Column('bigint') codeId!: number;
  @Column('bigint') customerId!: number;
  @Column('text') state!: UseState;
  /** When the order was settled. Null: it was not. */
  @Column('timestamptz', { nullable: true }) usedAt!: Date | null;
}
