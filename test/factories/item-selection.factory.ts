import type { Customer } from '../../src/domains/accounts';
import type { ItemOption, ItemSelection } from '../../src/domains/shipping';
import type { New, Seed } from './seed';

export interface ItemSelectionInput extends Partial<ItemSelection> {
  customer: Customer;
  option: ItemOption;
}

/** The option a customer has selected of an item type. */
export function itemSelectionFactory(
  _: Seed,
  { customer, option, ...overrides }: ItemSelectionInput,
): New<ItemSelection> {
  return {
    fanclubId: customer.fanclubId,
    customerId: customer.id,
    itemTypeId: option.itemTypeId,
    itemOptionId: option.id,
    ...overrides,
  };
}
