import { daysFrom, makersOf, type Samples, sequentially } from '#samples';
import type { Customer } from '#domains/accounts/customer.entity';
import type { ForPlans } from '#domains/plans/plans.samples';
import { PresaleCode, PresalePool, PresalePoolPlan } from './presale-pool.entity';

interface CodeInput extends Partial<PresaleCode> {
  pool?: PresalePool;
  /** Whom the code was given to. Null: nobody. */
  customer?: Customer | null;
}

const makers = makersOf({
  /** A pool that has been open for a day, with codes on request. `plans` restricts who is entitled. */
  async presalePool({
    plans = [],
    ...overrides
  }: Partial<PresalePool> & ForPlans = {}): Promise<PresalePool> {
    const { n, now } = this.seed();
    const pool = await this.save(PresalePool, {
      fanclubId: await this.clubOf(overrides, plans[0]),
      name: `Presale ${n}`,
      mode: 'on_request',
      opensAt: daysFrom(now, -1),
      closesAt: null,
      instructions: null,
      limitGroup: null,
      limitCodes: null,
      ...overrides,
    });
    const { id: poolId, fanclubId } = pool;
    await sequentially(plans, ({ id: planId }) => this.save(PresalePoolPlan, { fanclubId, poolId, planId }));
    return pool;
  },

  /** A code that is free; with `customer`, one that the customer has claimed. */
  async presaleCode({ pool, customer = null, ...overrides }: CodeInput = {}): Promise<PresaleCode> {
    const { n, now } = this.seed();
    const { id: poolId, fanclubId } =
      pool ?? (await this.presalePool({ fanclubId: await this.clubOf(customer ?? overrides) }));
    const assigned = customer && { customerId: customer.id, assignedAt: now, assignedBy: 'member' as const };
    return this.save(PresaleCode, {
      fanclubId,
      poolId,
      position: n,
      code: `CODE-${n}`,
      customerId: null,
      assignedAt: null,
      assignedBy: null,
      limitGroup: null,
      limitPlace: null,
      mailedAt: null,
      voidedAt: null,
      voidReason: null,
      usedAt: null,
      ...assigned,
      ...overrides,
    });
  },
});

declare module '#samples' {
  interface Given extends PresaleCodesMakers {}
  interface ClubRows {
    readonly presalePool: PresalePool;
  }
}
type PresaleCodesMakers = typeof makers;

const ofPool = ({ presalePool: { id } }: { presalePool: PresalePool }) => ({ params: { id } });

export const samples: Samples = {
  makers,
  examples: { presalePool: async (given) => given.presalePool({ plans: [await given.plan()] }) },
  limitedColumns: ['PresaleCode.assignedBy', 'PresalePool.mode'],
  after: ['plans'],
  async club({ given, club, of }) {
    await of('nobody');
    const presalePool = await given.presalePool({ plans: [club.gold] });
    await given.presaleCode({ pool: presalePool });
    return { presalePool };
  },
  async member({ given, club, member: { customer } }) {
    await given.presaleCode({ pool: club.presalePool, customer });
    return {};
  },
  staff: {
    'GET /fanclubs/:fanclubId/pools': { permission: 'presale_codes.read' },
    'GET /fanclubs/:fanclubId/pools/:id': {
      permission: 'presale_codes.read',
      request: ({ club }) => ofPool(club),
    },
    'POST /fanclubs/:fanclubId/pools': {
      permission: 'presale_codes.write',
      audits: 'presale_pool',
      ids: ['plans'],
      request: ({ club, n, now }) => ({
        body: {
          name: `Spring tour ${n}`,
          mode: 'everyone',
          opens_at: daysFrom(now, 1).toISOString(),
          plans: [club.gold.id],
        },
      }),
    },
    'PATCH /fanclubs/:fanclubId/pools/:id': {
      permission: 'presale_codes.write',
      audits: 'presale_pool',
      ids: ['plans'],
      request: ({ club, n }) => ({
        ...ofPool(club),
        ifMatch: true,
        body: { name: `Autumn tour ${n}`, plans: [club.gold.id] },
      }),
    },
    'DELETE /fanclubs/:fanclubId/pools/:id': {
      permission: 'presale_codes.write',
      audits: 'presale_pool',
      request: async ({ given }) => ({ params: { id: (await given.presalePool()).id } }),
    },
  },
  catalogue: {
    fanclub: {
      presale_pools: [
        {
          id: 81,
          name: 'First Night presale',
          mode: 'on_request',
          opens_at: '2025-08-01T00:00:00Z',
          closes_at: '2025-08-31T00:00:00Z',
          instructions: 'Type it before you choose seats.',
          limit_group: 'Tour 2025',
          limit_codes: 2,
          plans: ['Gold'],
        },
      ],
    },
  },
  notFromCatalogue: ['presale_codes'],
};
