import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import type { FanclubInfo, LoggedInViewer } from '#platform/access';
import { Sql } from '#platform/database';
import { type PublishedPlan, PlansService, standingOf } from '#domains/plans';
import type { ListOrdersQuery } from './dto/list-orders.query';
import type { PlacedOrder } from './order.serializer';
import { NoOrderFound } from './orders.errors';
import { type CompletedOrder, FIND_LATEST_ORDER, FIND_ORDER, LIST_ORDERS } from './orders.queries';

/** The completed orders of customers. Other orders are never shown (contract 5.8). */
@Injectable()
export class OrdersService {
  constructor(
    private readonly sql: Sql,
    private readonly plans: PlansService,
    private readonly clock: Clock,
  ) {}

  /** The customer's orders, by id. */
  async list(
    viewer: LoggedInViewer,
    { order: direction }: ListOrdersQuery,
    now = this.clock.now(),
  ): Promise<PlacedOrder[]> {
    const orders = await this.sql.readsFor(viewer).rows(LIST_ORDERS, customerOf(viewer));
    const placed = await this.placed(viewer, orders, now);
    return direction === 'DESC' ? placed.reverse() : placed;
  }

  /** @throws NoOrderFound */
  async find(viewer: LoggedInViewer, id: number): Promise<PlacedOrder> {
    const order = await this.sql.readsFor(viewer).first(FIND_ORDER, { ...customerOf(viewer), order: id });
    return this.only(viewer, order);
  }

  /** The order that the customer completed last. @throws NoOrderFound */
  async findLatest(viewer: LoggedInViewer): Promise<PlacedOrder> {
    return this.only(viewer, await this.sql.readsFor(viewer).first(FIND_LATEST_ORDER, customerOf(viewer)));
  }

  private async only(viewer: LoggedInViewer, order: CompletedOrder | null): Promise<PlacedOrder> {
    if (!order) throw new NoOrderFound();
    const [placed] = await this.placed(viewer, [order], this.clock.now());
    return placed;
  }

  /** Takes the plans after the orders were read, so that they include the plan of every order. */
  private async placed(
    viewer: LoggedInViewer,
    orders: readonly CompletedOrder[],
    now: Date,
  ): Promise<PlacedOrder[]> {
    if (orders.length === 0) return [];
    const { fanclub } = viewer;
    const plans = await this.plansOf(orders, fanclub);
    return orders.map((order) => {
      const plan = plans.get(order.planId);
      if (!plan) throw new Error(`order ${order.id} has the plan ${order.planId}, which does not exist`);
      return { order, plan, standing: standingOf(plan, viewer, now), timeZone: fanclub.timeZone };
    });
  }

  /** The plans by id. Reads them again if an order has a plan that is newer than the cache. */
  private async plansOf(
    orders: readonly CompletedOrder[],
    fanclub: FanclubInfo,
  ): Promise<Map<number, PublishedPlan>> {
    const published = byId(this.plans.published(fanclub));
    if (orders.every((order) => published.has(order.planId))) return published;
    return byId(await this.plans.stored(fanclub));
  }
}

const byId = (plans: readonly PublishedPlan[]): Map<number, PublishedPlan> =>
  new Map(plans.map((plan) => [plan.id, plan]));

const customerOf = ({ fanclub, customer }: LoggedInViewer) => ({
  fanclub: fanclub.id,
  customer: customer.id,
});
