import { Column, Entity, Unique, ForeignKey, PrimaryColumn } from 'typeorm';
import { FanclubRow, Fanclub } from '#platform/tenants/fanclub.entity';
import { Plan } from '#domains/plans/plan.entity';

/** Something that the subscribers of certain plans get. */
@Entity('benefits')
@Unique(['fanclubId', 'id'])
@Unique(['fanclubId', 'summary'])
export class Benefit extends FanclubRow {
  @Column('text') summary!: string;
  @Column('text', { nullable: true }) details!: string | null;
  /** Any word; usually `online`. */
  @Column('text', { default: 'online' }) benefitType!: string;
  @Column('text', { nullable: true }) imageUrl!: string | null;
}

/** Gives a benefit to the subscribers of a plan. */
@Entity('benefit_plans')
@ForeignKey(() => Fanclub, ['fanclubId'], ['id'])
@ForeignKey(() => Benefit, ['fanclubId', 'benefitId'], ['fanclubId', 'id'], { onDelete: 'CASCADE' })
@ForeignKey(() => Plan, ['fanclubId', 'planId'], ['fanclubId', 'id'], { onDelete: 'CASCADE' })
@Unique(['fanclubId', 'planId', 'benefitId'])
export class BenefitPlan {
  @PrimaryColumn('bigint') benefitId!: number;
  @PrimaryColumn('bigint') planId!: number;
  @Column('bigint') fanclubId!: number;
}

/** Whether a plan gives the benefit of this alias. @param plan a column or placeholder with the id of the plan */
export const hasBenefitSql = (plan: string, alias: string): string => `EXISTS (
  SELECT FROM benefit_plans bp
  WHERE bp.fanclub_id = ${alias}.fanclub_id AND bp.benefit_id = ${alias}.id AND bp.plan_id = ${plan})`;
