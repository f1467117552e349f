import { createHash } from 'node:crypto';
import { messageId } from '#platform/webhooks';
import type { WebhookDelivery, WebhookEndpoint, WebhookMessage } from '#platform/webhooks/webhook.entity';
import type { Delivery, Endpoint } from './dto/webhook.answers';

/** What staff set of an endpoint: its version. */
export const settingsShown = ({ name, url, types, personal, offAt }: WebhookEndpoint) => ({
  name,
  url,
  types,
  personal,
  enabled: offAt === null,
});

/** What the record of changes holds: the path of an address may be a secret, as at Zapier, so a digest shows only that it changed. */
export const settingsRecorded = (row: WebhookEndpoint) => {
  const path = createHash('sha256').update(row.url).digest('base64url').slice(0, 12);
  return { ...settingsShown(row), url: `${new URL(row.url).origin} (${path})` };
};

/** @param showsPath whether the viewer may see the whole address, which may be a secret */
export const endpointShown = (row: WebhookEndpoint, waiting: number, showsPath: boolean): Endpoint => ({
  id: row.id,
  ...settingsShown(row),
  ...(!showsPath && { url: new URL(row.url).origin }),
  off_reason: row.offReason,
  failing_since: row.failingSince?.toISOString() ?? null,
  next_attempt_at: row.nextAt?.toISOString() ?? null,
  former_secret_until: row.formerUntil?.toISOString() ?? null,
  waiting,
  created_at: row.createdAt.toISOString(),
});

export const deliveryShown = (
  { id, fanclubId, endpointId, position, state, tries, deliveredAt, log }: WebhookDelivery,
  { type, at }: Pick<WebhookMessage, 'type' | 'at'>,
): Delivery => ({
  id,
  endpoint_id: endpointId,
  message_id: messageId(fanclubId, position),
  type,
  at: at.toISOString(),
  state,
  tries,
  delivered_at: deliveredAt?.toISOString() ?? null,
  attempts: log.map(({ at: tried, duration, status, failure, answer }) => ({
    at: tried,
    duration,
    status,
    failure,
    answer,
  })),
});
