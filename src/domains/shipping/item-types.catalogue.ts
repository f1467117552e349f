import {
  fanclubPart,
  format as f,
  itemsOf,
  save,
  type StoredRows,
  type TableRules,
  type Target,
} from '#platform/catalogue';
import { statement, types } from '#platform/database';
import { ItemOption, ItemType } from './shipping.entity';

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
  async load(context, { id: fanclubId, path, targets }, part) {
    const typeRows = itemsOf([{ path, part }], 'item_types').map(({ path, part }) => ({
      path,
      part,
      id: part.id,
      values: { fanclubId, name: part.name },
    }));
    const types = await save(context, ITEM_TYPES, typeRows);
    targets.types.add(types.map(({ id, values }) => ({ id, names: [values.name] })));
    const optionRows = itemsOf(types, 'options').map(
      ({ path, part: { id, name }, owner: type, position }) => ({
        path,
        id,
        names: [`${type.values.name}/${name}`],
        values: { fanclubId, itemTypeId: type.id, name, position },
      }),
    );
    const options = await save(context, ITEM_OPTIONS, optionRows);
    targets.options.add(options.map(({ id, names, values }) => ({ id, names, ownerId: values.itemTypeId })));
  },
  async export(context, club) {
    const rows = await context.rows(ItemType, club);
    const order = { position: 'ASC', id: 'ASC' } as const;
    const optionsOf = await context.owned(ItemOption, club, 'itemTypeId', rows, order);
    return {
      item_types: rows.map(({ id, name }) => ({
        id: context.id(id),
        name,
        options: optionsOf(id).map((option) => ({ id: context.id(option.id), name: option.name })),
      })),
    };
  },
});

export const STORED_OPTIONS = statement('shipping.stored_options', {
  params: { fanclub: types.bigint },
  row: { id: types.bigint, ownerId: types.bigint, name: types.text },
  text: `
    SELECT o.id, t.id AS "ownerId", t.name || '/' || o.name AS name
    FROM item_options o JOIN item_types t ON t.id = o.item_type_id AND t.fanclub_id = o.fanclub_id
    WHERE o.fanclub_id = $fanclub`,
});

async function storedOptions({ sql }: StoredRows, fanclub: number): Promise<Target[]> {
  const rows = await sql.rows(STORED_OPTIONS, { fanclub });
  return rows.map(({ name, ...ids }) => ({ ...ids, names: [name] }));
}
