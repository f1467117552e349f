import { daysFrom, ENCRYPTION_KEY, makersOf, type Samples } from '#samples';
import { Sealer } from '#libs/sealed';
import { newSecret } from './signatures';
import { WebhookCounter, WebhookDelivery, WebhookEndpoint, WebhookMessage } from './webhook.entity';

const makers = makersOf({
  /** An endpoint that asks for `member.created`. `secret` is a `whsec_…`. */
  async webhookEndpoint({
    secret = newSecret(),
    ...overrides
  }: Partial<WebhookEndpoint> & { secret?: string } = {}): Promise<WebhookEndpoint> {
    const { n } = this.seed();
    return this.save(WebhookEndpoint, {
      fanclubId: await this.clubOf(overrides),
      name: `Endpoint ${n}`,
      url: `https://hooks.example/${n}`,
      types: ['member.created'],
      personal: false,
      secretSealed: new Sealer([ENCRYPTION_KEY]).seal(secret),
      formerSecretSealed: null,
      formerUntil: null,
      failingSince: null,
      nextAt: null,
      offAt: null,
      offReason: null,
      ...overrides,
    });
  },

  /** A numbered message about nobody. */
  async webhookMessage(overrides: Partial<WebhookMessage> = {}): Promise<WebhookMessage> {
    const { n, now } = this.seed();
    return this.save(WebhookMessage, {
      fanclubId: await this.clubOf(overrides),
      position: n,
      type: 'member.created',
      onceKey: null,
      at: now,
      customerId: null,
      contactId: null,
      endpointId: null,
      data: { id: n },
      personal: null,
      ...overrides,
    });
  },

  /** A message that waits for its delivery. */
  async webhookDelivery({
    endpoint,
    message,
    ...overrides
  }: Partial<WebhookDelivery> & {
    endpoint?: WebhookEndpoint;
    message?: WebhookMessage;
  } = {}): Promise<WebhookDelivery> {
    const at = endpoint ?? (await this.webhookEndpoint(message && { fanclubId: message.fanclubId }));
    const of = message ?? (await this.webhookMessage({ fanclubId: at.fanclubId }));
    return this.save(WebhookDelivery, {
      fanclubId: at.fanclubId,
      endpointId: at.id,
      messageId: of.id,
      position: of.position!,
      state: 'waiting',
      tries: 0,
      log: [],
      deliveredAt: null,
      ...overrides,
    });
  },

  /** The number of the last message of a further fan club, unless one is given. */
  async webhookCounter(overrides: Partial<WebhookCounter> = {}): Promise<WebhookCounter> {
    const fanclubId = overrides.fanclubId ?? (await this.fanclub({})).id;
    return this.save(WebhookCounter, { fanclubId, last: 0, ...overrides });
  },
});

declare module '#samples' {
  interface Given extends WebhookMakers {}
}
type WebhookMakers = typeof makers;

export const samples: Samples = {
  makers,
  async statements({ given, now }) {
    const delivery = await given.webhookDelivery();
    const endpoint = delivery.endpointId;
    const attempt = '{}';
    const version = delivery.updatedAt.toISOString();
    const failed = await given.webhookDelivery({ state: 'failed' });
    const period = { from: daysFrom(now, -1), to: daysFrom(now, 1) };
    return {
      'webhooks.attempt_now': { endpoint },
      'webhooks.feed': { since: 0, endpoint: null },
      'webhooks.replay_one': { delivery: delivery.id },
      'webhooks.replay_period': { endpoint, ...period },
      'webhooks.revive_failed': { endpoint: failed.endpointId, since: daysFrom(now, -1) },
      'webhooks.store_delivered': { endpoint, delivery: delivery.id, version, attempt },
      'webhooks.store_failed': {
        endpoint,
        delivery: delivery.id,
        version,
        attempt,
        nextAt: now,
        isOff: false,
      },
      'webhooks.write_test': { endpoint, type: 'webhook.test', data: '{}' },
    };
  },
  acrossFanclubs: {
    'webhooks.distribute': 'numbers the messages of each fan club, for its own endpoints',
  },
  notAsked: {
    'webhooks.replay_period': 'ids of endpoints are of all fan clubs',
  },
  notFromCatalogue: ['webhook_counters', 'webhook_deliveries', 'webhook_endpoints', 'webhook_messages'],
  limitedColumns: [
    'WebhookDelivery.log',
    'WebhookDelivery.state',
    'WebhookEndpoint.secretSealed',
    'WebhookEndpoint.formerSecretSealed',
    'WebhookEndpoint.offReason',
    'WebhookEndpoint.types',
    'WebhookMessage.type',
  ],
};
