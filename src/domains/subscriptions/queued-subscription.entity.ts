import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { Customer } from '#domains/accounts/customer.entity';
import { Timestamps } from '#platform/database/timestamps.entity';
import { Fanclub } from '#platform/tenants/fanclub.entity';
import { Plan } from '#domains/plans/plan.entity';
import { Subscription } from './subscription.entity';

/** A subscription bought ahead: it becomes one when it is processed. `createdAt` is shown, and part of its natural key. */
@Entity('queued_subscriptions')
@ForeignKey(() => Fanclub, ['fanclubId'], ['id'])
@ForeignKey(() => Customer, ['fanclubId', 'customerId'], ['fanclubId', 'id'])
@ForeignKey(() => Plan, ['fanclubId', 'planId'], ['fanclubId', 'id'])
@ForeignKey(() => Subscription, ['fanclubId', 'subscriptionId'], ['fanclubId', 'id'])
@Unique(['customerId', 'planId', 'createdAt'])
@Index(['fanclubId', 'planId'])
@Index(['fanclubId', 'subscriptionId'])
export class QueuedSubscription extends Timestamps {
  @PrimaryGeneratedColumn('identity', { type: 'bigint' }) id!: number;
  @Column('bigint') fanclubId!: number;
  @Column('bigint') customerId!: number;
  @Column('bigint') planId!: number;
  /** Null: not processed yet ("upcoming"). */
  @Column('timestamptz', { nullable: true }) processedAt!: Date | null;
  /** An instant: when the membership will end. */
  @Column('timestamptz') endDate!: Date;
  /** What it became. */
  @Column('bigint', { nullable: true }) subscriptionId!: number | null;
}
