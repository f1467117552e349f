import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { PersonalRows } from '#libs/personal-data';
import { Customer } from '#domains/accounts/customer.entity';
import { Order } from '#domains/orders/order.entity';
import { Plan } from '#domains/plans/plan.entity';
import { Subscription } from '#domains/subscriptions/subscription.entity';
import { Fanclub, FanclubRow } from '#platform/tenants/fanclub.entity';

/** `season`: the plan's sales period is over. `term`: a plan without sales period. `trial`: a trial that converts into a plan. */
export const RENEWAL_KINDS = ['season', 'term', 'trial'] as const;
export type RenewalKind = (typeof RENEWAL_KINDS)[number];

/** `renewal.states.ts` describes each state and its transitions. */
export const RENEWAL_STATES = [
  'planned',
  'announced',
  'charging',
  'waiting',
  'action_needed',
  'done',
  'stopped',
  'given_up',
] as const;
export type RenewalState = (typeof RENEWAL_STATES)[number];

/** The renewal of one membership: one row per subscription, from the time at which it can be renewed. */
@Entity('renewals')
@ForeignKey(() => Customer, ['fanclubId', 'customerId'], ['fanclubId', 'id'], { onDelete: 'CASCADE' })
@ForeignKey(() => Subscription, ['fanclubId', 'subscriptionId'], ['fanclubId', 'id'], { onDelete: 'CASCADE' })
@ForeignKey(() => Plan, ['fanclubId', 'planId'], ['fanclubId', 'id'])
@ForeignKey(() => Order, ['fanclubId', 'orderId'], ['fanclubId', 'id'], { onDelete: 'SET NULL' })
@Unique(['fanclubId', 'subscriptionId'])
@Unique(['fanclubId', 'id'])
@Index(['fanclubId', 'customerId'])
@Index(['fanclubId', 'planId'])
@Index(['fanclubId', 'orderId'])
@Index('ix_renewals_next', ['nextAt'], { where: 'next_at IS NOT NULL' })
@Index('ix_renewals_open', ['updatedAt'], { where: `state <> 'done'` })
@Check('ck_renewals_kind', `kind IN ('${RENEWAL_KINDS.join("', '")}')`)
@Check('ck_renewals_state', `state IN ('${RENEWAL_STATES.join("', '")}')`)
@Check('ck_renewals_tries', 'tries BETWEEN 0 AND 4')
@Check(
  'ck_renewals_charge',
  'NOT automatic OR num_nulls(plan_id, charge_at, announced_at, announced_total) = 0',
)
@Check('ck_renewals_notice', `charge_at >= announced_at + interval '3 days'`)
@PersonalRows<Renewal>({
  merged: 'moved',
  of: 'customerId',
  nulled: { 'postal address': ['country'] },
  kept: {
    membership: ['kind', 'state', 'automatic', 'reason', 'nextAt', 'tries', 'triedAt'],
    payment: ['chargeAt', 'announcedAt', 'announcedTotal'],
    mail: ['cardMailedAt'],
  },
})
export class Renewal extends FanclubRow {
  @Column('bigint') customerId!: number;
  /** The membership that is renewed. */
  @Column('bigint') subscriptionId!: number;
  @Column('text', { default: 'season' }) kind!: RenewalKind;
  @Column('text', { default: 'planned' }) state!: RenewalState;
  /** Whether a charge of the saved card was announced. */
  @Column('boolean', { default: false }) automatic!: boolean;
  /** The plan that follows. Null: none is known yet. */
  @Column('bigint', { nullable: true }) planId!: number | null;
  /** The order that a charge and a payment by hand share. Null: not placed yet. */
  @Column('bigint', { nullable: true }) orderId!: number | null;
  /** When the job looks at it again without a change of its member. Null: never. */
  @Column('timestamptz', { nullable: true }) nextAt!: Date | null;
  /** The announced day of the first charge. */
  @Column('timestamptz', { nullable: true }) chargeAt!: Date | null;
  /** The number of declined charges. */
  @Column('integer', { default: 0 }) tries!: number;
  /** When a charge was declined last. */
  @Column('timestamptz', { nullable: true }) triedAt!: Date | null;
  @Column('timestamptz', { nullable: true }) announcedAt!: Date | null;
  /** Including shipping, in the currency of the fan club. No charge is higher. */
  @Column('numeric', { precision: 12, scale: 2, nullable: true }) announcedTotal!: string | null;
  /** The member's country at the announcement. Null: no address. */
  @Column('text', { nullable: true }) country!: string | null;
  /** Why it is `stopped` or needs an action; see `renewal.states.ts`. */
  @Column('text', { nullable: true }) reason!: string | null;
  /** When the member was asked to replace a card that expires. */
  @Column('timestamptz', { nullable: true }) cardMailedAt!: Date | null;
}

/** A mail about a renewal that was queued. Rows are added, and never changed. */
@Entity('renewal_mails')
@ForeignKey(() => Fanclub, ['fanclubId'], ['id'])
@ForeignKey(() => Renewal, ['fanclubId', 'renewalId'], ['fanclubId', 'id'], { onDelete: 'CASCADE' })
@Unique(['fanclubId', 'renewalId', 'id'])
@Check('ck_renewal_mails_kind', `kind ~ '^[a-z][a-z_]*$'`)
@PersonalRows<RenewalMail>({
  merged: 'follows',
  of: ['renewalId', 'renewals'],
  kept: { mail: ['kind', 'queuedAt'] },
})
export class RenewalMail {
  @PrimaryGeneratedColumn('identity', { type: 'bigint' }) id!: number;
  @Column('bigint') fanclubId!: number;
  @Column('bigint') renewalId!: number;
  /** A `MailKind`. */
  @Column('text') kind!: string;
  @Column('timestamptz') queuedAt!: Date;
}
