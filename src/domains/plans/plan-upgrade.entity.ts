import { Check, Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { FanclubRow } from '#platform/tenants/fanclub-row.entity';
import { Plan } from './plan.entity';

/** An upgrade that subscribers of one plan can buy to another. */
@Entity('plan_upgrades')
@ForeignKey(() => Plan, ['fanclubId', 'fromPlanId'], ['fanclubId', 'id'], { onDelete: 'CASCADE' })
@ForeignKey(() => Plan, ['fanclubId', 'toPlanId'], ['fanclubId', 'id'], { onDelete: 'CASCADE' })
@Unique(['fromPlanId', 'toPlanId'])
@Index(['fanclubId', 'toPlanId'])
@Check('ck_plan_upgrades_price', 'price >= 0')
@Check('ck_plan_upgrades_to_plan', 'from_plan_id <> to_plan_id')
export class PlanUpgrade extends FanclubRow {
  @Column('bigint') fromPlanId!: number;
  @Column('bigint') toPlanId!: number;
  /** Null: the difference of the two plans' prices, never below 0. */
  @Column('numeric', { precision: 12, scale: 2, nullable: true }) price!: string | null;
}
