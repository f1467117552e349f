import { benefitsOfPlans, setBenefitsOfPlan } from '#domains/benefits';
import type { ItemKind } from '#platform/staff';
import { Plan, SalesPeriod } from '../plan.entity';
import { plansInCatalogue } from '../plans.catalogue';
import { salesPeriodsInCatalogue } from '../sales-periods.catalogue';
import { periodNotes } from './period-notes';

export const PERIODS: ItemKind = {
  part: salesPeriodsInCatalogue,
  field: 'sales_periods',
  path: 'periods',
  entity: SalesPeriod,
  subject: 'period',
  notes: periodNotes,
};

/** Plans as in the catalogue, with the ids of their benefits. */
export const PLANS: ItemKind = {
  part: plansInCatalogue,
  field: 'plans',
  entity: Plan,
  subject: 'plan',
  html: ['description', 'online_benefits', 'annotations', 'package.description'],
  linked: {
    field: 'benefits',
    read: ({ manager, fanclubId }) => benefitsOfPlans(manager, fanclubId),
    write: ({ manager, fanclubId }, plan, ids) => setBenefitsOfPlan(manager, fanclubId, plan, ids),
  },
};
