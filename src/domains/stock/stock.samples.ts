import { daysFrom, makersOf, type Samples } from '#samples';
import type { Customer } from '#domains/accounts/customer.entity';
import type { Order } from '#domains/orders/order.entity';
import type { Plan } from '#domains/plans/plan.entity';
import { PlanStock, StockItem } from './plan-stock.entity';
import { WaitingEntry } from './waiting-entry.entity';

const makers = makersOf({
  /** A plan that can be sold ten times. The database counts what is held, sold and waited for. */
  async planStock({ plan, ...overrides }: Partial<PlanStock> & { plan?: Plan } = {}): Promise<PlanStock> {
    const { id: planId, fanclubId } = plan ?? (await this.plan());
    return this.save(PlanStock, {
      fanclubId,
      planId,
      capacity: 10,
      held: 0,
      sold: 0,
      waiting: 0,
      ...overrides,
    });
  },

  /** The item that an order has bought. */
  async stockItem({ order, ...overrides }: Partial<StockItem> & { order?: Order } = {}): Promise<StockItem> {
    const { id: orderId, fanclubId, planId } = order ?? (await this.order());
    return this.save(StockItem, { fanclubId, planId, orderId, sold: true, ...overrides });
  },

  /** A customer who waits for a plan. */
  async waitingEntry({
    plan,
    customer,
    ...overrides
  }: Partial<WaitingEntry> & { plan?: Plan; customer?: Customer } = {}): Promise<WaitingEntry> {
    const { id: customerId, fanclubId } = customer ?? (await this.customer());
    const { id: planId } = plan ?? (await this.plan({ fanclubId }));
    const none = { offeredUntil: null, orderId: null };
    return this.save(WaitingEntry, {
      fanclubId,
      planId,
      customerId,
      state: 'waiting',
      ...none,
      ...overrides,
    });
  },
});

declare module '#samples' {
  interface Given extends StockMakers {}
}
type StockMakers = typeof makers;

export const samples: Samples = {
  makers,
  async statements({ given, now }) {
    const order = await given.order({ checkoutReference: 'takes an item' });
    const bought = await given.stockItem();
    const plan = await given.plan();
    await given.planStock({ plan });
    const entry = await given.waitingEntry({ plan });
    const customer = await given.customer();
    const ended = daysFrom(now, -1);
    const offered = await given.waitingEntry({ plan, state: 'offered', offeredUntil: ended });
    const ordered = await given.order({ customerId: customer.id, planId: plan.id });
    const kept = { offeredUntil: daysFrom(now, 1), orderId: ordered.id };
    await given.waitingEntry({ plan, customer, state: 'ordered', ...kept });
    const replaced = await given.order({ customerId: offered.customerId, planId: plan.id });
    const waits = await given.waitingEntry();
    const waiting = await given.order({ customerId: waits.customerId, planId: waits.planId });
    const buyer = { plan: await given.plan(), customer: await given.customer() };
    const renewed = await given.stockItem({ order: await given.order(buyer) });
    const { id: renewsSubscriptionId } = await given.subscription({ ...buyer, orderId: renewed.orderId });
    await given.order({ ...buyer, renewsSubscriptionId, paidAt: now });
    return {
      'plans.taken': { plans: [bought.planId] },
      'stock.add_item': { order: order.id, sold: true },
      'stock.claim_of_customer': { plan: plan.id, customer: offered.customerId },
      'stock.claim_of_order': { order: order.id },
      'stock.end_place': { order: ordered.id },
      'stock.give_back_item': { order: bought.orderId, evenSold: true },
      'stock.give_back_place': { order: ordered.id },
      'stock.hold': { plan: plan.id },
      'stock.keep_place': { order: replaced.id, until: daysFrom(now, 1) },
      'stock.of_plan': { plan: plan.id },
      'stock.pass_item_on': { order: renewed.orderId },
      'stock.take_freely': { order: bought.orderId, sold: true },
      'stock.use_place': { order: waiting.id },
      'waiting_list.end_offers': { plan: plan.id },
      'waiting_list.find_place': { place: entry.id },
      'waiting_list.join': { plan: plan.id, customer: order.customerId },
      'waiting_list.leave': { place: entry.id },
      'waiting_list.offer_next': { plan: plan.id, count: 1, until: daysFrom(now, 1) },
      'waiting_list.place_of_customer': { plan: plan.id, customer: entry.customerId },
    };
  },
  filteredById: {
    'stock.hold': 'the plan of an order, or one that was found',
    'stock.take_freely': 'an order that was placed in the same transaction',
    'waiting_list.leave': 'a place that was found by its token or by the customer of the session',
    'waiting_list.place_of_customer': 'the customer of the session',
  },
  limitedColumns: ['WaitingEntry.state'],
  notFromCatalogue: [
    'plan_stock.held',
    'plan_stock.sold',
    'plan_stock.waiting',
    'stock_items',
    'waiting_entries',
  ],
  after: ['orders', 'plans'],
  async club({ given, of }) {
    await of('nobody');
    await given.planStock({ plan: await given.plan({ deleted: true }) });
    return {};
  },
  async member({ given, club, member: { customer, order } }) {
    await given.stockItem({ order });
    await given.waitingEntry({ plan: club.deletedPlan, customer });
    return {};
  },
  staff: {
    'GET /fanclubs/:fanclubId/stock': {
      permission: 'plans.read',
      async request({ given, club }) {
        await given.planStock({ plan: club.silver });
        return {};
      },
    },
  },
};
