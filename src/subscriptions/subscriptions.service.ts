import { Injectable } from '@nestjs/common';
import type { LoggedInViewer } from '../access';
import { Sql } from '../database/sql';
import type { ListQueuedSubscriptionsQuery } from './dto/list-queued-subscriptions.query';
import { NoSubscriptionFound } from './subscriptions.errors';
import {
  FIND_SUBSCRIPTION,
  LIST_QUEUED_SUBSCRIPTIONS,
  LIST_SUBSCRIPTIONS,
  type QueuedSubscriptionRow,
  type SubscriptionRow,
} from './subscriptions.queries';

/** The memberships of customers, past, present and to come. */
@Injectable()
export class SubscriptionsService {
  constructor(private readonly sql: Sql) {}

  /** All subscriptions of the customer, cancelled ones too, by start. */
  list({ fanclub, customer }: LoggedInViewer): Promise<SubscriptionRow[]> {
    return this.sql.rows<SubscriptionRow>(LIST_SUBSCRIPTIONS, [fanclub.id, customer.id]);
  }

  /**
   * A subscription of the customer's.
   * @throws NoSubscriptionFound for any other id.
   */
  async find({ fanclub, customer }: LoggedInViewer, id: number): Promise<SubscriptionRow> {
    const row = await this.sql.first<SubscriptionRow>(FIND_SUBSCRIPTION, [fanclub.id, customer.id, id]);
    if (!row) throw new NoSubscriptionFound();
    return row;
  }

  /** What the customer has bought ahead, by end (decisions 5.7). */
  listQueued(
    { fanclub, customer }: LoggedInViewer,
    { scope }: ListQueuedSubscriptionsQuery,
  ): Promise<QueuedSubscriptionRow[]> {
    const processed = scope === undefined ? null : scope === 'past';
    return this.sql.rows<QueuedSubscriptionRow>(LIST_QUEUED_SUBSCRIPTIONS, [
      fanclub.id,
      customer.id,
      processed,
    ]);
  }
}
