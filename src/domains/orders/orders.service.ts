import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import type { FanclubInfo, LoggedInViewer } from '#platform/access';
import { Sql } from '#platform/database';
import { type CataloguePlan, PlansService, standingOf } from '#domains/plans';
import type { ListOrdersQuery } from './dto/list-orders.query';
import type { PlacedOrder } from './order.serializer';
import { NoOrderFound } from './orders.errors';
import { type CompletedOrder, FIND_LATEST_ORDER, FIND_ORDER, LIST_ORDERS } from './orders.queries';

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
    const orders = await this.sql.readsFor(viewer).rows(LIST_ORDERS, customerOf(viewer));
    const placed = await this.placed(viewer, orders);
    return direction === 'DESC' ? placed.reverse() : placed;
  }

  /**
   * An order of the customer.
   * @throws NoOrderFound for any other id
   */
  async find(viewer: LoggedInViewer, id: number): Promise<PlacedOrder> {
    const order = await this.sql.readsFor(viewer).first(FIND_ORDER, { ...customerOf(viewer), order: id });
    return this.only(viewer, order);
  }

  /**
   * The order that the customer completed last.
   * @throws NoOrderFound if there is none
   */
  async findLatest(viewer: LoggedInViewer): Promise<PlacedOrder> {
    return this.only(viewer, await this.sql.readsFor(viewer).first(FIND_LATEST_ORDER, customerOf(viewer)));
  }

  private async only(viewer: LoggedInViewer, order: CompletedOrder | null): Promise<PlacedOrder> {
    if (!order) throw new NoOrderFound();
    const [placed] = await this.placed(viewer, [order]);
    return placed;
  }

  /** Reads orders first and plans second, so that every plan that an order names is among the plans. */
  private async placed(viewer: LoggedInViewer, orders: readonly CompletedOrder[]): Promise<PlacedOrder[]> {
    if (orders.length === 0) return [];
    const { fanclub } = viewer;
    const plans = await this.plansOf(orders, fanclub);
    const now = this.clock.now();
    return orders.map((order) => {
      const plan = plans.get(order.planId);
      if (!plan) throw new Error(`order ${order.id} is of plan ${order.planId}, which does not exist`);
      return { order, plan, standing: standingOf(plan, viewer, now), timeZone: fanclub.timeZone };
    });
  }

  /** The plans by id; read again if an order names one that is newer than the copy in memory. */
  private async plansOf(
    orders: readonly CompletedOrder[],
    fanclub: FanclubInfo,
  ): Promise<Map<number, CataloguePlan>> {
    const published = byId(this.plans.published(fanclub));
    if (orders.every((order) => published.has(order.planId))) return published;
    return byId(await this.plans.stored(fanclub));
  }
}

const byId = (plans: readonly CataloguePlan[]): Map<number, CataloguePlan> =>
  new Map(plans.map((plan) => [plan.id, plan]));

const customerOf = ({ fanclub, customer }: LoggedInViewer) => ({
  fanclub: fanclub.id,
  customer: customer.id,
});
