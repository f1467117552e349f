import type Stripe from 'stripe';
import type { AccountAccess } from '../payment-provider';
import { BadSignature, Misconfigured } from '../provider.errors';
import { asked, listed } from './errors';

/** The events that the service receives. Stripe lists at most 20 types per request. */
export const EVENT_TYPES = [
  'checkout.session.completed',
  'checkout.session.expired',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.closed',
  'payment_method.automatically_updated',
  'payment_method.detached',
  'customer.deleted',
] as const satisfies readonly Stripe.WebhookEndpointCreateParams.EnabledEvent[];

/** Seconds by which the time of an event may differ from ours. */
const TOLERANCE = 300;

/**
 * Creates an endpoint, and deletes others at the same address.
 * @returns the secret of its signatures
 * @throws ProviderError
 */
export async function addEndpoint(
  { webhookEndpoints }: Stripe.Stripe,
  apiVersion: Stripe.WebhookEndpointCreateParams['api_version'],
  url: string,
): Promise<{ readonly secret: string }> {
  const params = { url, enabled_events: [...EVENT_TYPES], api_version: apiVersion };
  const made = await asked(() => webhookEndpoints.create(params));
  for await (const { id, url: other } of listed(webhookEndpoints.list({ limit: 100 })))
    if (other === url && id !== made.id) await asked(() => webhookEndpoints.del(id));
  if (made.secret === undefined) throw new Misconfigured('no_webhook_secret');
  return { secret: made.secret };
}

/** A request that claims to be an event of Stripe. */
export interface SignedBody {
  readonly body: Buffer;
  readonly signature: string | undefined;
  readonly now: Date;
}

/** @throws BadSignature if Stripe did not sign the event for this account, or it is too old */
export function verifiedEvent(
  stripe: Stripe.Stripe,
  { webhookSecrets, live }: AccountAccess,
  { body, signature, now }: SignedBody,
): Stripe.Event {
  if (signature === undefined) throw new BadSignature('the event has no signature');
  const isSignedWith = (secret: string): boolean => {
    try {
      const { signature: verifier } = stripe.webhooks;
      return verifier!.verifyHeader(body, signature, secret, TOLERANCE, undefined, now.getTime());
    } catch {
      return false;
    }
  };
  if (!webhookSecrets.some(isSignedWith)) throw new BadSignature('the signature is wrong, or too old');
  const event = JSON.parse(body.toString('utf8')) as Stripe.Event;
  if (event.livemode !== live) throw new BadSignature('the event is from the other mode');
  return event;
}
