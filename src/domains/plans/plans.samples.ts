import { daysFrom, sequentially, makersOf, type Samples } from '#samples';
import type { ItemType } from '#domains/shipping/shipping.entity';
import { PackageItem, Package } from './package.entity';
import { PlanUpgrade, Plan, SalesPeriod } from './plan.entity';

/** The plans of the row; none by default. */
export interface ForPlans {
  plans?: readonly Plan[];
}

/** An item of a package. With a type, the customer chooses one of its options. */
interface ItemInput extends Partial<PackageItem> {
  itemType?: ItemType;
}

const makers = makersOf({
  /** An open period, from two months ago until in ten months, without extension. */
  async salesPeriod(overrides: Partial<SalesPeriod> = {}): Promise<SalesPeriod> {
    const { n, now } = this.seed();
    return this.save(SalesPeriod, {
      fanclubId: await this.clubOf(overrides),
      name: `Sales period ${n}`,
      startsAt: daysFrom(now, -60),
      endsAt: daysFrom(now, 300),
      extendedUntil: null,
      ...overrides,
    });
  },

  /** A plan of a year for 100, on sale at any time, with access to exclusive links. */
  async plan({
    salesPeriod,
    ...overrides
  }: Partial<Plan> & { salesPeriod?: SalesPeriod } = {}): Promise<Plan> {
    const { n } = this.seed();
    return this.save(Plan, {
      fanclubId: await this.clubOf(overrides, salesPeriod),
      name: `Plan ${n}`,
      description: `<p>Description of plan ${n}</p>`,
      onlineBenefits: `<p>Online benefits of plan ${n}</p>`,
      annotations: null,
      tags: [],
      duration: 12,
      price: '100.00',
      salesPeriodId: salesPeriod?.id ?? null,
      onSale: true,
      deleted: false,
      trial: false,
      exclusiveAccess: true,
      renewalCap: null,
      renewsIntoPlanId: null,
      convertsIntoPlanId: null,
      checkoutUrl: null,
      ...overrides,
    });
  },

  /** The package of a plan, by default with one item. */
  async package(
    plan: Plan,
    items: readonly ItemInput[] = [{}],
    overrides: Partial<Package> = {},
  ): Promise<Package & { items: PackageItem[] }> {
    const { n } = this.seed();
    const { fanclubId } = plan;
    const parcel = await this.save(Package, {
      fanclubId,
      planId: plan.id,
      name: `Package ${n}`,
      description: `<p>Description of package ${n}</p>`,
      domestic: '5.00',
      international: '15.50',
      ...overrides,
    });
    const rows = await sequentially(items, ({ itemType, ...item }) => {
      const { n: position } = this.seed();
      return this.save(PackageItem, {
        fanclubId,
        packageId: parcel.id,
        name: `Item ${position}`,
        thumbnail: null,
        itemTypeId: itemType?.id ?? null,
        required: true,
        position,
        ...item,
      });
    });
    return Object.assign(parcel, { items: rows });
  },

  /** An upgrade path without a price of its own. */
  upgrade(from: Plan, to: Plan, overrides: Partial<PlanUpgrade> = {}): Promise<PlanUpgrade> {
    const ends = { fanclubId: from.fanclubId, fromPlanId: from.id, toPlanId: to.id };
    return this.save(PlanUpgrade, { ...ends, price: null, ...overrides });
  },
});

declare module '#samples' {
  interface Given extends PlanMakers {}
  interface ClubRows {
    readonly salesPeriod: SalesPeriod;
    readonly gold: Plan;
    readonly silver: Plan;
    readonly freePlan: Plan;
    readonly deletedPlan: Plan;
  }
}
type PlanMakers = typeof makers;

/** What staff send to add the sales period after the present one. */
const newPeriod = (n: number, now: Date) => ({
  name: `Next season ${n}`,
  starts_at: daysFrom(now, 301).toISOString(),
  ends_at: daysFrom(now, 660).toISOString(),
});

