import { ClubStaffController, itemController, type ItemKind } from '#platform/staff';
import { ItemOption, ItemType } from '../shipping.entity';
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
export class StaffItemTypesController extends itemController(ITEM_TYPES, {
  read: 'plans.read',
  write: 'plans.write',
  sort: ['id', 'name'],
  filters: [],
  search: ({ name }) => [name],
  remove: true,
}) {}
