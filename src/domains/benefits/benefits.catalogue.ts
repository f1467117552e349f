import { fanclubPart, format as f, save, savePairs, type TableRules } from '#platform/catalogue';
import { Plan } from '#domains/plans/plan.entity';
import { BenefitPlan } from './benefit-plan.entity';
import { Benefit } from './benefit.entity';

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
  async load(loading, { id: fanclubId, path: club, targets }, { benefits = [] }) {
    const rows = benefits.map(({ id, summary, details, benefit_type, image_url, plans }, n) => {
      const path = `${club}.benefits[${n}]`;
      return {
        path,
        id,
        members: targets.plans.resolveAll(plans, `${path}.plans`),
        values: { fanclubId, summary, details, benefitType: benefit_type, imageUrl: image_url },
        fallbacks: { details: null, benefitType: benefit.fallbacks.benefit_type, imageUrl: null },
      };
    });
    const saved = await save(loading, BENEFITS, rows);
    const lists = saved.map(({ id, path, members }) => ({ owner: id, path, members }));
    await savePairs(loading, BENEFIT_PLANS, fanclubId, lists);
  },
});
