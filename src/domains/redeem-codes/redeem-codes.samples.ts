import { makersOf, type Samples } from '#samples';
import { codeDigest, newCode } from './code-text';
import { RedeemBatch, RedeemBatchPlan, RedeemCode, RedeemUse } from './redeem-code.entity';
import type { Order } from '#domains/orders/order.entity';
import type { Plan } from '#domains/plans/plan.entity';

const makers = makersOf({
  /** A batch of coupons that take 5.00 off. With `plan`, a batch of gift codes for it. */
  async redeemBatch({
    plan,
    ...overrides
  }: Partial<RedeemBatch> & { plan?: Plan } = {}): Promise<RedeemBatch> {
    const { n } = this.seed();
    const gift =
      plan && ({ planId: plan.id, kind: 'gift', discount: null, value: null, maxUses: 1 } as const);
    return this.save(RedeemBatch, {
      fanclubId: await this.clubOf(plan ?? overrides),
      name: `Batch ${n}`,
      kind: 'coupon',
      planId: null,
      discount: 'amount',
      value: '5.00',
      currency: 'USD',
      coversShipping: false,
      firstOrderOnly: false,
      maxUses: null,
      maxPerMember: null,
      capacity: null,
      taken: 0,
      startsAt: null,
      endsAt: null,
      exportedAt: null,
      voidedAt: null,
      sold: false,
      ...gift,
      ...overrides,
    });
  },

  /** Limits a batch of coupons to a plan. */
  async redeemBatchPlan({
    batch,
    plan,
  }: { batch?: RedeemBatch; plan?: Plan } = {}): Promise<RedeemBatchPlan> {
    const { id: batchId, fanclubId } = batch ?? (await this.redeemBatch());
    const { id: planId } = plan ?? (await this.plan({ fanclubId }));
    return this.save(RedeemBatchPlan, { fanclubId, batchId, planId });
  },

  /** A code of a batch; `text` is what visitors type. It was exported. */
  async redeemCode({
    batch,
    text,
    ...overrides
  }: Partial<RedeemCode> & { batch?: RedeemBatch; text?: string } = {}): Promise<
    RedeemCode & { text: string }
  > {
    const { id: batchId, fanclubId, maxUses } = batch ?? (await this.redeemBatch());
    const code = text ?? newCode();
    const saved = await this.save(RedeemCode, {
      ...{ fanclubId, batchId, maxUses, codeHash: codeDigest(code), codeSealed: null },
      ...{ boughtOrderId: null, held: 0, used: 0, voidedAt: null },
      ...overrides,
    });
    return Object.assign(saved, { text: code });
  },

  /** A use that an order holds. */
  async redeemUse({
    code,
    order,
    ...overrides
  }: Partial<RedeemUse> & { code?: RedeemCode; order?: Order } = {}): Promise<RedeemUse> {
    const { id: orderId, fanclubId, customerId } = order ?? (await this.order());
    const batch = code ? undefined : await this.redeemBatch({ fanclubId });
    const { id: codeId } = code ?? (await this.redeemCode({ batch, held: 1 }));
    return this.save(RedeemUse, {
      ...{ fanclubId, orderId, codeId, customerId, state: 'held', usedAt: null },
      ...overrides,
    });
  },
});

declare module '#samples' {
  interface Given extends RedeemCodesMakers {}
  interface ClubRows {
    readonly redeemBatch: RedeemBatch;
  }
}
type RedeemCodesMakers = typeof makers;

const batchOf = (club: { redeemBatch: RedeemBatch }) => ({ params: { id: club.redeemBatch.id } });

