import { Get, Put, Post } from '@nestjs/common';
import {
  IfMatch,
  ClubStaffController,
  CurrentStaff,
  type ItemList,
  itemController,
  itemFileController,
  previewController,
  StaffBody,
  StaffOnly,
  type StaffViewer,
  ItemId,
  itemShape,
} from '#platform/staff';
import { SalesPeriod } from '../plan.entity';
import { planFull } from '../plan.serializer';
import { PlansService } from '../plans.service';
import { UpgradeMatrixBody, NextPeriodBody, PublishedPlansBody } from './dto/plan.bodies';
import { PLANS, PERIODS } from './plan-items';
import { StaffUpgradesService } from './staff-upgrades.service';
import { Answers, objectOf, listOf } from '#platform/reference';
import { UpgradeMatrix } from './dto/upgrade-matrix.answer';
import { Plan } from '../dto/plan.answer';
import { NextPeriodService } from './next-period.service';

const LIST: ItemList = {
  sort: ['id', 'name', 'price', 'duration', 'sales_period'],
  filters: ['sales_period', 'on_sale', 'deleted', 'trial'],
  search: ({ name, tags }) => [name, tags],
};

/** The plans of a fan club with packages, upgrades and benefits. They are withdrawn (`deleted`), not deleted. */
@ClubStaffController('plans')
export class StaffPlansController extends itemController(PLANS, {
  read: 'plans.read',
  write: 'plans.write',
  ...LIST,
}) {
  constructor(private readonly upgrades: StaffUpgradesService) {
    super();
  }

  @Get('upgrades')
  @StaffOnly('plans.read')
  @Answers({ 200: UpgradeMatrix })
  matrix(@CurrentStaff() viewer: StaffViewer) {
    return this.upgrades.matrix(viewer);
  }

  @Put('upgrades')
  @StaffOnly('plans.write')
  @Answers({ 200: UpgradeMatrix })
  setMatrix(
    @CurrentStaff() viewer: StaffViewer,
    @IfMatch() version: string | undefined,
    @StaffBody() body: UpgradeMatrixBody,
  ) {
    return this.upgrades.set(viewer, version, body.upgrades);
  }
}

/** The plans of a fan club as CSV files, without their packages, upgrades and benefits, which an import leaves as they are. */
@ClubStaffController()
export class PlanFileController extends itemFileController(PLANS, {
  read: 'plans.read',
  write: 'plans.write',
  imported: 'plans.imported',
  list: LIST,
  key: ['name', 'sales_period'],
  optionalKey: ['sales_period'],
  numbered: { heading: 'sales_period', entity: SalesPeriod, noun: 'sales period' },
  first: ['name', 'sales_period', 'price'],
}) {}

/** GET /plans as anybody gets it at any time. */
@ClubStaffController('preview/plans')
export class PlansPreviewController extends previewController(
  'plans.read',
  objectOf({ plans: [Plan] }),
  PlansService,
  async (plans, { viewer, now }) => {
    const offered = await plans.list(viewer, {}, now);
    return { plans: offered.map(({ plan, standing }) => planFull(plan, standing)) };
  },
) {}

/** A sales period with plans of it that were made or published. */
const PERIOD_WITH_PLANS = itemShape(PERIODS, {
  name: 'NextPeriod',
  more: { plans: listOf(itemShape(PLANS)) },
});

/** The sales periods of a fan club. */
@ClubStaffController('periods')
export class StaffPeriodsController extends itemController(PERIODS, {
  read: 'plans.read',
  write: 'plans.write',
  sort: ['starts_at', 'name', 'ends_at', 'id'],
  filters: [],
  search: ({ name }) => [name],
}) {
  constructor(private readonly next: NextPeriodService) {
    super();
  }

  /** Opens the next season: a new period with copies of plans, which visitors do not see yet. */
  @Post(':id/next')
  @StaffOnly('plans.write')
  @Answers({ 201: PERIOD_WITH_PLANS })
  openNext(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number, @StaffBody() body: NextPeriodBody) {
    return this.next.open(viewer, id, body);
  }

  /** Publishes plans of a period, such as the drafts of the next season, in one step. */
  @Post(':id/publish')
  @StaffOnly('plans.write')
  @Answers({ 200: PERIOD_WITH_PLANS })
  publish(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number, @StaffBody() body: PublishedPlansBody) {
    return this.next.publish(viewer, id, body.plans);
  }
}
