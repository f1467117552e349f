import type Stripe from 'stripe';
import { unitsOf } from '../money';
import { metadataOf } from '../own-number';
import type {
  CardPageToOpen,
  CheckoutToOpen,
  CustomerToAdd,
  PaymentToMake,
  RefundToMake,
} from '../payment-provider';
import { secondsOf } from './mappers';

// The bodies of requests to Stripe. The package's types accept any text as a value, so `stripe-requests.spec.ts` checks whole bodies.

export function customerForm({
  fanclubId,
  customerId,
  email,
  name,
}: CustomerToAdd): Stripe.CustomerCreateParams {
  const metadata = { fanclub: String(fanclubId), customer: String(customerId) };
  return { email, ...(name !== null && { name }), metadata };
}

export function checkoutForm(payment: CheckoutToOpen): Stripe.Checkout.SessionCreateParams {
  const { currency, description, saveCard, orderId } = payment;
  const metadata = { ...metadataOf(payment), order: String(orderId) };
  return {
    ...pageForm(payment),
    mode: 'payment',
    client_reference_id: String(payment.id),
    metadata,
    line_items: payment.lines.map(({ name, amount }) => ({
      quantity: 1,
      price_data: {
        currency: currency.toLowerCase(),
        unit_amount: unitsOf({ amount, currency }),
        product_data: { name },
      },
    })),
    payment_intent_data: {
      description,
      metadata,
      ...(saveCard && { setup_future_usage: 'off_session' }),
    },
    adaptive_pricing: { enabled: false },
  };
}

export function cardPageForm(page: CardPageToOpen): Stripe.Checkout.SessionCreateParams {
  const metadata = metadataOf(page);
  return {
    ...pageForm(page),
    mode: 'setup',
    currency: page.currency.toLowerCase(),
    metadata,
    setup_intent_data: { metadata },
  };
}

const pageForm = ({ customer, returnUrl, cancelUrl, expiresAt }: CheckoutToOpen | CardPageToOpen) =>
  ({
    ui_mode: 'hosted_page',
    customer,
    locale: 'auto',
    success_url: returnUrl,
    cancel_url: cancelUrl,
    expires_at: secondsOf(expiresAt),
    allowed_payment_method_types: ['card'],
  }) satisfies Stripe.Checkout.SessionCreateParams;

export function chargeForm(payment: PaymentToMake, card: string): Stripe.PaymentIntentCreateParams {
  const { customer, currency, description, orderId } = payment;
  return {
    amount: unitsOf(payment),
    currency: currency.toLowerCase(),
    customer,
    description,
    payment_method: card,
    off_session: true,
    confirm: true,
    allowed_payment_method_types: ['card'],
    metadata: { ...metadataOf(payment), order: String(orderId) },
  };
}

export function refundForm(refund: RefundToMake): Stripe.RefundCreateParams {
  return {
    payment_intent: refund.payment,
    amount: unitsOf(refund),
    reason: 'requested_by_customer',
    metadata: metadataOf(refund),
  };
}
