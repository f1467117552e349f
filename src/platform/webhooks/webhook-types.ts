import { Declared } from '#libs/declared';

/** A type of message. */
export interface WebhookDeclaration {
  /** When it is sent, for documents and the app for staff. */
  readonly description: string;
  /** The `data` of its body, without the fan club. */
  readonly example: Readonly<Record<string, unknown>>;
  /** What `data.personal` has for endpoints that get personal data. Absent: nothing. */
  readonly personal?: Readonly<Record<string, unknown>>;
  /** Completes the `data` that the trigger wrote. */
  readonly print?: (data: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;
}

/** All types of messages, by name. Every file with {@link declareWebhooks} adds its own. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- it is filled by declaration merging
export interface WebhookTypes {}

export type WebhookType = keyof WebhookTypes;

export const WEBHOOKS = new Declared<WebhookType, WebhookDeclaration>('webhook');

/**
 * Declares the messages of a domain, in `<domain>.webhooks.ts`. A migration creates the trigger that writes each
 * (`migrations/support/webhook.ts`); a test finds types without one.
 *
 *     export const webhooks = declareWebhooks({ 'order.paid': { description: 'An order was paid.', example: { id: 1 } } });
 *
 *     declare module '#platform/webhooks' {
 *       interface WebhookTypes extends Readonly<typeof webhooks> {}
 *     }
 *
 * @throws Error if a type is declared already
 */
export function declareWebhooks<const W extends Readonly<Record<`${string}.${string}`, WebhookDeclaration>>>(
  webhooks: W,
): W {
  WEBHOOKS.add(webhooks);
  return webhooks;
}

/** The type of messages that staff send to try an endpoint. No endpoint asks for it. */
export const TEST_TYPE = 'webhook.test';

/** The types that an endpoint can ask for. */
export const subscribable = (): readonly WebhookType[] => WEBHOOKS.names();

/** A message as it was written. */
export interface WrittenMessage {
  readonly fanclubId: number;
  readonly type: string;
  readonly at: Date;
  readonly data: Readonly<Record<string, unknown>>;
  readonly personal: Readonly<Record<string, unknown>> | null;
}

/** The body of a message. */
export interface WebhookBody {
  readonly type: string;
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** What is sent of a message. @param personal whether the receiver gets personal data */
export function bodyOf(
  { fanclubId, type, at, data, personal }: WrittenMessage,
  withPersonal: boolean,
): WebhookBody {
  const isDeclared = WEBHOOKS.names().some((name) => name === type);
  const { print = (same: typeof data) => same, example = {} } = isDeclared
    ? WEBHOOKS.get(type as WebhookType)
    : {};
  const printed = print(data);
  // jsonb does not keep the order of keys: that of the example is sent.
  const order = Object.keys(example);
  const rank = (key: string): number => (order.includes(key) ? order.indexOf(key) : order.length);
  const sorted = Object.entries(printed).sort(([one], [other]) => rank(one) - rank(other));
  return {
    type,
    timestamp: at.toISOString(),
    data: {
      fanclub_id: fanclubId,
      ...Object.fromEntries(sorted),
      ...(withPersonal && personal && { personal }),
    },
  };
}

/** The id of a message in the header `webhook-id`, the same at every attempt. */
export const messageId = (fanclub: number, position: number): string => `msg_${fanclub}_${position}`;
