import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import type { FanclubInfo, Viewer } from '#platform/access';
import { Config } from '#platform/config';
import { Sql, type Statements } from '#platform/database';
import { Published } from '#platform/published';
import type { ListPlansQuery } from './dto/list-plans.query';
import { publishedPlan, type PublishedPlan } from './published-plan';
import { isTagged, type PlanStanding, seesPlans, standingOf } from './plan.rules';
import { LIST_PLANS } from './plans.queries';

export interface OfferedPlan {
  plan: PublishedPlan;
  standing: PlanStanding;
}

@Injectable()
export class PlansService {
  /** All plans of a fan club, also withdrawn ones, the most expensive first. */
  readonly published: (fanclub: FanclubInfo) => readonly PublishedPlan[];

  constructor(
    private readonly sql: Sql,
    private readonly clock: Clock,
    private readonly config: Config,
    published: Published,
  ) {
    this.published = published.declare((db, fanclub) => this.read(db, fanclub));
  }

  /** The plans that the viewer may see, the most expensive first, then by id. Withdrawn plans are not listed. */
  async list(viewer: Viewer, { tags }: ListPlansQuery, now = this.clock.now()): Promise<OfferedPlan[]> {
    if (!seesPlans(viewer)) return [];
    return this.published(viewer.fanclub)
      .filter((plan) => !plan.deleted && (tags === undefined || isTagged(plan, tags)))
      .map((plan) => ({ plan, standing: standingOf(plan, viewer, now) }));
  }

  /** The same from the database, for callers that charge money. */
  stored(fanclub: FanclubInfo): Promise<readonly PublishedPlan[]> {
    return this.read(this.sql, fanclub);
  }

  private async read(db: Statements, fanclub: FanclubInfo): Promise<readonly PublishedPlan[]> {
    const rows = await db.rows(LIST_PLANS, { fanclub: fanclub.id });
    return rows.map((row) => publishedPlan(row, fanclub, this.config.publicUrl));
  }
}
