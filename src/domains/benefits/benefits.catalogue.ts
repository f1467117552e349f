import {
  columns,
  fanclubPart,
  fieldsOf,
  format as f,
  itemsOf,
  save,
  savePairs,
  type TableRules,
} from '#platform/catalogue';
import { Plan } from '#domains/plans/plan.entity';
import { BenefitPlan, Benefit } from './benefit.entity';

const benefit = f.object('Benefit', {
  id: f.optional(f.id('benefits')),
  summary: f.label(500),
  details: f.orNull(f.text()),
  benefit_type: f.optional(f.label(), 'online'),
  image_url: f.orNull(f.text()),
  plans: f.setOf(f.ref('a plan')),
});

const BENEFITS: TableRules<Benefit> = {
  entity: Benefit,
  tenant: 'fanclubId',
  key: ['fanclubId', 'summary'],
  named: { noun: 'summary', field: 'summary' },
};

const BENEFIT_PLANS = { entity: BenefitPlan, owner: 'benefitId', member: 'planId', field: 'plans' } as const;

/** The benefits of a fan club. */
export const benefitsInCatalogue = fanclubPart({
  fields: { benefits: f.optional(f.keyed(benefit, 'summary')) },
  refersTo: { plans: Plan },
  async load(context, { id: fanclubId, path, targets }, part) {
    const rows = itemsOf([{ path, part }], 'benefits').map(({ path, part }) => ({
      path,
      id: part.id,
      members: targets.plans.resolveAll(part.plans, `${path}.plans`),
      values: { fanclubId, ...columns(part, ['id', 'plans']) },
      fallbacks: columns(benefit.fallbacks),
    }));
    await savePairs(context, BENEFIT_PLANS, fanclubId, await save(context, BENEFITS, rows));
  },
  async export(context, club) {
    const rows = await context.rows(Benefit, club);
    const plansOf = await context.owned(BenefitPlan, club, 'benefitId', rows, { planId: 'ASC' });
    return {
      benefits: rows.map((row) => ({
        id: context.id(row.id),
        ...fieldsOf(benefit.fields, row, ['id', 'plans']),
        plans: plansOf(row.id).map(({ planId }) => club.targets.plans.refer(planId)),
      })),
    };
  },
});
