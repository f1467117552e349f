import type Stripe from 'stripe';

/** The events that the service asks for. Stripe lists at most 20 types at once. */
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
