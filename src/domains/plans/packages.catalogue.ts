import {
  type Club,
  type ExportedClub,
  type ExportContext,
  fieldsOf,
  format as f,
  itemsOf,
  type LoadContext,
  type Saved,
  saveWhole,
  type TableRules,
  type Whole,
} from '#platform/catalogue';
import { PackageItem, Package } from './package.entity';
import type { Plan } from './plan.entity';
import { reportPrice } from './prices.catalogue';

const packageItem = f.object('PackageItem', {
  name: f.label(),
  thumbnail: f.orNull(f.text()),
  item_type: f.orNull(f.ref('an item type')),
  required: f.optional(f.flag(), true),
});

export const memberPackage = f.object('Package', {
  name: f.label(),
  description: f.orNull(f.text()),
  shipping_and_handling: f.object('ShippingAndHandling', { domestic: f.money(), international: f.money() }),
  items: f.list(packageItem),
});

const PACKAGES: TableRules<Package> = {
  entity: Package,
  tenant: 'fanclubId',
  key: ['planId'],
  named: { noun: 'plan', field: '' },
};

const PACKAGE_ITEMS: TableRules<PackageItem> = {
  entity: PackageItem,
  tenant: 'fanclubId',
  key: ['fanclubId', 'packageId', 'position'],
  named: { noun: 'position', field: '' },
  history: { name: 'name' },
};

/** Loads the packages of plans with their items, which the file gives as a whole. */
export async function loadPackages(
  context: LoadContext,
  club: Club<'itemTypes'>,
  plans: readonly Saved<Plan, { package?: f.Read<typeof memberPackage> | null }>[],
): Promise<void> {
  const { id: fanclubId, targets } = club;
  const listed = plans.filter(({ part }) => part.package !== undefined);
  const rows = listed.flatMap(({ id: planId, path, part }) => {
    if (!part.package) return [];
    const { name, description, shipping_and_handling } = part.package;
    for (const where of ['domestic', 'international'] as const) {
      const place = `${path}.package.shipping_and_handling.${where}`;
      reportPrice(context, club, shipping_and_handling[where], place);
    }
    const values = { fanclubId, planId, name, description, ...shipping_and_handling };
    return [{ path: `${path}.package`, part: part.package, values, fallbacks: { description: null } }];
  });
  const only = { fanclubId, owner: 'planId', owners: listed, field: 'package' } as const;
  const packages = await saveWhole(context, PACKAGES, only, rows);
  const items = itemsOf(packages, 'items').map(({ path, part, owner, position }) => ({
    path,
    values: {
      fanclubId,
      packageId: owner.id,
      name: part.name,
      thumbnail: part.thumbnail ?? null,
      itemTypeId: targets.itemTypes.resolve(part.item_type, `${path}.item_type`) ?? null,
      required: part.required ?? true,
      position,
    },
  }));
  const list = { fanclubId, owner: 'packageId', owners: packages, field: 'items' } as const;
  await saveWhole(context, PACKAGE_ITEMS, list, items);
}

/** Reads the packages of plans. Returns a function that gives that of one plan; null for none. */
export async function exportPackages(
  context: ExportContext,
  club: ExportedClub<'itemTypes'>,
  plans: readonly Plan[],
): Promise<(plan: number) => Whole<f.Read<typeof memberPackage>> | null> {
  const packagesOf = await context.owned(Package, club, 'planId', plans);
  const packages = plans.flatMap(({ id }) => packagesOf(id));
  const itemsOfPackage = await context.owned(PackageItem, club, 'packageId', packages, {
    position: 'ASC',
    id: 'ASC',
  });
  return (plan) => {
    const row = packagesOf(plan).at(0);
    if (!row) return null;
    return {
      ...fieldsOf(memberPackage.fields, row, ['shipping_and_handling', 'items']),
      shipping_and_handling: { domestic: row.domestic, international: row.international },
      items: itemsOfPackage(row.id).map((item) => ({
        ...fieldsOf(packageItem.fields, item, ['item_type']),
        item_type: club.targets.itemTypes.refer(item.itemTypeId),
      })),
    };
  };
}
