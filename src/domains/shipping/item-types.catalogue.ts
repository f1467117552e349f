import {
  fanclubPart,
  format as f,
  type Loading,
  save,
  type TableRules,
  type Target,
} from '#platform/catalogue';
import { ItemOption } from './item-option.entity';
import { ItemType } from './item-type.entity';

const itemOption = f.object('ItemOption', { id: f.optional(f.id('item_options')), name: f.label() });

const itemType = f.object('ItemType', {
  id: f.optional(f.id('item_types')),
  name: f.label(),
  options: f.keyed(itemOption, 'name'),
});

const NAME = { noun: 'name', field: 'name' };

const ITEM_TYPES: TableRules<ItemType> = {
  entity: ItemType,
  tenant: 'fanclubId',
  key: ['fanclubId', 'name'],
  named: NAME,
};

const ITEM_OPTIONS: TableRules<ItemOption> = {
  entity: ItemOption,
  tenant: 'fanclubId',
  owner: { column: 'itemTypeId', noun: 'item type' },
  key: ['itemTypeId', 'name'],
  named: NAME,
};

/** The item types of a fan club with their options. A file refers to an option as `item type/option`. */
export const itemTypesInCatalogue = fanclubPart({
  fields: { item_types: f.optional(f.keyed(itemType, 'name')) },
  targets: {
    types: { entity: ItemType, noun: 'item type' },
    options: { entity: ItemOption, noun: 'item option', shareNames: true, stored: storedOptions },
  },
  async load(loading, { id: fanclubId, path, targets }, { item_types = [] }) {
    const types = await save(
      loading,
      ITEM_TYPES,
      item_types.map(({ id, name, options }, n) => ({
        path: `${path}.item_types[${n}]`,
        id,
        options,
        values: { fanclubId, name },
      })),
    );
    targets.types.add(types.map(({ id, values }) => ({ id, names: [values.name] })));
    const options = await save(
      loading,
      ITEM_OPTIONS,
      types.flatMap((type) =>
        type.options.map(({ id, name }, position) => ({
          path: `${type.path}.options[${position}]`,
          id,
          names: [`${type.values.name}/${name}`],
          values: { fanclubId, itemTypeId: type.id, name, position },
        })),
      ),
    );
    targets.options.add(options.map(({ id, names, values }) => ({ id, names, ownerId: values.itemTypeId })));
  },
});

async function storedOptions(loading: Loading, fanclubId: number): Promise<Target[]> {
  const rows = await loading.rows<{ id: number; typeId: number; type: string; option: string }>(
    `SELECT o.id, t.id AS "typeId", t.name AS type, o.name AS option
     FROM item_options o JOIN item_types t ON t.id = o.item_type_id AND t.fanclub_id = o.fanclub_id
     WHERE o.fanclub_id = $1`,
    [fanclubId],
  );
  return rows.map(({ id, typeId, type, option }) => ({ id, names: [`${type}/${option}`], ownerId: typeId }));
}
