import { fanclubPart, format as f, save, type TableRules } from '#platform/catalogue';
import { SalesPeriod } from './sales-period.entity';

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
  async load(loading, { id: fanclubId, path, targets }, { sales_periods = [] }) {
    const rows = sales_periods.map(({ id, name, starts_at, ends_at, extended_until }, n) => ({
      path: `${path}.sales_periods[${n}]`,
      id,
      values: { fanclubId, name, startsAt: starts_at, endsAt: ends_at, extendedUntil: extended_until },
      fallbacks: { extendedUntil: null },
    }));
    const saved = await save(loading, SALES_PERIODS, rows);
    targets.periods.add(saved.map(({ id, values }) => ({ id, names: [values.name] })));
  },
});
