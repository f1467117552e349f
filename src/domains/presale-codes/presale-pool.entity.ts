import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { PersonalRows } from '#libs/personal-data';
import { Fanclub, FanclubRow } from '#platform/tenants/fanclub.entity';
import { Customer } from '#domains/accounts/customer.entity';
import { Plan } from '#domains/plans/plan.entity';

/** `everyone`: each entitled member gets a code. `on_request`: first come, first served. */
export const POOL_MODES = ['everyone', 'on_request'] as const;
export type PoolMode = (typeof POOL_MODES)[number];

/** Who assigned a code: the member with a button, the job, or staff with a replacement. */
export const ASSIGNERS = ['member', 'job', 'staff'] as const;
export type Assigner = (typeof ASSIGNERS)[number];

/** Codes of a ticket seller for the members, one each. Several ticket links may share a pool. */
@Entity('presale_pools')
@Unique(['fanclubId', 'id'])
@Unique(['fanclubId', 'name'])
@Check('ck_presale_pools_mode', `mode IN ('${POOL_MODES.join("', '")}')`)
@Check('ck_presale_pools_period', 'closes_at > opens_at')
@Check(
  'ck_presale_pools_limit',
  '(limit_group IS NULL) = (limit_codes IS NULL) AND limit_codes BETWEEN 1 AND 100',
)
export class PresalePool extends FanclubRow {
  @Column('text') name!: string;
  @Column('text') mode!: PoolMode;
  @Column('timestamptz') opensAt!: Date;
  /** From then on no codes are given; members keep those that they have. Null: never. */
  @Column('timestamptz', { nullable: true }) closesAt!: Date | null;
  /** Plain text, shown with the code on its page and in its mail. */
  @Column('text', { nullable: true }) instructions!: string | null;
  /** Pools with the same group share a limit. Null: no limit. */
  @Column('text', { nullable: true }) limitGroup!: string | null;
  /** How many codes of its group a member may have, counting this pool's. Null: no limit. */
  @Column('integer', { nullable: true }) limitCodes!: number | null;
}

/** A plan whose members are entitled to codes of a pool. A pool without plans is for all plans with exclusive access. */
@Entity('presale_pool_plans')
@ForeignKey(() => Fanclub, ['fanclubId'], ['id'])
@ForeignKey(() => PresalePool, ['fanclubId', 'poolId'], ['fanclubId', 'id'], { onDelete: 'CASCADE' })
@ForeignKey(() => Plan, ['fanclubId', 'planId'], ['fanclubId', 'id'], { onDelete: 'CASCADE' })
@Index(['fanclubId', 'planId'])
export class PresalePoolPlan {
  @PrimaryColumn('bigint') fanclubId!: number;
  @PrimaryColumn('bigint') poolId!: number;
  @PrimaryColumn('bigint') planId!: number;
}

/**
 * A code of a pool. It belongs to one member at most, for ever: a void code, also one whose member was deleted, is never given again.
 */
@Entity('presale_codes')
@ForeignKey(() => PresalePool, ['fanclubId', 'poolId'], ['fanclubId', 'id'])
@ForeignKey(() => Customer, ['fanclubId', 'customerId'], ['fanclubId', 'id'], { onDelete: 'SET NULL' })
@Unique(['fanclubId', 'id'])
@Unique(['fanclubId', 'poolId', 'code'])
@Index('uq_presale_codes_live', ['fanclubId', 'poolId', 'customerId'], {
  unique: true,
  where: 'customer_id IS NOT NULL AND voided_at IS NULL',
})
@Index('uq_presale_codes_places', ['fanclubId', 'customerId', 'limitGroup', 'limitPlace'], {
  unique: true,
  where: 'limit_place IS NOT NULL AND voided_at IS NULL',
})
@Index('ix_presale_codes_free', ['fanclubId', 'poolId', 'position'], {
  where: 'customer_id IS NULL AND voided_at IS NULL AND used_at IS NULL',
})
@Index(['fanclubId', 'customerId'])
@Index(['fanclubId', 'code'])
@Check('ck_presale_codes_code', 'length(code) BETWEEN 1 AND 100')
@Check('ck_presale_codes_assigned_by', `assigned_by IN ('${ASSIGNERS.join("', '")}')`)
@Check(
  'ck_presale_codes_assigned',
  `(customer_id IS NULL) = (assigned_at IS NULL) AND (customer_id IS NULL) = (assigned_by IS NULL)
   AND (customer_id IS NOT NULL OR mailed_at IS NULL AND limit_group IS NULL)`,
)
@Check('ck_presale_codes_limit', '(limit_group IS NULL) = (limit_place IS NULL)')
@Check('ck_presale_codes_voided', '(voided_at IS NULL) = (void_reason IS NULL)')
@PersonalRows<PresaleCode>({
  merged: 'own',
  of: 'customerId',
  // A trigger makes the code void, so that nobody gets it again.
  unlinked: true,
  nulled: { activity: ['assignedAt', 'assignedBy', 'mailedAt', 'limitGroup', 'limitPlace'] },
  kept: { code: ['code', 'position', 'usedAt', 'voidedAt', 'voidReason'] },
  // As on its page: a pool can be prepared before it opens.
  shownIf: {
    code: `EXISTS (
      SELECT FROM presale_pools p WHERE p.fanclub_id = t.fanclub_id AND p.id = t.pool_id AND p.opens_at <= $now)`,
  },
})
export class PresaleCode extends FanclubRow {
  @Column('bigint') poolId!: number;
  /** Codes are given in this order. */
  @Column('integer') position!: number;
  @Column('text') code!: string;
  /** Whom it was given to. Null: nobody, or the member was deleted and the code is void. */
  @Column('bigint', { nullable: true }) customerId!: number | null;
  @Column('timestamptz', { nullable: true }) assignedAt!: Date | null;
  @Column('text', { nullable: true }) assignedBy!: Assigner | null;
  /** The pool's group when the code was given. Null: the pool had no limit. */
  @Column('text', { nullable: true }) limitGroup!: string | null;
  /** Which of the member's codes of the group it is, from 1. The unique key limits the codes of a member. */
  @Column('integer', { nullable: true }) limitPlace!: number | null;
  /** When its mail was last queued. */
  @Column('timestamptz', { nullable: true }) mailedAt!: Date | null;
  @Column('timestamptz', { nullable: true }) voidedAt!: Date | null;
  @Column('text', { nullable: true }) voidReason!: string | null;
  /** When staff marked it as used at the seller. */
  @Column('timestamptz', { nullable: true }) usedAt!: Date | null;
}
