import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import type { FanclubInfo, Viewer } from '../access';
import { Config } from '../config';
import { Sql } from '../database/sql';
import type { ListPlansQuery } from './dto/list-plans.query';
import { cataloguePlan, type CataloguePlan } from './plan-catalogue';
import { isTagged, type PlanStanding, seesPlans, standingOf } from './plan.rules';
import { LIST_PLANS, type PlanRow } from './plans.queries';

/** A plan, and how it stands to the viewer. */
export interface OfferedPlan {
  plan: CataloguePlan;
  standing: PlanStanding;
}

/** What fan clubs offer. */
@Injectable()
export class PlansService {
  constructor(
    private readonly sql: Sql,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /** The plans the viewer may see, the dearest first, then by id; withdrawn plans are left out. */
  async list(viewer: Viewer, { tags }: ListPlansQuery): Promise<OfferedPlan[]> {
    if (!seesPlans(viewer)) return [];
    const now = this.clock.now();
    return (await this.published(viewer.fanclub))
      .filter((plan) => !plan.deleted && (tags === undefined || isTagged(plan, tags)))
      .map((plan) => ({ plan, standing: standingOf(plan, viewer, now) }));
  }

  /** Every plan of the fan club, withdrawn ones too, the dearest first: the same for all its visitors. */
  async published(fanclub: FanclubInfo): Promise<CataloguePlan[]> {
    const rows = await this.sql.rows<PlanRow>(LIST_PLANS, [fanclub.id]);
    return rows.map((row) => cataloguePlan(row, fanclub, this.config.publicUrl));
  }
}
