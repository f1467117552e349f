import {
  type Club,
  columns,
  fieldsOf,
  format as f,
  type Item,
  itemsOf,
  type LoadContext,
  match,
  type MemberAt,
  memberPart,
  reportTaken,
  type Row,
  type TableRules,
  type Whole,
  write,
} from '#platform/catalogue';
import { Customer } from '#domains/accounts/customer.entity';
import { Plan } from '#domains/plans/plan.entity';
import { address, addressShape } from '#domains/shipping';
import { Order } from './order.entity';
import { isOpen } from './order.rules';
import { exportShipments, loadShipments, shipment, storedAddress } from './shipments.catalogue';

const totals = f.object('Totals', {
  shipping: f.money(),
  discount: f.money(),
  subtotal: f.money(),
  total: f.money(),
});

const order = f.object('Order', {
  id: f.optional(f.id('orders')),
  plan: f.ref('a plan'),
  totals: f.orNull(totals),
  created_at: f.instant(),
  paid_at: f.orNull(f.instant()),
  refunded_at: f.orNull(f.instant()),
  billing_address: f.orNull(address),
  checkout_reference: f.orNull(f.uniqueInFanclub('checkout reference', f.text(), { anyCase: false })),
  shipments: f.optional(f.list(shipment)),
});

const ORDERS: TableRules<Order> = {
  entity: Order,
  tenant: 'fanclubId',
  owner: { column: 'customerId', noun: 'customer' },
  key: ['customerId', 'planId', 'createdAt'],
  named: { noun: 'plan and created_at', field: 'created_at' },
  history: {
    planId: 'plan',
    createdAt: 'created_at',
    paidAt: 'paid_at',
    refundedAt: 'refunded_at',
    billingAddress: 'billing_address',
    shipping: 'totals.shipping',
    discount: 'totals.discount',
    subtotal: 'totals.subtotal',
    total: 'totals.total',
    checkoutReference: 'checkout_reference',
  },
};

const TAKEN = { field: 'checkout_reference', message: 'belongs to another order' };

const NO_COLUMNS = ['id', 'plan', 'totals', 'billing_address', 'shipments'] as const;

/** The orders of a customer with their shipments, which the file gives as a whole. */
export const ordersInCatalogue = memberPart({
  of: Customer,
  fields: { orders: f.optional(f.list(order)) },
  refersTo: { plans: Plan },
  async load(context, club, customers) {
    const rows = itemsOf(customers, 'orders').map((order) => orderRow(club, order));
    reportSecondOpen(context, rows);
    const orders = await match(context, ORDERS, rows);
    await reportTaken(context, ORDERS, orders, ['fanclubId', 'checkoutReference'], TAKEN);
    await write(context, ORDERS, orders);
    await loadShipments(context, club.id, orders);
  },
  async export(context, club, customers) {
    const { plans } = club.targets;
    const rowsOf = await context.owned(Order, club, 'customerId', customers);
    const rows = customers.flatMap(({ id }) => rowsOf(id));
    const shipmentsOf = await exportShipments(context, club, rows);
    return (id) => ({
      orders: rowsOf(id).map((row) => ({
        id: context.id(row.id),
        plan: plans.refer(row.planId),
        ...fieldsOf(order.fields, row, NO_COLUMNS),
        totals: totalsOf(row),
        billing_address: row.billingAddress && addressShape(row.billingAddress),
        shipments: shipmentsOf(row.id),
      })),
    });
  },
});

type OrderPart = f.Read<typeof order>;

/** A customer has one order of a plan that can still be paid (uq_orders_open). */
function reportSecondOpen({ faults }: LoadContext, rows: readonly Row<Order>[]): void {
  const seen = new Set<string>();
  for (const { path, values } of rows) {
    const { customerId, planId, paidAt = null, checkoutReference, total = null } = values;
    if (planId === undefined || !checkoutReference || !isOpen({ paidAt, closedAt: null, total })) continue;
    const key = `${customerId} ${planId}`;
    if (seen.has(key))
      faults.add(`${path}.checkout_reference`, 'is of a second order of the plan that is not paid yet');
    seen.add(key);
  }
}

function orderRow(
  { id: fanclubId, targets }: Club<'plans'>,
  { path, part, owner: customer }: Item<OrderPart, { readonly id: number }>,
): Row<Order> & MemberAt<OrderPart> {
  const { plan, totals, billing_address: address } = part;
  return {
    path,
    part,
    id: part.id,
    values: {
      fanclubId,
      customerId: customer.id,
      planId: targets.plans.resolve(plan, `${path}.plan`),
      ...columns(part, NO_COLUMNS),
      billingAddress: address && storedAddress(address),
      ...(totals === null ? { shipping: null, discount: null, subtotal: null, total: null } : totals),
    },
    fallbacks: { paidAt: null, refundedAt: null, billingAddress: null, checkoutReference: null },
  };
}

/** The amounts of an order; null for one of a free plan. The database ensures that it has all or none. */
function totalsOf({ shipping, discount, subtotal, total }: Order): Whole<f.Read<typeof totals>> | null {
  if (shipping === null || discount === null || subtotal === null || total === null) return null;
  return { shipping, discount, subtotal, total };
}
