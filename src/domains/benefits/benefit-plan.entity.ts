import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Fanclub } from '#platform/tenants/fanclub.entity';
import { Plan } from '#domains/plans/plan.entity';
import { Benefit } from './benefit.entity';

/** Gives a benefit to the subscribers of a plan. */
@Entity('benefit_plans')
@ForeignKey(() => Fanclub, ['fanclubId'], ['id'])
@ForeignKey(() => Benefit, ['fanclubId', 'benefitId'], ['fanclubId', 'id'], { onDelete: 'CASCADE' })
@ForeignKey(() => Plan, ['fanclubId', 'planId'], ['fanclubId', 'id'], { onDelete: 'CASCADE' })
@Index(['fanclubId', 'planId'])
export class BenefitPlan {
  @PrimaryColumn('bigint') benefitId!: number;
  @PrimaryColumn('bigint') planId!: number;
  @Column('bigint') fanclubId!: number;
}
