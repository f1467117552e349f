import { randomUUID } from 'node:crypto';
import { daysFrom, type Given, makersOf, type Samples, sequentially } from '#samples';
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

/** A code of an entitled member, in a pool that has another one. */
async function membersCode(given: Given): Promise<PresaleCode> {
  const customer = await given.customer();
  await given.subscription({ customer });
  const pool = await given.presalePool({ fanclubId: customer.fanclubId });
  await given.presaleCode({ pool });
  return given.presaleCode({ pool, customer });
}

const once = () => ({ 'idempotency-key': randomUUID() });

const ofPool = ({ presalePool: { id } }: { presalePool: PresalePool }) => ({ params: { id } });

export const samples: Samples = {
  makers,
  examples: { presalePool: async (given) => given.presalePool({ plans: [await given.plan()] }) },
  limitedColumns: [
    'PresaleCode.assignedBy',
    // Each has a partner that must be null with it.
    'PresaleCode.limitGroup',
    'PresaleCode.voidReason',
    'PresalePool.limitGroup',
    'PresalePool.mode',
  ],
  after: ['plans'],
  async club({ given, club, of }) {
    await of('entitled');
    const presalePool = await given.presalePool({ plans: [club.gold] });
    await of('nobody');
    await given.presaleCode({ pool: presalePool });
    // Has too few codes.
    await given.presalePool();
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
    'GET /fanclubs/:fanclubId/pools/:id/codes': {
      permission: 'presale_codes.read',
      audits: 'presale_pool',
      request: ({ club }) => ofPool(club),
    },
    'GET /fanclubs/:fanclubId/members/:id/presale_codes': {
      permission: 'presale_codes.read',
      audits: 'member',
      request: async ({ given }) => ({ params: { id: (await membersCode(given)).customerId! } }),
    },
    'POST /fanclubs/:fanclubId/pools/:id/codes': {
      permission: 'presale_codes.write',
      audits: 'presale_pool',
      request: ({ club, n }) => ({ ...ofPool(club), csv: `code\nNEW-${n}\n` }),
    },
    'POST /fanclubs/:fanclubId/pools/:id/used': {
      permission: 'presale_codes.write',
      audits: 'presale_pool',
      request: async ({ given }) => {
        const { poolId, code } = await given.presaleCode();
        return { params: { id: poolId }, csv: `code\n${code}\n` };
      },
    },
    'POST /fanclubs/:fanclubId/pools/:id/export': {
      permission: 'presale_codes.write',
      audits: 'presale_pool',
      request: ({ club }) => ({ ...ofPool(club), body: {} }),
    },
    'POST /fanclubs/:fanclubId/pools/:id/void_unassigned': {
      permission: 'presale_codes.write',
      audits: 'presale_pool',
      request: ({ club }) => ({ ...ofPool(club), body: { reason: 'The show is cancelled' } }),
    },
    'GET /fanclubs/:fanclubId/pools/:id/report': {
      permission: 'presale_codes.read',
      request: ({ club }) => ofPool(club),
    },
    'GET /fanclubs/:fanclubId/pools/:id/report.csv': {
      permission: 'presale_codes.read',
      request: ({ club }) => ofPool(club),
    },
    'POST /fanclubs/:fanclubId/presale_codes/:id/resend': {
      permission: 'presale_codes.resend',
      audits: 'presale_code',
      request: async ({ given }) => ({
        params: { id: (await membersCode(given)).id },
        headers: once(),
        body: {},
      }),
    },
    'POST /fanclubs/:fanclubId/presale_codes/:id/void': {
      permission: 'presale_codes.write',
      audits: 'presale_code',
      request: async ({ given }) => ({
        params: { id: (await given.presaleCode()).id },
        body: { reason: 'Published by mistake' },
      }),
    },
    'POST /fanclubs/:fanclubId/presale_codes/:id/replace': {
      permission: 'presale_codes.write',
      audits: 'presale_code',
      request: async ({ given }) => ({
        params: { id: (await membersCode(given)).id },
        headers: once(),
        body: { reason: 'Did not work' },
      }),
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
  filteredById: {
    'presale_codes.claim': 'the pool of a link that was found, and the session of the visitor',
    'presale_codes.with_visit': 'the session of the visitor',
    'presale_codes.pool_of_customer': 'the pool of a link that was found, and the session of the visitor',
    'staff_presale_codes.add': 'a pool that was found',
    'staff_presale_codes.by_day': 'a pool that was found',
    'staff_presale_codes.by_plan': 'a pool that was found',
    'staff_presale_codes.closed_pools': 'the pools of links that were found',
    'staff_presale_codes.codes': 'a pool that was found',
    'staff_presale_codes.figures': 'pools that were found',
    'staff_presale_codes.given': 'a pool that was found',
    'staff_presale_codes.known':
      'no file of the samples has a code of others; tenants-of-statements asks for one',
    'staff_presale_codes.mark_used': 'a pool that was found',
    'staff_presale_codes.to_mark': 'a pool that was found',
    'staff_presale_codes.void_free': 'a pool that was found',
    'staff_presale_codes.without_code': 'a pool that was found',
  },
  notAsked: {
    'staff_presale_codes.add': 'adds to a pool, and a foreign key requires one of the fan club',
  },
  notFromCatalogue: ['presale_codes'],
  async statements({ given, now }) {
    const { id: code, poolId: pool, customerId: customer } = await membersCode(given);
    const { code: free } = await given.presaleCode();
    const open = await given.presalePool({ mode: 'everyone' });
    const waiting = await given.customer();
    await given.subscription({ customer: waiting });
    await given.presaleCode({ pool: open });
    await given.ticketLink({ pool: open });
    await given.presalePool({ closesAt: daysFrom(now, -0.5) });
    const second = await given.presaleCode({ poolId: pool, customer: await given.customer() });
    const pair = { from: second.customerId, into: customer };
    const spent = await given.presaleCode({ poolId: pool, customer: await given.customer(), usedAt: now });
    return {
      'presale_codes.move': { from: second.customerId, into: waiting.id },
      'presale_codes.void_double': pair,
      'presale_codes.void_unused': { from: spent.customerId, into: second.customerId },
      'presale_codes.claim': { pool: open.id, customer: waiting.id, by: 'member', anyTime: false },
      'presale_codes.claim_last': { pool: open.id, customer: waiting.id, by: 'member', anyTime: false },
      'presale_codes.give': { pool: open.id, customers: [waiting.id] },
      'presale_codes.link_of_pool': { pool: open.id },
      'presale_codes.live': { code },
      'presale_codes.of_customer': { customer },
      'presale_codes.pool_of_customer': { pool, customer },
      'presale_codes.store_mailed': { code },
      'presale_codes.to_mail': { code },
      'staff_presale_codes.by_day': { pool, zone: 'UTC' },
      'staff_presale_codes.codes': { pool, state: null, ids: null, q: null, limit: 10, offset: 0 },
      'staff_presale_codes.of_member': { customer },
      'staff_presale_codes.known': { pool, codes: [free] },
      'presale_codes.waiting': { pool: open.id },
      'staff_presale_codes.without_code': { pool: open.id },
    };
  },
};
