import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Fanclub } from '#platform/tenants/fanclub.entity';
import { Plan } from '#domains/plans/plan.entity';
import { Contest } from './contest.entity';

/** Restricts a contest to a plan's subscribers. A contest without plans is open to all customers. */
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
