import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import type { FanclubInfo, Viewer } from '#platform/access';
import { Config } from '#platform/config';
import { Sql, type Statements } from '#platform/database';
import { Published } from '#platform/published';
import type { ListPlansQuery } from './dto/list-plans.query';
import { cataloguePlan, type CataloguePlan } from './plan-catalogue';
import { isTagged, type PlanStanding, seesPlans, standingOf } from './plan.rules';
import { LIST_PLANS } from './plans.queries';

/** A plan, and how it stands to the viewer. */
export interface OfferedPlan {
  plan: CataloguePlan;
  standing: PlanStanding;
}

/** What fan clubs offer. */
@Injectable()
export class PlansService {
  /** Every plan of a fan club, withdrawn ones too, the most expensive first: the same for all its visitors. */
  readonly published: (fanclub: FanclubInfo) => readonly CataloguePlan[];

  constructor(
    private readonly sql: Sql,
    private readonly clock: Clock,
    private readonly config: Config,
    published: Published,
  ) {
    this.published = published.declare((db, fanclub) => this.read(db, fanclub));
  }

  /** The plans the viewer may see, the most expensive first, then by id; withdrawn plans are left out. */
  async list(viewer: Viewer, { tags }: ListPlansQuery): Promise<OfferedPlan[]> {
    if (!seesPlans(viewer)) return [];
    const now = this.clock.now();
    return this.published(viewer.fanclub)
      .filter((plan) => !plan.deleted && (tags === undefined || isTagged(plan, tags)))
      .map((plan) => ({ plan, standing: standingOf(plan, viewer, now) }));
  }

  /** The same from the database, for callers that charge money by it. */
  stored(fanclub: FanclubInfo): Promise<readonly CataloguePlan[]> {
    return this.read(this.sql, fanclub);
  }

  private async read(db: Statements, fanclub: FanclubInfo): Promise<readonly CataloguePlan[]> {
    const rows = await db.rows(LIST_PLANS, { fanclub: fanclub.id });
    return rows.map((row) => cataloguePlan(row, fanclub, this.config.publicUrl));
  }
}
