import type Stripe from 'stripe';

/*
 * What the service sends to Stripe: the types of the package, narrowed to the parameters that the adapter uses. `generate.mjs` makes
 * JSON Schemas of them.
 */

interface LineItem extends Required<Pick<Stripe.Checkout.SessionCreateParams.LineItem, 'quantity'>> {
  price_data: Required<
    Pick<Stripe.Checkout.SessionCreateParams.LineItem.PriceData, 'currency' | 'unit_amount'>
  > & {
    product_data: Pick<Stripe.Checkout.SessionCreateParams.LineItem.PriceData.ProductData, 'name'>;
  };
}

export interface Session extends Pick<
  Stripe.Checkout.SessionCreateParams,
  | 'allowed_payment_method_types'
  | 'cancel_url'
  | 'client_reference_id'
  | 'currency'
  | 'customer'
  | 'expires_at'
  | 'locale'
  | 'metadata'
  | 'mode'
  | 'success_url'
  | 'ui_mode'
> {
  adaptive_pricing?: Stripe.Checkout.SessionCreateParams.AdaptivePricing;
  line_items?: LineItem[];
  payment_intent_data?: Pick<
    Stripe.Checkout.SessionCreateParams.PaymentIntentData,
    'description' | 'metadata' | 'setup_future_usage'
  >;
  setup_intent_data?: Pick<Stripe.Checkout.SessionCreateParams.SetupIntentData, 'metadata'>;
}

export type Intent = Pick<
  Stripe.PaymentIntentCreateParams,
  | 'allowed_payment_method_types'
  | 'amount'
  | 'confirm'
  | 'currency'
  | 'customer'
  | 'description'
  | 'expand'
  | 'metadata'
  | 'off_session'
  | 'payment_method'
>;

export type Customer = Pick<Stripe.CustomerCreateParams, 'email' | 'metadata' | 'name'>;

export type Refund = Pick<Stripe.RefundCreateParams, 'amount' | 'metadata' | 'payment_intent' | 'reason'>;

export type Endpoint = Pick<Stripe.WebhookEndpointCreateParams, 'api_version' | 'enabled_events' | 'url'>;

export type CustomerChange = Pick<Stripe.CustomerUpdateParams, 'email' | 'name'>;

/** The package does not type the events of a list; they are those of endpoints. */
export interface EventList extends Pick<Stripe.EventListParams, 'created' | 'limit' | 'starting_after'> {
  types?: Stripe.WebhookEndpointCreateParams.EnabledEvent[];
}

export type SessionList = Pick<
  Stripe.Checkout.SessionListParams,
  'created' | 'customer' | 'expand' | 'limit' | 'payment_intent' | 'starting_after'
>;

export type IntentList = Pick<
  Stripe.PaymentIntentListParams,
  'created' | 'customer' | 'expand' | 'limit' | 'starting_after'
>;

export type BalanceTransactionList = Pick<
  Stripe.BalanceTransactionListParams,
  'created' | 'expand' | 'limit' | 'starting_after'
>;

export type RefundList = Pick<Stripe.RefundListParams, 'limit' | 'payment_intent' | 'starting_after'>;

export type DisputeList = Pick<
  Stripe.DisputeListParams,
  'created' | 'expand' | 'limit' | 'payment_intent' | 'starting_after'
>;

export type EndpointList = Pick<Stripe.WebhookEndpointListParams, 'limit' | 'starting_after'>;

export type OneSession = Pick<Stripe.Checkout.SessionRetrieveParams, 'expand'>;

export type OneIntent = Pick<Stripe.PaymentIntentRetrieveParams, 'expand'>;
