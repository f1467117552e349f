import { SalesPeriod } from '#domains/plans/sales-period.entity';
import { ItemOption } from '#domains/shipping/item-option.entity';
import { ItemType } from '#domains/shipping/item-type.entity';
import { Affiliate } from '#domains/subscriptions/affiliate.entity';
import type { FanclubPart } from '../format/catalogue.format';
import type { FanclubParts } from './fanclub-parts';
import type { Loading } from './loading';
import type { TableRules } from './table';
import { save } from './write';

const NAME = { noun: 'name', field: 'name' };

const SALES_PERIODS: TableRules<SalesPeriod> = {
  entity: SalesPeriod,
  tenant: 'fanclubId',
  key: ['fanclubId', 'name'],
  named: NAME,
};

const AFFILIATES: TableRules<Affiliate> = {
  entity: Affiliate,
  tenant: 'fanclubId',
  key: ['fanclubId', 'name'],
  named: NAME,
};

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

/** Loads what refers to nothing else: sales periods, affiliates, item types with their options. */
export async function loadOffer(loading: Loading, parts: FanclubParts, fanclub: FanclubPart): Promise<void> {
  const { id: fanclubId, path } = parts;
  const { sales_periods = [], affiliates = [], item_types = [] } = fanclub;
  const periods = await save(
    loading,
    SALES_PERIODS,
    sales_periods.map(({ id, name, starts_at, ends_at, extended_until }, n) => ({
      path: `${path}.sales_periods[${n}]`,
      id,
      values: { fanclubId, name, startsAt: starts_at, endsAt: ends_at, extendedUntil: extended_until },
      fallbacks: { extendedUntil: null },
    })),
  );
  for (const { id, values } of periods) parts.salesPeriods.add(id, values.name);
  const partners = await save(
    loading,
    AFFILIATES,
    affiliates.map(({ id, name }, n) => ({
      path: `${path}.affiliates[${n}]`,
      id,
      values: { fanclubId, name },
    })),
  );
  for (const { id, values } of partners) parts.affiliates.add(id, values.name);
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
  for (const { id, values } of types) parts.itemTypes.add(id, values.name);
  const options = await save(
    loading,
    ITEM_OPTIONS,
    types.flatMap((type) =>
      type.options.map(({ id, name }, position) => ({
        path: `${type.path}.options[${position}]`,
        id,
        type,
        values: { fanclubId, itemTypeId: type.id, name, position },
      })),
    ),
  );
  for (const { id, type, values } of options) {
    parts.addOption(id, type.id, type.values.name, values.name);
  }
}
