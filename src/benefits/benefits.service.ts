import { Injectable } from '@nestjs/common';
import type { FanclubInfo, LoggedInViewer } from '../access';
import { Sql } from '../database/sql';
import { type BenefitRow, LIST_BENEFITS } from './benefits.queries';

/** What members get. */
@Injectable()
export class BenefitsService {
  constructor(private readonly sql: Sql) {}

  /** The benefits of the plan of the customer's active subscription, by id; none without one. */
  async list({ fanclub, membership }: LoggedInViewer): Promise<BenefitRow[]> {
    if (membership === null) return [];
    const benefits = await this.published(fanclub);
    return benefits.filter(({ plan_ids }) => plan_ids.includes(membership.plan.id));
  }

  /** Every benefit of the fan club, the same for all its visitors. */
  private published(fanclub: FanclubInfo): Promise<BenefitRow[]> {
    return this.sql.rows<BenefitRow>(LIST_BENEFITS, [fanclub.id]);
  }
}
