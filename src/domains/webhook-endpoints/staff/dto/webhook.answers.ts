import {
  COUNT,
  FLAG,
  ID,
  INSTANT,
  JSON_VALUE,
  listOf,
  orNull,
  type Schema,
  Shaped,
  TEXT,
} from '#platform/reference';
import { FAILURES, type Failure } from '#platform/webhooks';
import {
  DELIVERY_STATES,
  type DeliveryState,
  OFF_REASONS,
  type OffReason,
} from '#platform/webhooks/webhook.entity';

const ANY_OBJECT: Schema = { type: 'object', additionalProperties: JSON_VALUE };

/** An endpoint without its secret. */
export class Endpoint {
  @Shaped(ID) id!: number;
  @Shaped(TEXT) name!: string;
  @Shaped(TEXT, { description: 'Without `webhooks.write` only its origin: the path may be a secret.' })
  url!: string;
  @Shaped(listOf(TEXT)) types!: string[];
  @Shaped(FLAG, { description: 'Whether it gets names, addresses and birth dates.' }) personal!: boolean;
  @Shaped(FLAG) enabled!: boolean;
  @Shaped(orNull({ type: 'string', enum: [...OFF_REASONS] }), {
    description: 'Why it is off. `failed`: it failed for three days.',
  })
  off_reason!: OffReason | null;
  @Shaped(orNull(INSTANT), { description: 'Since when every attempt fails.' }) failing_since!: string | null;
  @Shaped(orNull(INSTANT), { description: 'When the next attempt is made.' }) next_attempt_at!: string | null;
  @Shaped(orNull(INSTANT), { description: 'Until then the former secret signs, too.' })
  former_secret_until!: string | null;
  @Shaped(COUNT, { description: 'Messages that wait.' }) waiting!: number;
  @Shaped(INSTANT) created_at!: string;
}

/** An endpoint that was just made, or got another secret. */
export class EndpointWithSecret extends Endpoint {
  @Shaped(TEXT, { description: 'The whole secret, which is shown only here.' }) secret!: string;
}

/** A type of message. */
export class TypeOfMessage {
  @Shaped(TEXT) type!: string;
  @Shaped(TEXT) description!: string;
  @Shaped(ANY_OBJECT, { description: 'An example of `data`.' }) example!: object;
  @Shaped(orNull(ANY_OBJECT), { description: 'An example of `data.personal`; null: it has none.' })
  personal!: object | null;
}

export class TypesOfMessages {
  @Shaped([TypeOfMessage]) data!: TypeOfMessage[];
}

/** An attempt to deliver a message. */
export class DeliveryAttempt {
  @Shaped(INSTANT) at!: string;
  @Shaped(COUNT, { description: 'Milliseconds.' }) duration!: number;
  @Shaped(orNull(COUNT)) status!: number | null;
  @Shaped(orNull({ type: 'string', enum: [...FAILURES] })) failure!: Failure | null;
  @Shaped(orNull(TEXT), { description: 'The first kilobyte of the answer.' }) answer!: string | null;
}

/** What became of a message at an endpoint. */
export class Delivery {
  @Shaped(ID) id!: number;
  @Shaped(ID) endpoint_id!: number;
  @Shaped(TEXT, { description: 'The header `webhook-id`.' }) message_id!: string;
  @Shaped(TEXT) type!: string;
  @Shaped(INSTANT) at!: string;
  @Shaped({ type: 'string', enum: [...DELIVERY_STATES] }) state!: DeliveryState;
  @Shaped(COUNT, { description: 'Failed attempts since it was queued last.' }) tries!: number;
  @Shaped(orNull(INSTANT)) delivered_at!: string | null;
  @Shaped([DeliveryAttempt]) attempts!: DeliveryAttempt[];
}

/** A message as its receivers get it. */
export class FeedMessage {
  @Shaped(ID, { description: 'Its number in the fan club, for `since`.' }) position!: number;
  @Shaped(TEXT, { description: 'The header `webhook-id`.' }) id!: string;
  @Shaped(TEXT) type!: string;
  @Shaped(INSTANT) timestamp!: string;
  @Shaped(ANY_OBJECT) data!: object;
}

/** Messages in the order in which they are sent. */
export class Feed {
  @Shaped([FeedMessage]) data!: FeedMessage[];
  @Shaped(COUNT, {
    description: 'The position to ask for next. Without further messages, that of the request.',
  })
  next!: number;
  @Shaped(FLAG, { description: 'Whether there are further messages now.' }) more!: boolean;
}

/** What was queued. */
export class Replayed {
  @Shaped(COUNT) messages!: number;
}
