import { sequentially, makersOf, type Samples } from '#samples';
import type { ForPlans } from '#domains/plans/plans.samples';
import { BenefitPlan } from './benefit-plan.entity';
import { Benefit } from './benefit.entity';

const makers = makersOf({
  /** An online benefit of some plans. */
  async benefit({ plans = [], ...overrides }: Partial<Benefit> & ForPlans = {}): Promise<Benefit> {
    const { n } = this.seed();
    const benefit = await this.save(Benefit, {
      fanclubId: await this.clubOf(overrides, plans[0]),
      summary: `Benefit ${n}`,
      details: `<p>Details of benefit ${n}</p>`,
      benefitType: 'online',
      imageUrl: null,
      ...overrides,
    });
    const link = { benefitId: benefit.id, fanclubId: benefit.fanclubId };
    await sequentially(plans, ({ id }) => this.save(BenefitPlan, { ...link, planId: id }));
    return benefit;
  },
});

declare module '#samples' {
  interface Given extends BenefitMakers {}
}
type BenefitMakers = typeof makers;

export const samples: Samples = {
  makers,
  examples: { benefit: async (given) => given.benefit({ plans: [await given.plan()] }) },
  limitedColumns: ['Benefit.benefitType'],
  after: ['plans'],
  async club({ given, club, of }) {
    await of('everybody');
    await given.benefit({ plans: [club.gold] });
    await given.benefit();
    return {};
  },
  filteredById: {
    'benefits.list': 'of what it lists, only what is for the plan of the membership is shown',
  },
  catalogue: {
    fanclub: {
      benefits: [
        {
          id: 81,
          summary: 'Presales',
          details: '<p>Before everyone else</p>',
          benefit_type: 'online',
          image_url: 'https://fans.example/presale.png',
          plans: ['Gold', 12],
        },
      ],
    },
  },
};
