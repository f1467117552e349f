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
import { ItemOption } from '../item-option.entity';
import { ItemType } from '../item-type.entity';
import { itemTypesInCatalogue } from '../item-types.catalogue';

const ITEM_TYPES: ItemKind = {
  part: itemTypesInCatalogue,
  field: 'item_types',
  entity: ItemType,
  subject: 'item_type',
  members: { field: 'options', key: 'name', entity: ItemOption, owner: 'itemTypeId' },
};

/** What members choose for an item of their package, such as a T-shirt size. Members who chose a deleted option choose again. */
@ClubStaffController('item_types')
export class StaffItemTypesController {
  constructor(private readonly items: StaffItems) {}

  @Get()
  @StaffOnly('plans.read')
  list(
    @CurrentStaff() viewer: StaffViewer,
    @ListOf({ sort: ['id', 'name'], filters: [] }) query: ListQuery,
  ): Promise<ListPage<CatalogueItem>> {
    return this.items.list(viewer, ITEM_TYPES, query, ({ name }) => [name]);
  }

  @Get(':id')
  @StaffOnly('plans.read')
  one(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number): Promise<StaffAnswer> {
    return this.items.one(viewer, ITEM_TYPES, id);
  }

  @Post()
  @StaffOnly('plans.write')
  create(@CurrentStaff() viewer: StaffViewer, @ItemBody() body: object): Promise<StaffAnswer> {
    return this.items.create(viewer, ITEM_TYPES, body);
  }

  @Patch(':id')
  @StaffOnly('plans.write')
  change(
    @CurrentStaff() viewer: StaffViewer,
    @ItemId() id: number,
    @Headers('if-match') version: string | undefined,
    @ItemBody() body: object,
  ): Promise<StaffAnswer> {
    return this.items.change(viewer, ITEM_TYPES, id, version, body);
  }

  @Delete(':id')
  @StaffOnly('plans.write')
  remove(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number): Promise<void> {
    return this.items.remove(viewer, ITEM_TYPES, id);
  }
}
