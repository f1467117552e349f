import { Get, Headers, Patch, Post } from '@nestjs/common';
import {
  type CatalogueItem,
  ClubStaffController,
  CurrentStaff,
  ItemBody,
  ItemId,
  ListOf,
  type ListPage,
  type ListQuery,
  type StaffAnswer,
  StaffBody,
  StaffItems,
  StaffOnly,
  type StaffViewer,
} from '#platform/staff';
import { NextPeriodBody } from './dto/next-period.body';
import { NextPeriod } from './next-period.service';
import { PERIODS } from './plan-items';

/** The sales periods of a fan club. */
@ClubStaffController('periods')
export class StaffPeriodsController {
  constructor(
    private readonly items: StaffItems,
    private readonly next: NextPeriod,
  ) {}

  @Get()
  @StaffOnly('plans.read')
  list(
    @CurrentStaff() viewer: StaffViewer,
    @ListOf({ sort: ['starts_at', 'name', 'ends_at', 'id'], filters: [] }) query: ListQuery,
  ): Promise<ListPage<CatalogueItem>> {
    return this.items.list(viewer, PERIODS, query, ({ name }) => [name]);
  }

  @Get(':id')
  @StaffOnly('plans.read')
  one(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number): Promise<StaffAnswer> {
    return this.items.one(viewer, PERIODS, id);
  }

  @Post()
  @StaffOnly('plans.write')
  create(@CurrentStaff() viewer: StaffViewer, @ItemBody() body: object): Promise<StaffAnswer> {
    return this.items.create(viewer, PERIODS, body);
  }

  @Patch(':id')
  @StaffOnly('plans.write')
  change(
    @CurrentStaff() viewer: StaffViewer,
    @ItemId() id: number,
    @Headers('if-match') version: string | undefined,
    @ItemBody() body: object,
  ): Promise<StaffAnswer> {
    return this.items.change(viewer, PERIODS, id, version, body);
  }

  /** Opens the next season: a new period with copies of plans, which visitors do not see yet. */
  @Post(':id/next')
  @StaffOnly('plans.write')
  openNext(
    @CurrentStaff() viewer: StaffViewer,
    @ItemId() id: number,
    @StaffBody() body: NextPeriodBody,
  ): Promise<StaffAnswer> {
    return this.next.open(viewer, id, body);
  }
}
