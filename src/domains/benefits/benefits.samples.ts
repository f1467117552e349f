import { sequentially, makersOf, type Samples } from '#samples';
import type { ForPlans } from '#domains/plans/plans.samples';
import { BenefitPlan, Benefit } from './benefit.entity';

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
  interface ClubRows {
    readonly benefit: Benefit;
  }
}
type BenefitMakers = typeof makers;

export const samples: Samples = {
  makers,
  examples: { benefit: async (given) => given.benefit({ plans: [await given.plan()] }) },
  limitedColumns: ['Benefit.benefitType'],
  after: ['plans'],
  async club({ given, club, of }) {
    await of('everybody');
    const benefit = await given.benefit({ plans: [club.gold] });
    await given.benefit();
    return { benefit };
  },
  staff: {
    'GET /fanclubs/:fanclubId/benefits': { permission: 'plans.read' },
    'GET /fanclubs/:fanclubId/benefits/:id': {
      permission: 'plans.read',
      request: ({ club }) => ({ params: { id: club.benefit.id } }),
    },
    'POST /fanclubs/:fanclubId/benefits': {
      permission: 'plans.write',
      audits: 'benefit',
      ids: ['plans'],
      request: ({ club, n }) => ({
        body: { summary: `Presales ${n}`, benefit_type: 'online', plans: [club.gold.id] },
      }),
    },
    'PATCH /fanclubs/:fanclubId/benefits/:id': {
      permission: 'plans.write',
      audits: 'benefit',
      ids: ['plans'],
      request: ({ club, n }) => ({
        params: { id: club.benefit.id },
        ifMatch: true,
        body: { summary: `Presales ${n}`, plans: [club.silver.id] },
      }),
    },
    'DELETE /fanclubs/:fanclubId/benefits/:id': {
      permission: 'plans.write',
      audits: 'benefit',
      request: ({ club }) => ({ params: { id: club.benefit.id } }),
    },
    'GET /fanclubs/:fanclubId/preview/benefits': {
      permission: 'members.read',
      audits: 'member',
      ids: ['as'],
      request: ({ club }) => ({ query: { as: `member:${club.members[1].customer.id}` } }),
    },
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
