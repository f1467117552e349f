import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import type { FanclubInfo, LoggedInViewer } from '#platform/access';
import { Sql, type Statement } from '#platform/database';
import { type CataloguePlan, PlansService, standingOf } from '#domains/plans';
import type { ListOrdersQuery } from './dto/list-orders.query';
import type { PlacedOrder } from './order.serializer';
import { NoOrderFound } from './orders.errors';
import { FIND_LATEST_ORDER, FIND_ORDER, LIST_ORDERS, type OrderRow } from './orders.queries';

/** What customers have bought. Only completed orders exist here (decisions 5.8). */
@Injectable()
export class OrdersService {
  constructor(
    private readonly sql: Sql,
    private readonly plans: PlansService,
    private readonly clock: Clock,
  ) {}

  /** The customer's orders, by id. */
  async list(viewer: LoggedInViewer, { order: direction }: ListOrdersQuery): Promise<PlacedOrder[]> {
    const orders = await this.read(viewer, LIST_ORDERS);
    return direction === 'DESC' ? orders.reverse() : orders;
  }

  /**
   * An order of the customer's.
   * @throws NoOrderFound for any other id.
   */
  async find(viewer: LoggedInViewer, id: number): Promise<PlacedOrder> {
    return only(await this.read(viewer, FIND_ORDER, id));
  }

  /**
   * The order that the customer completed last.
   * @throws NoOrderFound if there is none.
   */
  async findLatest(viewer: LoggedInViewer): Promise<PlacedOrder> {
    return only(await this.read(viewer, FIND_LATEST_ORDER));
  }

  /** Orders first, plans second: so every plan that an order names is among the plans. */
  private async read(
    viewer: LoggedInViewer,
    statement: Statement,
    ...rest: number[]
  ): Promise<PlacedOrder[]> {
    const { fanclub, customer } = viewer;
    const orders = await this.sql
      .readsFor(viewer)
      .rows<OrderRow>(statement, [fanclub.id, customer.id, ...rest]);
    if (orders.length === 0) return [];
    const plans = await this.plansOf(orders, fanclub);
    const now = this.clock.now();
    return orders.map((order) => {
      const plan = plans.get(order.plan_id);
      if (!plan) throw new Error(`order ${order.id} is of plan ${order.plan_id}, which is not there`);
      return { order, plan, standing: standingOf(plan, viewer, now), timeZone: fanclub.timeZone };
    });
  }

  /** The plans by their ids; read again where an order names one that is newer than what is in memory. */
  private async plansOf(
    orders: readonly OrderRow[],
    fanclub: FanclubInfo,
  ): Promise<Map<number, CataloguePlan>> {
    const published = byId(this.plans.published(fanclub));
    if (orders.every((order) => published.has(order.plan_id))) return published;
    return byId(await this.plans.stored(fanclub));
  }
}

const byId = (plans: readonly CataloguePlan[]): Map<number, CataloguePlan> =>
  new Map(plans.map((plan) => [plan.id, plan]));

function only([order]: PlacedOrder[]): PlacedOrder {
  if (!order) throw new NoOrderFound();
  return order;
}
