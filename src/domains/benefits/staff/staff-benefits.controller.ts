import { Delete, Get, Headers, Patch, Post } from '@nestjs/common';
import {
  type CatalogueItem,
  ClubStaffController,
  CurrentStaff,
  ItemBody,
  ItemId,
  type ItemKind,
  ListOf,
  type ListPage,
  type ListQuery,
  type StaffAnswer,
  StaffItems,
  StaffOnly,
  type StaffViewer,
} from '#platform/staff';
import { Benefit } from '../benefit.entity';
import { benefitsInCatalogue } from '../benefits.catalogue';

const BENEFITS: ItemKind = {
  part: benefitsInCatalogue,
  field: 'benefits',
  entity: Benefit,
  subject: 'benefit',
  html: ['details'],
};

/** The benefits of a fan club, each with its plans. */
@ClubStaffController('benefits')
export class StaffBenefitsController {
  constructor(private readonly items: StaffItems) {}

  @Get()
  @StaffOnly('plans.read')
  list(
    @CurrentStaff() viewer: StaffViewer,
    @ListOf({ sort: ['id', 'summary', 'benefit_type'], filters: ['benefit_type'] }) query: ListQuery,
  ): Promise<ListPage<CatalogueItem>> {
    return this.items.list(viewer, BENEFITS, query, ({ summary, benefit_type }) => [summary, benefit_type]);
  }

  @Get(':id')
  @StaffOnly('plans.read')
  one(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number): Promise<StaffAnswer> {
    return this.items.one(viewer, BENEFITS, id);
  }

  @Post()
  @StaffOnly('plans.write')
  create(@CurrentStaff() viewer: StaffViewer, @ItemBody() body: object): Promise<StaffAnswer> {
    return this.items.create(viewer, BENEFITS, body);
  }

  @Patch(':id')
  @StaffOnly('plans.write')
  change(
    @CurrentStaff() viewer: StaffViewer,
    @ItemId() id: number,
    @Headers('if-match') version: string | undefined,
    @ItemBody() body: object,
  ): Promise<StaffAnswer> {
    return this.items.change(viewer, BENEFITS, id, version, body);
  }

  @Delete(':id')
  @StaffOnly('plans.write')
  remove(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number): Promise<void> {
    return this.items.remove(viewer, BENEFITS, id);
  }
}
