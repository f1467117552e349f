import { ApiProperty } from '@nestjs/swagger';
import { PlanBrief } from '#domains/plans';
import { ID, UTC_TIME } from '#platform/reference';

export class Subscription {
  @ApiProperty(ID) id!: number;
  @ApiProperty(UTC_TIME) start_date!: string;
  @ApiProperty({ ...UTC_TIME, nullable: true, description: 'Null for a plan without term.' })
  end_date!: string | null;
  @ApiProperty({ type: 'string', enum: ['pending', 'active', 'expired'] }) status!:
    'pending' | 'active' | 'expired';
  @ApiProperty({ type: 'boolean' }) active!: boolean;
  @ApiProperty({ type: 'boolean' }) expired!: boolean;
  @ApiProperty({ type: 'boolean' }) trial_membership!: boolean;
  @ApiProperty({ type: 'boolean', description: 'Active only because its sales period was extended.' })
  lapsed!: boolean;
  @ApiProperty({ type: PlanBrief }) plan!: PlanBrief;
}

/** A subscription that has not begun, or that has been processed. */
export class QueuedSubscription {
  @ApiProperty(ID) id!: number;
  @ApiProperty(ID) customer_id!: number;
  @ApiProperty({ type: PlanBrief }) plan!: PlanBrief;
  @ApiProperty(UTC_TIME) created_at!: string;
  @ApiProperty(UTC_TIME) updated_at!: string;
  @ApiProperty({ ...UTC_TIME, nullable: true, description: 'Null until it becomes a subscription.' })
  processed_at!: string | null;
  @ApiProperty(UTC_TIME) end_date!: string;
  @ApiProperty({ ...ID, nullable: true, description: 'The subscription that it became.' })
  subscription_id!: number | null;
}

/** The codes that a customer has for an affiliate. */
export class AffiliateCodes {
  @ApiProperty(ID) id!: number;
  @ApiProperty({ type: 'string' }) name!: string;
  @ApiProperty({ type: [String] }) codes!: string[];
}

/** The active subscription inside a customer. */
export class EmbeddedSubscription {
  @ApiProperty({ type: PlanBrief }) plan!: PlanBrief;
  @ApiProperty(UTC_TIME) start_date!: string;
  @ApiProperty({ ...UTC_TIME, nullable: true, description: 'Null for a plan without term.' })
  end_date!: string | null;
  @ApiProperty({ type: 'boolean', description: 'Active only because its sales period was extended.' })
  lapsed!: boolean;
  @ApiProperty({ type: 'boolean' }) trial_membership!: boolean;
  @ApiProperty({ type: [AffiliateCodes] }) affiliates!: AffiliateCodes[];
}

export class ReducedPlan {
  @ApiProperty(ID) id!: number;
  @ApiProperty({ type: 'string' }) name!: string;
  @ApiProperty({ type: 'string', nullable: true, description: 'HTML.' }) description!: string | null;
  @ApiProperty({ type: 'string', nullable: true, description: 'HTML.' }) annotations!: string | null;
}

/** The active subscription inside the customer of a log-in by an identity provider. */
export class ReducedSubscription {
  @ApiProperty({ type: ReducedPlan }) plan!: ReducedPlan;
  @ApiProperty(UTC_TIME) start_date!: string;
  @ApiProperty({ type: [AffiliateCodes] }) affiliates!: AffiliateCodes[];
}
