import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Fanclub } from '#platform/tenants/fanclub.entity';
import { Plan } from '#domains/plans/plan.entity';
import { Contest } from './contest.entity';

/** That a contest is for subscribers of a plan. A contest without any is for every customer. */
@Entity('contest_plans')
@ForeignKey(() => Fanclub, ['fanclubId'], ['id'])
@ForeignKey(() => Contest, ['fanclubId', 'contestId'], ['fanclubId', 'id'], { onDelete: 'CASCADE' })
@ForeignKey(() => Plan, ['fanclubId', 'planId'], ['fanclubId', 'id'], { onDelete: 'CASCADE' })
@Index(['fanclubId', 'planId'])
export class ContestPlan {
  @PrimaryColumn('bigint') contestId!: number;
  @PrimaryColumn('bigint') planId!: number;
  @Column('bigint') fanclubId!: number;
}
