import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { Timestamps } from '#platform/database/timestamps.entity';
import { Fanclub } from '#platform/tenants/fanclub.entity';
import { Plan } from './plan.entity';

/** A way up from one plan to another. */
@Entity('plan_upgrades')
@ForeignKey(() => Fanclub, ['fanclubId'], ['id'])
@ForeignKey(() => Plan, ['fanclubId', 'fromPlanId'], ['fanclubId', 'id'], { onDelete: 'CASCADE' })
@ForeignKey(() => Plan, ['fanclubId', 'toPlanId'], ['fanclubId', 'id'], { onDelete: 'CASCADE' })
@Unique(['fromPlanId', 'toPlanId'])
@Index(['fanclubId', 'toPlanId'])
@Check('ck_plan_upgrades_price', 'price >= 0')
@Check('ck_plan_upgrades_to_plan', 'from_plan_id <> to_plan_id')
export class PlanUpgrade extends Timestamps {
  @PrimaryGeneratedColumn('identity', { type: 'bigint' }) id!: number;
  @Column('bigint') fanclubId!: number;
  @Column('bigint') fromPlanId!: number;
  @Column('bigint') toPlanId!: number;
  /** Null: the difference of the two plans' prices, never below 0. */
  @Column('numeric', { precision: 12, scale: 2, nullable: true }) price!: string | null;
}
