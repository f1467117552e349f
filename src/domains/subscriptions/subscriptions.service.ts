import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import type { FanclubInfo, LoggedInViewer } from '#platform/access';
import { Sql } from '#platform/database';
import type { ListQueuedSubscriptionsQuery } from './dto/list-queued-subscriptions.query';
import { NoSubscriptionFound } from './subscriptions.errors';
import {
  FIND_SUBSCRIPTION,
  LIST_QUEUED_SUBSCRIPTIONS,
  LIST_SUBSCRIPTIONS,
  type QueuedSubscriptionRow,
  type SubscriptionRow,
  type TermAhead,
  TERMS_AHEAD,
} from './subscriptions.queries';

/** The subscriptions of customers: past, active, pending and queued. */
@Injectable()
export class SubscriptionsService {
  constructor(
    private readonly sql: Sql,
    private readonly clock: Clock,
  ) {}

  /** All subscriptions of the customer by start, also cancelled ones. */
  list(viewer: LoggedInViewer): Promise<SubscriptionRow[]> {
    const { fanclub, customer } = viewer;
    return this.sql.readsFor(viewer).rows(LIST_SUBSCRIPTIONS, { fanclub: fanclub.id, customer: customer.id });
  }

  /** @throws NoSubscriptionFound */
  async find(viewer: LoggedInViewer, id: number): Promise<SubscriptionRow> {
    const { fanclub, customer } = viewer;
    const asked = { fanclub: fanclub.id, customer: customer.id, subscription: id };
    const row = await this.sql.readsFor(viewer).first(FIND_SUBSCRIPTION, asked);
    if (!row) throw new NoSubscriptionFound();
    return row;
  }

  /** The customer's queued subscriptions by end (contract 5.7). */
  listQueued(
    viewer: LoggedInViewer,
    { scope }: ListQueuedSubscriptionsQuery,
  ): Promise<QueuedSubscriptionRow[]> {
    const processed = scope === undefined ? null : scope === 'past';
    const asked = { fanclub: viewer.fanclub.id, customer: viewer.customer.id, processed };
    return this.sql.readsFor(viewer).rows(LIST_QUEUED_SUBSCRIPTIONS, asked);
  }

  /** The customer's memberships that are still to begin, by begin. */
  ahead({ id: fanclub }: Pick<FanclubInfo, 'id'>, customer: number): Promise<readonly TermAhead[]> {
    return this.sql.rows(TERMS_AHEAD, { fanclub, customer, now: this.clock.now() });
  }
}
