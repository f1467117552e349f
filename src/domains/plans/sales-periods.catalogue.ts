import {
  columns,
  fanclubPart,
  fieldsOf,
  format as f,
  itemsOf,
  save,
  type TableRules,
} from '#platform/catalogue';
import { SalesPeriod } from './plan.entity';

const salesPeriod = f.object(
  'SalesPeriod',
  {
    id: f.optional(f.id('sales_periods')),
    name: f.label(),
    starts_at: f.instant(),
    ends_at: f.instant(),
    extended_until: f.orNull(f.instant()),
  },
  ({ starts_at, ends_at, extended_until }, report) => {
    if (starts_at && ends_at && ends_at <= starts_at) report('ends_at', 'must be after starts_at');
    if (ends_at && extended_until && extended_until < ends_at) {
      report('extended_until', 'must not be before ends_at');
    }
  },
);

const SALES_PERIODS: TableRules<SalesPeriod> = {
  entity: SalesPeriod,
  tenant: 'fanclubId',
  key: ['fanclubId', 'name'],
  named: { noun: 'name', field: 'name' },
};

/** The sales periods of a fan club. */
export const salesPeriodsInCatalogue = fanclubPart({
  fields: { sales_periods: f.optional(f.keyed(salesPeriod, 'name')) },
  targets: { periods: { entity: SalesPeriod, noun: 'sales period' } },
  async load(context, { id: fanclubId, path, targets }, part) {
    const rows = itemsOf([{ path, part }], 'sales_periods').map(({ path, part }) => ({
      path,
      id: part.id,
      values: { fanclubId, ...columns(part, ['id']) },
      fallbacks: { extendedUntil: null },
    }));
    const saved = await save(context, SALES_PERIODS, rows);
    targets.periods.add(saved.map(({ id, values }) => ({ id, names: [values.name] })));
  },
  async export(context, club) {
    const rows = await context.rows(SalesPeriod, club);
    return {
      sales_periods: rows.map((row) => ({
        id: context.id(row.id),
        ...fieldsOf(salesPeriod.fields, row, ['id']),
      })),
    };
  },
});
