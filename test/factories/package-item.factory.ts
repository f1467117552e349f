import type { Package, PackageItem } from '../../src/domains/plans';
import type { ItemType } from '../../src/domains/shipping';
import type { New, Seed } from './seed';

export interface PackageItemInput extends Partial<PackageItem> {
  parcel: Package;
  /** Makes the item one of which the customer selects an option. */
  itemType?: ItemType;
}

/** An item of a package; its option is required, if it has a type. */
export function packageItemFactory(
  { n }: Seed,
  { parcel, itemType, ...overrides }: PackageItemInput,
): New<PackageItem> {
  return {
    fanclubId: parcel.fanclubId,
    packageId: parcel.id,
    name: `Item ${n}`,
    thumbnail: null,
    itemTypeId: itemType?.id ?? null,
    required: true,
    position: n,
    ...overrides,
  };
}