export const samples: Samples = {
  makers,
  after: ['orders', 'plans'],
  async club({ given, of }) {
    await of('nobody');
    const redeemBatch = await given.redeemBatch();
    await given.redeemCode({ batch: redeemBatch });
    await given.redeemBatchPlan({ batch: redeemBatch, plan: await given.plan({ deleted: true }) });
    return { redeemBatch };
  },
  async member({ given, member: { order } }) {
    await given.redeemUse({ order });
    return {};
  },
  staff: {
    'GET /fanclubs/:fanclubId/redeem_batches': { permission: 'redeem_codes.read' },
    'GET /fanclubs/:fanclubId/redeem_batches/:id': {
      permission: 'redeem_codes.read',
      request: ({ club }) => batchOf(club),
    },
    'GET /fanclubs/:fanclubId/redeem_batches/:id/codes': {
      permission: 'redeem_codes.read',
      request: ({ club }) => batchOf(club),
    },
    'GET /fanclubs/:fanclubId/redeem_batches/:id/uses': {
      permission: 'redeem_codes.read',
      request: ({ club }) => batchOf(club),
    },
    'POST /fanclubs/:fanclubId/redeem_batches': {
      permission: 'redeem_codes.write',
      audits: 'redeem_batch',
      request: ({ club }) => ({
        body: { name: 'Gifts', kind: 'gift', count: 2, plans: [club.gold.id], covers_shipping: true },
      }),
    },
    'POST /fanclubs/:fanclubId/redeem_batches/:id/export': {
      permission: 'redeem_codes.export',
      proof: true,
      audits: 'redeem_batch',
      request: async ({ given }) => ({ params: { id: (await given.redeemBatch()).id }, body: {} }),
    },
    'POST /fanclubs/:fanclubId/redeem_batches/:id/void': {
      permission: 'redeem_codes.write',
      audits: 'redeem_batch',
      request: async ({ given }) => ({ params: { id: (await given.redeemBatch()).id }, body: {} }),
    },
    'POST /fanclubs/:fanclubId/redeem_codes/:id/void': {
      permission: 'redeem_codes.write',
      audits: 'redeem_code',
      request: async ({ given }) => ({ params: { id: (await given.redeemCode()).id }, body: {} }),
    },
  },
  notFromCatalogue: ['redeem_batches', 'redeem_batch_plans', 'redeem_codes', 'redeem_uses'],
  limitedColumns: ['RedeemBatch.currency', 'RedeemBatch.discount', 'RedeemBatch.kind', 'RedeemUse.state'],
  async statements({ given }) {
    const released = await given.redeemUse({ state: 'released', code: await given.redeemCode() });
    const { batchId: batch } = await given.redeemCode({ codeSealed: 'sealed' });
    const { id: purchase } = await given.order({ kind: 'gift_purchase' });
    const bought = await given.redeemCode({ boughtOrderId: purchase, codeSealed: 'sealed', held: 1 });
    const use = await given.redeemUse({ code: bought });
    const { id: returned } = await given.order({ kind: 'gift_purchase' });
    await given.redeemCode({ boughtOrderId: returned, codeSealed: 'sealed', voidedAt: new Date() });
    return {
      'bought_codes.hold': { order: purchase },
      'bought_codes.of_order': { order: purchase },
      'bought_codes.purchase_of_use': { order: use.orderId },
      'bought_codes.restore': { order: returned },
      'bought_codes.void': { order: purchase },
      'redeem_codes.hold_again': { order: released.orderId },
      'staff_redeem_codes.delete_sealed': { batch },
      'staff_redeem_codes.sealed': { batch },
    };
  },
  filteredById: {
    'staff_redeem_codes.codes': 'a batch that was found',
    'staff_redeem_codes.delete_sealed': 'a batch that was found',
    'staff_redeem_codes.plans': 'plans to which foreign keys of the batch refer',
    'staff_redeem_codes.sealed': 'a batch that was found',
    'staff_redeem_codes.uses': 'a batch that was found',
    'staff_redeem_codes.void': 'a batch or code that was found',
  },
  notAsked: {
    'bought_codes.add': 'adds to an order, and a foreign key requires one of the fan club',
    'redeem_codes.hold': 'adds to an order, and a foreign key requires one of the fan club',
  },
};
