import { Get, Headers, Patch, Post, Put } from '@nestjs/common';
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
import { UpgradeMatrixBody } from './dto/upgrade-matrix.body';
import { PLANS } from './plan-items';
import { StaffUpgrades } from './staff-upgrades.service';

const LIST = {
  sort: ['id', 'name', 'price', 'duration', 'sales_period'],
  filters: ['sales_period', 'on_sale', 'deleted', 'trial'],
};

/** The plans of a fan club with packages, upgrades and benefits. They are withdrawn (`deleted`), not deleted. */
@ClubStaffController('plans')
export class StaffPlansController {
  constructor(
    private readonly items: StaffItems,
    private readonly upgrades: StaffUpgrades,
  ) {}

  @Get()
  @StaffOnly('plans.read')
  list(
    @CurrentStaff() viewer: StaffViewer,
    @ListOf(LIST) query: ListQuery,
  ): Promise<ListPage<CatalogueItem>> {
    return this.items.list(viewer, PLANS, query, ({ name, tags }) => [name, tags]);
  }

  @Get('upgrades')
  @StaffOnly('plans.read')
  matrix(@CurrentStaff() viewer: StaffViewer): Promise<StaffAnswer> {
    return this.upgrades.matrix(viewer);
  }

  @Put('upgrades')
  @StaffOnly('plans.write')
  setMatrix(
    @CurrentStaff() viewer: StaffViewer,
    @Headers('if-match') version: string | undefined,
    @StaffBody() body: UpgradeMatrixBody,
  ): Promise<StaffAnswer> {
    return this.upgrades.set(viewer, version, body.upgrades);
  }

  @Get(':id')
  @StaffOnly('plans.read')
  one(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number): Promise<StaffAnswer> {
    return this.items.one(viewer, PLANS, id);
  }

  @Post()
  @StaffOnly('plans.write')
  create(@CurrentStaff() viewer: StaffViewer, @ItemBody() body: object): Promise<StaffAnswer> {
    return this.items.create(viewer, PLANS, body);
  }

  @Patch(':id')
  @StaffOnly('plans.write')
  change(
    @CurrentStaff() viewer: StaffViewer,
    @ItemId() id: number,
    @Headers('if-match') version: string | undefined,
    @ItemBody() body: object,
  ): Promise<StaffAnswer> {
    return this.items.change(viewer, PLANS, id, version, body);
  }
}
