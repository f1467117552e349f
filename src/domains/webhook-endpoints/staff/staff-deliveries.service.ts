import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { Clock } from '#libs/clock';
import {
  invalidRequest,
  type ListPage,
  type ListQuery,
  notFound,
  oneOf,
  type StaffViewer,
  StaffWorkService,
} from '#platform/staff';
import { ATTEMPT_NOW, bodyOf, FEED, messageId, QUEUE_DELIVERY, REPLAY_ONE } from '#platform/webhooks';
import {
  DELIVERY_STATES,
  WebhookDelivery,
  WebhookEndpoint,
  WebhookMessage,
} from '#platform/webhooks/webhook.entity';
import type { Feed } from './dto/webhook.answers';
import { deliveryShown } from './webhook.serializer';

const STATES = Object.fromEntries(DELIVERY_STATES.map((state) => [state, `delivery.state = '${state}'`]));
const COLUMNS: Readonly<Record<string, string>> = { id: 'delivery.id', at: 'delivery.position' };

/** The most messages that a page of the feed has. */
export const FEED_PAGE = 100;

/** What became of messages, and the messages themselves. */
@Injectable()
export class StaffDeliveriesService {
  constructor(
    private readonly work: StaffWorkService,
    private readonly clock: Clock,
  ) {}

  /** @throws Problem (400) for an unknown state or endpoint id */
  list(viewer: StaffViewer, query: ListQuery): Promise<ListPage<object>> {
    const { page, perPage, sort, ids, filters } = query;
    const { state, endpoint_id: endpoint } = filters;
    return this.work.read(viewer, async (rows) => {
      const list = rows.select(WebhookDelivery, 'delivery');
      if (state !== undefined) list.andWhere(oneOf('state', STATES, state));
      if (endpoint !== undefined)
        list.andWhere('delivery.endpointId = :endpoint', { endpoint: whole('endpoint_id', endpoint) });
      if (ids !== null) list.andWhere('delivery.id = ANY (:ids)', { ids });
      const direction = sort.descending ? 'DESC' : 'ASC';
      list.orderBy(COLUMNS[sort.field], direction).addOrderBy('delivery.id', direction);
      const [found, total] = await list
        .skip((page - 1) * perPage)
        .take(perPage)
        .getManyAndCount();
      const messages = await rows.find(WebhookMessage, { id: In(found.map(({ messageId: id }) => id)) });
      const byId = new Map(messages.map((message) => [message.id, message]));
      return { data: found.map((one) => deliveryShown(one, byId.get(one.messageId)!)), total };
    });
  }

  /** Sends a message again. @throws Problem (404) */
  replay(viewer: StaffViewer, id: number): Promise<object> {
    return this.work.change(viewer, async (change) => {
      const { statements, fanclubId: fanclub } = change;
      const now = this.clock.now();
      const { endpointId: endpoint } = await change.one(WebhookDelivery, id);
      // Before the delivery, as everywhere.
      await change.lock(WebhookEndpoint, endpoint);
      const replayed = await statements.first(REPLAY_ONE, { fanclub, delivery: id, now });
      if (!replayed) throw notFound();
      await statements.run(ATTEMPT_NOW, { fanclub, endpoint, now });
      await statements.first(QUEUE_DELIVERY, {});
      const delivery = await change.one(WebhookDelivery, id);
      const message = await change.one(WebhookMessage, delivery.messageId);
      const subject = { type: 'webhook_endpoint', id: endpoint } as const;
      const after = { message_id: messageId(fanclub, delivery.position) };
      change.audit({ action: 'webhook_endpoint.replayed', subject, after });
      return deliveryShown(delivery, message);
    });
  }

  /**
   * Messages after a position, for receivers that missed some. With an endpoint: what it gets, personal data included if it gets them.
   * @throws Problem (400, 404)
   */
  feed(viewer: StaffViewer, since: string | undefined, endpointId: string | undefined): Promise<Feed> {
    const position = whole('since', since ?? '0');
    const endpoint = endpointId === undefined ? null : whole('endpoint_id', endpointId);
    return this.work.read(viewer, async (rows) => {
      const { fanclubId: fanclub, statements } = rows;
      const personal = endpoint === null ? false : (await rows.one(WebhookEndpoint, endpoint)).personal;
      const asked = { fanclub, since: position, endpoint, limit: FEED_PAGE + 1 };
      const found = await statements.rows(FEED, asked);
      const data = found.slice(0, FEED_PAGE).map((message) => ({
        position: message.position,
        id: messageId(fanclub, message.position),
        ...bodyOf({ fanclubId: fanclub, ...message }, personal),
      }));
      return { data, next: data.at(-1)?.position ?? position, more: found.length > FEED_PAGE };
    });
  }
}

/** @throws Problem (400) */
function whole(name: string, text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw invalidRequest(`${name} must be a whole number.`);
  return Number(text);
}
