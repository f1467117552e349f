import type { ItemOption, ItemType } from '../../src/domains/shipping';
import type { New, Seed } from './seed';

export interface ItemOptionInput extends Partial<ItemOption> {
  itemType: ItemType;
}

/** One of the options of an item type. */
export function itemOptionFactory({ n }: Seed, { itemType, ...overrides }: ItemOptionInput): New<ItemOption> {
  return {
    fanclubId: itemType.fanclubId,
    itemTypeId: itemType.id,
    name: `Option ${n}`,
    position: n,
    ...overrides,
  };
}
