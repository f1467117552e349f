import { Injectable } from '@nestjs/common';
import type { FanclubInfo, LoggedInViewer } from '#platform/access';
import { Published } from '#platform/published';
import { type BenefitRow, LIST_BENEFITS } from './benefits.queries';

@Injectable()
export class BenefitsService {
  /** All benefits of a fan club. */
  private readonly published: (fanclub: FanclubInfo) => readonly BenefitRow[];

  constructor(published: Published) {
    this.published = published.declare((db, { id }) => db.rows(LIST_BENEFITS, { fanclub: id }));
  }

  /** The benefits of the plan of the customer's active subscription, by id. Empty without a subscription. */
  async list({ fanclub, membership }: LoggedInViewer): Promise<BenefitRow[]> {
    if (membership === null) return [];
    return this.ofPlan(fanclub, membership.plan.id);
  }

  /** The benefits of a plan, by id. */
  ofPlan(fanclub: FanclubInfo, planId: number): BenefitRow[] {
    return this.published(fanclub).filter(({ planIds }) => planIds.includes(planId));
  }
}