export const samples: Samples = {
  makers,
  async statements({ given, now }) {
    // One whose extension is too short for a renewal.
    await given.salesPeriod({ extendedUntil: daysFrom(now, 301) });
    return {};
  },
  examples: {
    package: async (given) => given.package(await given.plan()),
    upgrade: async (given) => given.upgrade(await given.plan(), await given.plan()),
  },
  after: ['shipping'],
  async club({ given, club, of }) {
    await of('everybody');
    const salesPeriod = await given.salesPeriod();
    const silver = await given.plan({ price: '10.00' });
    const gold = await given.plan({ salesPeriod, renewalCap: 3 });
    const freePlan = await given.plan({ price: '0' });
    await given.package(gold, [{ itemType: club.itemType }, {}]);
    await given.upgrade(silver, gold);
    await of('nobody');
    const deletedPlan = await given.plan({ deleted: true });
    return { salesPeriod, silver, gold, freePlan, deletedPlan };
  },
  routes: { 'GET /plans': { query: { tags: 'text' } } },
  staff: {
    'GET /fanclubs/:fanclubId/periods': { permission: 'plans.read' },
    'GET /fanclubs/:fanclubId/periods/:id': {
      permission: 'plans.read',
      request: ({ club }) => ({ params: { id: club.salesPeriod.id } }),
    },
    'POST /fanclubs/:fanclubId/periods': {
      permission: 'plans.write',
      audits: 'period',
      request: ({ n, now }) => ({ body: newPeriod(n, now) }),
    },
    'PATCH /fanclubs/:fanclubId/periods/:id': {
      permission: 'plans.write',
      audits: 'period',
      request: ({ club, n }) => ({
        params: { id: club.salesPeriod.id },
        ifMatch: true,
        body: { name: `Season ${n}` },
      }),
    },
    'POST /fanclubs/:fanclubId/periods/:id/next': {
      permission: 'plans.write',
      audits: 'period',
      ids: ['plans.id'],
      request: ({ club, n, now }) => ({
        params: { id: club.salesPeriod.id },
        body: { ...newPeriod(n, now), plans: [{ id: club.gold.id, price: '120.00' }] },
      }),
    },
    'POST /fanclubs/:fanclubId/periods/:id/publish': {
      permission: 'plans.write',
      audits: 'plan',
      ids: ['plans'],
      request: async ({ club, given }) => {
        const draft = await given.plan({ salesPeriod: club.salesPeriod, deleted: true });
        return { params: { id: club.salesPeriod.id }, body: { plans: [draft.id] } };
      },
    },
    'GET /fanclubs/:fanclubId/plans': { permission: 'plans.read' },
    'GET /fanclubs/:fanclubId/plans/:id': {
      permission: 'plans.read',
      request: ({ club }) => ({ params: { id: club.gold.id } }),
    },
    'POST /fanclubs/:fanclubId/plans': {
      permission: 'plans.write',
      audits: 'plan',
      ids: ['upgrades.to'],
      request: ({ club, n }) => ({
        body: { name: `Bronze ${n}`, price: '5.00', duration: 12, upgrades: [{ to: club.gold.id }] },
      }),
    },
    'PATCH /fanclubs/:fanclubId/plans/:id': {
      permission: 'plans.write',
      audits: 'plan',
      ids: ['upgrades.to'],
      request: ({ club, n }) => ({
        params: { id: club.silver.id },
        ifMatch: true,
        body: { name: `Silver ${n}`, upgrades: [{ to: club.gold.id }] },
      }),
    },
    'GET /fanclubs/:fanclubId/plans/upgrades': { permission: 'plans.read' },
    'PUT /fanclubs/:fanclubId/plans/upgrades': {
      permission: 'plans.write',
      audits: 'plan',
      ids: ['upgrades.from', 'upgrades.to'],
      request: ({ club, n }) => ({
        ifMatch: true,
        body: { upgrades: [{ from: club.silver.id, to: club.gold.id, price: `${80 + (n % 100)}.00` }] },
      }),
    },
    'GET /fanclubs/:fanclubId/plans.csv': { permission: 'plans.read' },
    'POST /fanclubs/:fanclubId/plans/import': {
      permission: 'plans.write',
      audits: 'plan',
      ids: ['id'],
      request: ({ club, n }) => ({ csv: `id,name\n${club.silver.id},Silver ${n}\n` }),
    },
    'GET /fanclubs/:fanclubId/preview/plans': {
      permission: 'plans.read',
      request: () => ({ query: { as: 'visitor' } }),
    },
  },
  positions: ({ inQuery, ofClubs, absentName }) => [
    inQuery(
      'GET /plans',
      'tags',
      ofClubs(({ gold }) => gold.tags[0]),
      absentName,
    ),
  ],
  catalogue: {
    fanclub: {
      plans: [
        {
          id: 11,
          name: 'Gold',
          description: '<p>Everything</p>',
          online_benefits: '<ul></ul>',
          annotations: 'best',
          tags: ['renewable'],
          duration: 12,
          price: '100.00',
          sales_period: 'Season 2025',
          on_sale: true,
          deleted: false,
          trial: false,
          exclusive_access: true,
          renewal_cap: 3,
          capacity: 500,
          renews_into: null,
          converts_into: null,
          checkout: 'https://fans.example/checkout/gold',
          package: {
            name: 'Welcome box',
            description: 'A box',
            shipping_and_handling: { domestic: '5.00', international: '15.00' },
            items: [
              {
                name: 'T-shirt',
                thumbnail: 'https://fans.example/shirt.png',
                item_type: 'Shirt size',
                required: true,
              },
              { name: 'Poster', item_type: 22, required: false },
              { name: 'Card' },
            ],
          },
          upgrades: [],
        },
        {
          id: 12,
          name: 'Silver',
          price: '0',
          duration: 1,
          trial: true,
          renews_into: 11,
          converts_into: 'Gold',
          upgrades: [{ to: 'Gold', price: '80.00' }],
        },
      ],
      sales_periods: [
        {
          id: 51,
          name: 'Season 2025',
          starts_at: '2025-01-01T00:00:00Z',
          ends_at: '2026-01-01T00:00:00Z',
          extended_until: '2026-02-01T00:00:00Z',
        },
      ],
    },
  },
};
